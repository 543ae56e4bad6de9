import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  makeColleague,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { blackPng, imageOf, noiseOf } from '#support/images.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { waitFor } from '#support/wait-for.ts';

const MAX_BYTES = 1024 * 1024;
const LOGO = '/api/employer/companies/current/logo';

/** What keeps a row-locked or slow part of a test from ending too early: the row that an upload writes when it begins. */
const BEGUN = 'select count from employer.logo_uploads where user_id = $1';

let system: TestSystem;
let owner: TestPerson;
let postId: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  postId = await makeJobPost(system.database, { companyId: owner.companyId, title: 'Sign painter' });
});
afterAll(() => system.stop());

const upload = (
  file: Buffer,
  { who = owner, headers = {} }: { who?: TestPerson; headers?: Record<string, string | null> } = {},
) =>
  system.publicHost.request(LOGO, {
    method: 'PUT',
    cookie: who.cookie,
    rawBody: file,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  });
const remove = (who = owner) => system.publicHost.request(LOGO, { method: 'DELETE', cookie: who.cookie });
const as = ({ cookie }: TestPerson, path: string) => system.publicHost.request(`/api${path}`, { cookie });
const visitor = (path: string) => system.publicHost.request(`/api/talent${path}`);
const logo = (hash: string, companyId = owner.companyId) => visitor(`/companies/${companyId}/logos/${hash}`);
const own = async (who = owner) => (await as(who, '/employer/companies/current')).body.logo;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const set = (column: string, value: string) =>
  system.database.query(`update employer.companies set ${column} = $2 where id = $1`, [
    owner.companyId,
    value,
  ]);

async function withLogo(colour?: string): Promise<string> {
  const { body } = await upload(await imageOf('png', colour === undefined ? {} : { colour }));
  return body.hash;
}

/** An upload whose body the test sends piece by piece. */
function slowUpload({ cookie }: TestPerson, file: Buffer, address = '192.0.2.1') {
  const { publicHost, services } = system.local;
  const request: ClientRequest = httpRequest({
    host: '127.0.0.1',
    // As the ingress reports the client's address.
    port: new URL(services.employer[0]?.url ?? '').port,
    method: 'PUT',
    path: LOGO,
    headers: {
      host: publicHost,
      cookie,
      'x-forwarded-for': address,
      'sec-fetch-site': 'same-origin',
      'if-match': '*',
      'content-type': 'application/octet-stream',
      'content-length': file.length,
    },
  });
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject);
    });
  });
  const half = Math.floor(file.length / 2);
  request.write(file.subarray(0, half));
  return {
    answer,
    hasBegun: async () => {
      while ((await system.database.query(BEGUN, [owner.userId])).length === 0)
        await new Promise(setImmediate);
    },
    finish: () => request.end(file.subarray(half)),
    disconnect: () => request.destroy(),
  };
}

describe('the logo of a company', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('is made of a %s, and visitors see it', async (format) => {
    expect(await own()).toEqual({ etag: '"1"' });
    const answer = await upload(await imageOf(format));
    expect(answer).toMatchObject({
      status: 200,
      body: { hash: expect.stringMatching(/^[0-9a-f]{64}$/), etag: '"2"' },
    });
    const { hash } = answer.body;
    expect(await own()).toEqual(answer.body);
    const shown = await logo(hash);
    expect(shown).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/webp',
        'content-length': String(shown.bytes.length),
        'content-disposition': 'inline',
        'cache-control': 'private, max-age=300',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-resource-policy': 'same-site',
        'x-content-type-options': 'nosniff',
      },
    });
    expect(sha256(shown.bytes)).toBe(hash);
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  });

  test('has the headers that docs/openapi.json states', async () => {
    const { paths, components } = JSON.parse(
      readFileSync(new URL('docs/openapi.json', REPOSITORY_ROOT), 'utf8'),
    );
    const hash = await withLogo();
    const answers = {
      '/talent/companies/{company_id}/logos/{hash}': await logo(hash),
      '/employer/companies/current/logos/{hash}': await as(
        owner,
        `/employer/companies/current/logos/${hash}`,
      ),
    };
    for (const [path, { headers }] of Object.entries(answers)) {
      const stated = paths[path].get.responses['200'].headers;
      const statedValueOf = (name: string) => (stated[name]?.schema ?? components.headers[name].schema).const;
      expect([path, headers['cache-control']]).toEqual([path, statedValueOf('Cache-Control')]);
      expect([path, headers['content-disposition']]).toEqual([path, statedValueOf('Content-Disposition')]);
    }
  });

  test('is named wherever visitors see the company', async () => {
    const hash = await withLogo();
    expect((await visitor(`/companies/${owner.companyId}`)).body.logo).toBe(hash);
    expect((await visitor(`/job_posts/${postId}`)).body.company.logo).toBe(hash);
    for (const path of [
      '/job_posts?limit=100',
      '/job_posts?query=painter&limit=100',
      '/job_posts?kind=full_time&limit=100',
      '/job_posts?order=pay&currency=EUR&limit=100',
      `/companies/${owner.companyId}/job_posts`,
    ]) {
      const { items } = (await visitor(path)).body;
      const post = items.find(({ id }: { id: string }) => id === postId);
      expect([path, post?.company.logo]).toEqual([path, hash]);
    }
  });

  test('G2: is replaced at once: the former one has no address any more', async () => {
    const former = await withLogo('#111');
    const next = await withLogo('#eee');
    expect(next).not.toBe(former);
    expect(await logo(former)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
      headers: { 'cache-control': 'no-store' },
    });
    expect((await logo(next)).status).toBe(200);
    const ownStatus = async (hash: string) =>
      (await as(owner, `/employer/companies/current/logos/${hash}`)).status;
    expect([await ownStatus(former), await ownStatus(next)]).toEqual([404, 200]);
    expect((await visitor(`/companies/${owner.companyId}`)).body.logo).toBe(next);
  });

  test('is removed; removing it again changes nothing', async () => {
    const hash = await withLogo();
    const removed = await remove();
    expect(removed).toMatchObject({ status: 200, body: { etag: '"3"' } });
    expect(removed.body.hash).toBeUndefined();
    expect((await logo(hash)).status).toBe(404);
    expect((await visitor(`/companies/${owner.companyId}`)).body).not.toHaveProperty('logo');
    expect((await visitor(`/job_posts/${postId}`)).body.company).not.toHaveProperty('logo');
    expect(await remove()).toMatchObject({ status: 200, body: { etag: '"3"' } });
    expect(
      await system.database.query('select from employer.company_logos where company_id = $1', [
        owner.companyId,
      ]),
    ).toEqual([]);
  });

  test('is in the audit trail, and the same image again is not', async () => {
    const file = await imageOf('png');
    await upload(file);
    expect(await upload(file)).toMatchObject({ status: 200, body: { etag: '"2"' } });
    await remove();
    await remove();
    const events = await system.database.query<{ action: string }>(
      "select action from identity.audit_events where subject_id = $1 and action like 'company.logo%' order by id",
      [owner.companyId],
    );
    expect(events.map(({ action }) => action)).toEqual(['company.logo_changed', 'company.logo_removed']);
  });

  test('G9: leaves the version of the company’s texts as it is, and the reverse', async () => {
    const before = (await as(owner, '/employer/companies/current')).body;
    await withLogo();
    const between = (await as(owner, '/employer/companies/current')).body;
    expect(between.etag).toBe(before.etag);
    await set('about', 'Signs.');
    const after = (await as(owner, '/employer/companies/current')).body;
    expect(after.logo).toEqual(between.logo);
    expect(after.etag).not.toBe(before.etag);
  });

  test('is seen and not changed by members', async () => {
    const hash = await withLogo();
    const member = await makeColleague(system.database, owner, 'member');
    const seen = await as(member, `/employer/companies/current/logos/${hash}`);
    expect(seen).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp', 'cache-control': 'no-store' },
    });
    expect(sha256(seen.bytes)).toBe(hash);
    expect(await upload(await imageOf('png'), { who: member })).toMatchObject({
      status: 403,
      body: { code: 'org_role_required' },
    });
    expect(await remove(member)).toMatchObject({ status: 403, body: { code: 'org_role_required' } });
    expect((await own()).hash).toBe(hash);
  });

  test('HEAD answers its headers alone', async () => {
    const hash = await withLogo();
    const path = `/api/talent/companies/${owner.companyId}/logos/${hash}`;
    const answer = await system.publicHost.request(path, { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, text: '', headers: { 'content-type': 'image/webp' } });
  });

  test('is of its company alone, whatever the hash', async () => {
    const hash = await withLogo();
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    expect((await logo(hash, other.companyId)).status).toBe(404);
    expect((await as(other, `/employer/companies/current/logos/${hash}`)).status).toBe(404);
    for (const wrong of [hash.slice(1), `${hash.slice(1)}g`, hash.toUpperCase(), '0'])
      expect([wrong, (await logo(wrong)).status]).toEqual([wrong, 404]);
    expect((await logo('x'.repeat(65))).status).toBe(400);
  });
});

describe('a company that visitors do not see has no logo for them, and its members see it', () => {
  const cases: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['it waits for its review', () => set('review_state', 'pending')],
    ['staff have refused it', () => set('review_state', 'refused')],
    [
      'it has published nothing',
      () => system.database.query("update employer.job_posts set state = 'draft' where id = $1", [postId]),
    ],
    [
      'staff hide its only post',
      () => system.database.query('update employer.job_posts set hidden_at = now() where id = $1', [postId]),
    ],
  ];
  test.each(cases)('G1: visitors get 404, members the logo: %s', async (_name, hide) => {
    const hash = await withLogo();
    expect((await logo(hash)).status).toBe(200);
    await hide();
    expect(await logo(hash)).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
    expect((await as(owner, `/employer/companies/current/logos/${hash}`)).status).toBe(200);
  });

  test('G1: staff have disabled it: then not its members either', async () => {
    const hash = await withLogo();
    await set('condition', 'disabled');
    expect((await logo(hash)).status).toBe(404);
    expect(await as(owner, `/employer/companies/current/logos/${hash}`)).toMatchObject({
      status: 403,
      body: { code: 'org_company_disabled' },
    });
    await set('condition', 'active');
    expect((await logo(hash)).status).toBe(200);
  });

  test('a company whose posts are closed is public, and so is its logo', async () => {
    const hash = await withLogo();
    await system.database.query("update employer.job_posts set state = 'closed' where id = $1", [postId]);
    expect((await logo(hash)).status).toBe(200);
  });
});

describe('an upload is refused and changes nothing', () => {
  const chunked = { 'content-length': null, 'transfer-encoding': 'chunked' };
  const png = () => imageOf('png');
  const cut = async (format: 'png' | 'jpeg' | 'webp') => {
    const file = await noiseOf(format);
    return file.subarray(0, Math.floor(file.length / 2));
  };
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each([
    ['an SVG', async () => upload(Buffer.from(SVG)), 422, 'image_invalid'],
    ['a GIF', async () => upload(await imageOf('gif')), 422, 'image_invalid'],
    ['a page', async () => upload(Buffer.from('<!doctype html><script>1</script>')), 422, 'image_invalid'],
    [
      'a page behind the signature of a PNG',
      async () => upload(Buffer.concat([(await png()).subarray(0, 8), Buffer.from('<script>1</script>')])),
      422,
      'image_invalid',
    ],
    ['a PNG that is cut off', async () => upload(await cut('png')), 422, 'image_invalid'],
    ['a JPEG that is cut off', async () => upload(await cut('jpeg')), 422, 'image_invalid'],
    ['a WebP that is cut off', async () => upload(await cut('webp')), 422, 'image_invalid'],
    [
      'a decompression bomb of 30,000 by 30,000 pixels',
      async () => upload(blackPng(30_000, 30_000)),
      422,
      'image_invalid',
    ],
    ['more than 1 MB', async () => upload(Buffer.alloc(MAX_BYTES + 1)), 413, 'body_too_large'],
    [
      'more than 1 MB without a length',
      async () => upload(Buffer.alloc(MAX_BYTES + 1), { headers: chunked }),
      413,
      'body_too_large',
    ],
    ['nothing', async () => upload(Buffer.alloc(0)), 400, 'input_invalid'],
    [
      'a form',
      async () => upload(await png(), { headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
      415,
      'media_type_unsupported',
    ],
    [
      'a compressed body',
      async () => upload(await png(), { headers: { 'content-encoding': 'gzip' } }),
      415,
      'media_type_unsupported',
    ],
    [
      'another site’s page',
      async () => upload(await png(), { headers: { 'sec-fetch-site': 'cross-site' } }),
      403,
      'csrf_origin_denied',
    ],
  ] as const)('%s', async (_name, attack, status, code) => {
    const hash = await withLogo('#0a0');
    const before = await own();
    const answer = await attack();
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await own()).toEqual(before);
    expect((await logo(hash)).status).toBe(200);
  });

  test('an SVG and an image with too many pixels say what to do', async () => {
    expect((await upload(Buffer.from(SVG))).body.detail).toContain('Save the logo as PNG, JPEG or WebP.');
    expect((await upload(blackPng(5000, 100))).body.detail).toContain('4096 × 4096');
  });

  test('an older version is refused before the image is sent', async () => {
    await withLogo();
    const answer = await upload(await imageOf('png', { colour: '#fff' }), { headers: { 'if-match': '"1"' } });
    expect(answer).toMatchObject({ status: 412, body: { code: 'edit_conflict' } });
  });

  test('G6: beyond 30 on a day, invalid ones included', async () => {
    await system.database.query(
      `insert into employer.logo_uploads (user_id, on_day, count) values ($1, (now() at time zone 'UTC')::date, 28)`,
      [owner.userId],
    );
    expect((await upload(Buffer.from(SVG))).status).toBe(422);
    expect((await upload(await imageOf('png'))).status).toBe(200);
    expect(await upload(await imageOf('png', { colour: '#fff' }))).toMatchObject({
      status: 429,
      body: { code: 'rate_limited' },
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    await system.database.query('update employer.logo_uploads set on_day = on_day - 1 where user_id = $1', [
      owner.userId,
    ]);
    expect((await upload(await imageOf('png', { colour: '#fff' }))).status).toBe(200);
  });

  test('G6: a third one of its user while two are running', async () => {
    const file = await noiseOf('png');
    const slow = [slowUpload(owner, file), slowUpload(owner, file)];
    while (
      (await system.database.query<{ count: number }>(BEGUN, [owner.userId])).every(({ count }) => count < 2)
    )
      await new Promise(setImmediate);
    expect(await upload(file)).toMatchObject({
      status: 429,
      body: {
        code: 'rate_limited',
        detail: 'Too many of your uploads are running. Try again in a few seconds.',
      },
      headers: { 'retry-after': '5' },
    });
    for (const one of slow) one.finish();
    for (const one of slow) expect((await one.answer).status).toBe(200);
    expect((await upload(file)).status).toBe(200);
  });

  /** Two slow uploads of each of so many owners, each from an address of their own or all from one. */
  async function startMany(owners: number, addressOf: (owner: number) => string) {
    const file = await noiseOf('png');
    const users: TestPerson[] = [];
    for (let n = 0; n < owners; n += 1)
      users.push(await makePerson(system.database, { membership: { role: 'owner', status: 'active' } }));
    const slow = users.flatMap((user, index) => [1, 2].map(() => slowUpload(user, file, addressOf(index))));
    const begun = () =>
      system.database.query<{ total: string }>(
        'select sum(count) as total from employer.logo_uploads where user_id = any ($1)',
        [users.map(({ userId }) => userId)],
      );
    while ((await begun())[0]?.total !== String(owners * 2)) await new Promise(setImmediate);
    return {
      file,
      finishAll: () => {
        for (const one of slow) one.finish();
        return Promise.all(slow.map(({ answer }) => answer));
      },
      disconnectAll: async () => {
        for (const one of slow) one.disconnect();
        await Promise.allSettled(slow.map(({ answer }) => answer));
      },
    };
  }

  test('G6: a ninth one of a network while two of each of four users are running there', async () => {
    const { file, disconnectAll } = await startMany(4, () => '192.0.2.1');
    const refused = slowUpload(owner, file, '192.0.2.1');
    refused.finish();
    const { status, text: body } = await refused.answer;
    expect([status, JSON.parse(body).detail]).toEqual([
      429,
      'Too many uploads from your network are running. Try again in a few seconds.',
    ]);
    expect((await upload(file)).status).toBe(200);
    await disconnectAll();
  });

  test('G6: those that arrive faster than images can be decoded', async () => {
    const { finishAll } = await startMany(15, (user) => `192.0.2.${user}`);
    const answers = await finishAll();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    for (const { text: body } of answers.filter(({ status }) => status === 503)) {
      expect(JSON.parse(body).detail).toBe('Too many images are being uploaded. Try again in a few seconds.');
    }
  });

  test('G6: a thirty-third one while two of each of sixteen users are running', async () => {
    const { file, disconnectAll } = await startMany(16, (user) => `192.0.2.${user}`);
    expect(await upload(file)).toMatchObject({
      status: 503,
      body: { detail: 'Too many uploads are running. Try again in a few seconds.' },
      headers: { 'retry-after': '5' },
    });
    await disconnectAll();
    const { body } = await waitFor(async () => {
      const answer = await upload(file);
      return answer.status === 503 ? undefined : answer;
    });
    expect(body.hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('an upload that takes its time', () => {
  test.each([
    [
      'the membership is revoked',
      (query: TestSystem['database']['query']) =>
        query("update employer.org_memberships set status = 'revoked', revoked_by = 'owner' where id = $1", [
          owner.membershipId,
        ]),
      403,
      'org_membership_inactive',
    ],
    [
      'the owner becomes a member',
      (query: TestSystem['database']['query']) =>
        query("update employer.org_memberships set role = 'member' where id = $1", [owner.membershipId]),
      403,
      'org_role_required',
    ],
    ['the company is disabled', () => set('condition', 'disabled'), 403, 'org_company_disabled'],
    [
      'the user signs out',
      () =>
        system.publicHost.request('/api/identities/user_sessions/current', {
          method: 'DELETE',
          cookie: owner.cookie,
        }),
      401,
      'session_required',
    ],
  ] as const)(
    'G1: writes nothing when %s meanwhile, and keeps it from nothing',
    async (_name, end, status, code) => {
      const former = await withLogo();
      const slow = slowUpload(owner, await noiseOf('png'));
      await slow.hasBegun();
      await end(system.database.query);
      slow.finish();
      const answer = await slow.answer;
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([status, code]);
      const rows = await system.database.query(
        'select hash from employer.company_logos where company_id = $1',
        [owner.companyId],
      );
      expect(rows).toEqual([{ hash: former }]);
    },
  );

  test('leaves the former logo when its client disconnects', async () => {
    const former = await withLogo();
    const slow = slowUpload(owner, await noiseOf('png'));
    await slow.hasBegun();
    slow.disconnect();
    await expect(slow.answer).rejects.toThrow();
    expect((await own()).hash).toBe(former);
    expect((await upload(await imageOf('webp'))).status).toBe(200);
  });
});
