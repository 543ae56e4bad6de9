import { readFileSync, rmSync, statSync } from 'node:fs';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { letDeletionBeDue, runRetentionJob } from '#support/account-deletions.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { hasObjectStore, startObjectStore, type TestObjectStore } from '#support/object-store.ts';
import { pdfOf } from '#support/pdf.ts';
import { slowDownload } from '#support/slow-download.ts';
import { waitFor } from '#support/wait-for.ts';

const MEGABYTE = 1024 * 1024;
const MAX_BYTES = 5 * MEGABYTE;

const PLACES = ['PostgreSQL', ...(hasObjectStore() ? ['an S3-compatible store'] : [])];

let system: TestSystem;
/** Null: PostgreSQL has the content of CVs. */
let store: TestObjectStore | null;
let owner: TestPerson;
let talent: TestPerson;
let postId: string;

type Place = { readonly system: TestSystem; readonly store: TestObjectStore | null };

async function start(place: string): Promise<Place> {
  const started = place === 'PostgreSQL' ? null : await startObjectStore();
  const environment: Readonly<Record<string, string>> =
    started === null ? {} : { DOCUMENTS_URL: started.url() };
  return { system: await startTestSystem({ seed: 'none', environment }), store: started };
}

async function makePeople(): Promise<void> {
  [owner, talent] = await Promise.all([
    makePerson(system.database, { membership: { role: 'owner', status: 'active' } }),
    makePerson(system.database, { talent: 'active' }),
  ]);
  postId = await makeJobPost(system.database, owner);
}

const send = (method: string, path: string, { cookie }: { cookie: string }, body?: object) =>
  system.publicHost.request(`/api${path}`, { method, cookie, body });
const upload = (
  file: Buffer,
  { who = talent, name = 'cv.pdf', headers = {} }: { who?: TestPerson; name?: string; headers?: object } = {},
) =>
  system.publicHost.request(`/api/talent/cvs/current?name=${encodeURIComponent(name)}`, {
    method: 'PUT',
    cookie: who.cookie,
    rawBody: file,
    headers: { 'content-type': 'application/pdf', ...headers },
  });
const apply = (withCv: boolean, who = talent) =>
  send('POST', `/talent/job_posts/${postId}/applications`, who, { message: '', with_cv: withCv });
const current = async (who = talent) => (await send('GET', '/talent/cvs/current', who)).body;
const download = (path: string, who: { cookie: string }) => send('GET', path, who);
const storedRows = () =>
  system.database.query<{ size: number; stored: number; store_folder: string | null }>(
    `select c.size, c.store_folder, coalesce(sum(length(k.bytes)), 0)::int as stored
       from talent.cvs c left join talent.cv_chunks k on k.cv_id = c.id
      where c.user_id = $1 group by c.id order by c.id`,
    [talent.userId],
  );
/** Of each CV its size, and how many bytes of it are there. */
async function storedFiles(): Promise<readonly (readonly [size: number, stored: number])[]> {
  const keys = (await store?.keys()) ?? [];
  return (await storedRows()).map(({ size, stored, store_folder: folder }) => {
    if (store === null) return [size, stored];
    // Nothing of it is in PostgreSQL.
    expect(stored).toBe(0);
    const files = keys.filter((key) => key.startsWith(`${folder}/`)).map((key) => store?.fileOf(key) ?? '');
    return [size, files.reduce((sum, file) => sum + statSync(file).size, 0)];
  });
}

/** An upload whose body the test sends piece by piece. */
function slowUpload({ cookie }: TestPerson): {
  request: ClientRequest;
  answer: Promise<{ status: number; text: string }>;
} {
  const { port, publicHost } = system.local;
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    method: 'PUT',
    path: '/api/talent/cvs/current?name=slow.pdf',
    headers: {
      host: publicHost,
      cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/pdf',
      'content-length': MEGABYTE,
    },
  });
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject);
    });
  });
  // A test ends it before it expects how it ends.
  answer.catch(() => undefined);
  return { request, answer };
}

/** As a second upload of the talent. */
const beginAnother = (client: pg.Client) =>
  client.query("select talent.begin_cv_upload($1, 'another.pdf', 30)", [talent.userId]);

/** How many uploads of the talent have begun on this day. */
async function begunToday(): Promise<number | undefined> {
  const [row] = await system.database.query<{ count: number }>(
    'select count from talent.cv_uploads where user_id = $1',
    [talent.userId],
  );
  return row?.count;
}

async function firstChunkIsStored(): Promise<void> {
  while ((await storedFiles()).every(([, stored]) => stored === 0)) await new Promise(setImmediate);
}

async function deleteAllButFirstChunk(): Promise<void> {
  await system.database.query(
    'delete from talent.cv_chunks k using talent.cvs c where c.id = k.cv_id and c.user_id = $1 and k.position > 0',
    [talent.userId],
  );
  for (const key of (await store?.keys()) ?? []) if (!key.endsWith('/0')) rmSync(store?.fileOf(key) ?? '');
}

async function repeatFirstChunk(count: number): Promise<void> {
  await system.database.query(
    `insert into talent.cv_chunks (cv_id, position, bytes)
     select k.cv_id, n, k.bytes from talent.cv_chunks k join talent.cvs c on c.id = k.cv_id, generate_series(1, $2::int - 1) n
      where c.user_id = $1`,
    [talent.userId, count],
  );
  const [row] = await storedRows();
  if (store === null || row?.store_folder == null) return;
  const first = readFileSync(store.fileOf(`${row.store_folder}/0`));
  for (let position = 1; position < count; position++)
    await store.client.put({ folder: row.store_folder, position }, first);
}

describe.each(PLACES)('CVs in %s', (place) => {
  let started: Place;
  beforeAll(async () => {
    started = await start(place);
  });
  beforeEach(async () => {
    // Before each test: the mutation tests run those of both places in any order.
    ({ system, store } = started);
    await makePeople();
  });
  afterAll(async () => {
    await started.system.stop();
    await started.store?.stop();
  });

  describe('the current CV', () => {
    test('is stored as it was sent, whatever its size, and downloaded under its name', async () => {
      expect(await current()).toEqual({});
      const file = pdfOf('Ada Lovelace', 700_000);
      expect(await upload(file, { name: ' Lebenslauf Zoë.pdf' })).toMatchObject({
        status: 200,
        body: { name: 'Lebenslauf Zoë.pdf', size: 700_000, uploaded_at: expect.stringMatching(/Z$/) },
      });
      expect((await current()).file).toMatchObject({ name: 'Lebenslauf Zoë.pdf', size: 700_000 });
      const answer = await download('/talent/cvs/current/document', talent);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': '700000',
        'content-disposition': `attachment; filename="Lebenslauf Zo?.pdf"; filename*=UTF-8''Lebenslauf%20Zo%C3%AB.pdf`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(answer.text).toBe(file.toString());
    });

    test('is replaced as a whole, and nothing of the former one is left', async () => {
      await upload(pdfOf('first', 600_000));
      await upload(pdfOf('second', 2000));
      expect(await storedFiles()).toEqual([[2000, 2000]]);
      expect((await download('/talent/cvs/current/document', talent)).text).toContain('second');
    });

    test('is deleted with its content, and no other user’s', async () => {
      const other = await makePerson(system.database, { talent: 'active' });
      await upload(pdfOf('other'), { who: other });
      await upload(pdfOf('gone'));
      expect((await send('DELETE', '/talent/cvs/current', talent)).status).toBe(204);
      expect(await storedFiles()).toEqual([]);
      expect(await current()).toEqual({});
      expect((await download('/talent/cvs/current/document', talent)).body.code).toBe('not_found');
      expect((await send('DELETE', '/talent/cvs/current', talent)).body.code).toBe('not_found');
      expect((await download('/talent/cvs/current/document', other)).text).toContain('other');
    });

    test('HEAD answers the headers without reading the file', async () => {
      await upload(pdfOf('x', 600_000));
      await deleteAllButFirstChunk();
      expect(await send('HEAD', '/talent/cvs/current/document', talent)).toMatchObject({
        status: 200,
        headers: { 'content-length': '600000', 'content-type': 'application/pdf' },
        text: '',
      });
      expect((await send('HEAD', '/talent/cvs/current/document', owner)).status).toBe(403);
    });

    test('is in the audit trail without its name', async () => {
      await upload(pdfOf('x'), { name: 'secret name.pdf' });
      await send('DELETE', '/talent/cvs/current', talent);
      const events = await system.database.query<{ action: string }>(
        'select action, change, reason from identity.audit_events where subject_id = $1 order by id',
        [talent.userId],
      );
      expect(events.map(({ action }) => action)).toEqual(['profile.cv_uploaded', 'profile.cv_deleted']);
      expect(JSON.stringify(events)).not.toContain('secret name');
    });
  });

  describe('an upload is refused and changes nothing', () => {
    const chunked = { 'content-length': null, 'transfer-encoding': 'chunked' };
    test.each([
      ['that is no PDF', () => upload(Buffer.from('<html>%PDF</html>%%EOF')), 422, 'file_invalid'],
      [
        'of another type',
        () => upload(pdfOf('x'), { headers: { 'content-type': 'text/html' } }),
        415,
        'media_type_unsupported',
      ],
      [
        'without a type',
        () => upload(pdfOf('x'), { headers: { 'content-type': null } }),
        415,
        'media_type_unsupported',
      ],
      [
        'that is compressed',
        () => upload(pdfOf('x'), { headers: { 'content-encoding': 'gzip' } }),
        415,
        'media_type_unsupported',
      ],
      ['beyond 5 MB', () => upload(pdfOf('big', MAX_BYTES + 1)), 413, 'body_too_large'],
      [
        'beyond 5 MB that announces no length',
        () => upload(pdfOf('big', MAX_BYTES + 1), { headers: chunked }),
        413,
        'body_too_large',
      ],
      ['that is empty', () => upload(Buffer.alloc(0)), 400, 'input_invalid'],
      [
        'with the name of a program (ASVS 5.4.1)',
        () => upload(pdfOf('x'), { name: 'cv.pdf.exe' }),
        400,
        'input_invalid',
      ],
      ['with nothing but an ending', () => upload(pdfOf('x'), { name: ' .pdf' }), 400, 'input_invalid'],
      ['without a name', () => upload(pdfOf('x'), { name: '' }), 400, 'input_invalid'],
      [
        'with a name of two lines',
        () => upload(pdfOf('x'), { name: 'a\r\nSet-Cookie: x' }),
        400,
        'input_invalid',
      ],
    ] as const)('%s', async (_name, attack, status, code) => {
      await upload(pdfOf('good'));
      expect(await attack()).toMatchObject({ status, body: { code } });
      expect((await download('/talent/cvs/current/document', talent)).text).toContain('good');
    });

    test('that is cut off, with what to do', async () => {
      expect(await upload(pdfOf('cut', 600_000).subarray(0, 500_000))).toMatchObject({
        status: 422,
        body: { code: 'file_invalid', detail: expect.stringContaining('Save the document again') },
      });
      expect(await current()).toEqual({});
    });

    test('G6: beyond 100 MB that are kept for applications', async () => {
      await upload(pdfOf('first'));
      await apply(true);
      await system.database.query('update talent.cvs set size = $2 where user_id = $1', [
        talent.userId,
        96 * MEGABYTE,
      ]);
      expect(await upload(pdfOf('more'))).toMatchObject({
        status: 409,
        body: { code: 'file_quota_reached', detail: expect.stringContaining('Withdraw an application') },
      });
      expect((await current()).file.size).toBe(96 * MEGABYTE);
      await system.database.query('update talent.cvs set size = $2 where user_id = $1', [
        talent.userId,
        95 * MEGABYTE,
      ]);
      expect((await upload(pdfOf('more'))).status).toBe(200);
    });

    test('G6: uploads that break off before their first chunk count, too', async () => {
      await system.database.query(
        `insert into talent.cv_uploads (user_id, on_day, count) values ($1, (now() at time zone 'UTC')::date, 29)`,
        [talent.userId],
      );
      const { request, answer } = slowUpload(talent);
      request.write('%PDF-1.7');
      while ((await storedFiles()).length === 0) await new Promise(setImmediate);
      request.destroy();
      await expect(answer).rejects.toThrow();
      expect((await upload(pdfOf('more'))).body.code).toBe('rate_limited');
    });

    test('the largest one is accepted, with and without a length', async () => {
      expect((await upload(pdfOf('x', MAX_BYTES))).status).toBe(200);
      expect((await upload(pdfOf('x', MAX_BYTES), { headers: chunked })).status).toBe(200);
      expect(await storedFiles()).toEqual([[MAX_BYTES, MAX_BYTES]]);
    });

    test('G6: beyond 30 on a day', async () => {
      await system.database.query(
        `insert into talent.cv_uploads (user_id, on_day, count) values ($1, (now() at time zone 'UTC')::date, 29)`,
        [talent.userId],
      );
      expect((await upload(pdfOf('last'))).status).toBe(200);
      expect(await upload(pdfOf('more'))).toMatchObject({
        status: 429,
        body: { code: 'rate_limited' },
        headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
      });
      await system.database.query('update talent.cv_uploads set on_day = on_day - 1 where user_id = $1', [
        talent.userId,
      ]);
      expect((await upload(pdfOf('tomorrow'))).status).toBe(200);
    });
  });

  describe('an upload that takes its time', () => {
    test('G1: is refused when access is taken away meanwhile, and what has arrived cannot be read', async () => {
      const { request, answer } = slowUpload(talent);
      const file = pdfOf('slow', MEGABYTE);
      request.write(file.subarray(0, 300_000));
      await firstChunkIsStored();
      await system.database.query(
        "update identity.users set talent_access_state = 'suspended' where id = $1",
        [talent.userId],
      );
      request.end(file.subarray(300_000));
      expect(await answer).toMatchObject({
        status: 403,
        text: expect.stringContaining('talent_access_suspended'),
      });
      await system.database.query("update identity.users set talent_access_state = 'active' where id = $1", [
        talent.userId,
      ]);
      expect(await current()).toEqual({});
    });

    test('G1: keeps no revocation waiting', async () => {
      const { request, answer } = slowUpload(talent);
      request.write(pdfOf('slow', MEGABYTE).subarray(0, 300_000));
      await firstChunkIsStored();
      expect((await send('DELETE', '/identities/user_sessions/current', talent)).status).toBe(204);
      request.end(Buffer.alloc(MEGABYTE - 300_000));
      expect((await answer).status).toBe(401);
    });

    test('ends when another one of its user begins; the newer one counts', async () => {
      const { request, answer } = slowUpload(talent);
      request.write(pdfOf('slow', MEGABYTE).subarray(0, 300_000));
      await firstChunkIsStored();
      expect((await upload(pdfOf('newer'))).status).toBe(200);
      request.end(Buffer.alloc(MEGABYTE - 300_000));
      expect(await answer).toMatchObject({
        status: 429,
        text: expect.stringContaining('has replaced this one'),
      });
      expect((await download('/talent/cvs/current/document', talent)).text).toContain('newer');
      expect(await storedFiles()).toEqual([[1000, 1000]]);
    });

    test('is refused, and leaves the former CV, when another one of its user begins at the moment of its next chunk', async () => {
      await upload(pdfOf('former'));
      const { request, answer } = slowUpload(talent);
      request.write(pdfOf('slow', MEGABYTE).subarray(0, 300_000));
      while ((await storedFiles()).filter(([, stored]) => stored > 0).length < 2)
        await new Promise(setImmediate);
      await inHeldTransaction(system.database.ownerUrl, async (client) => {
        await beginAnother(client);
        request.end(pdfOf('slow', MEGABYTE).subarray(300_000));
        await isWaitedFor(client);
      });
      expect(await answer).toMatchObject({
        status: 429,
        text: expect.stringContaining('has replaced this one'),
      });
      expect((await download('/talent/cvs/current/document', talent)).text).toContain('former');
    });

    test('is refused, and leaves the former CV, when another one of its user begins after its last chunk', async () => {
      await upload(pdfOf('former'));
      const answer = await inHeldTransaction(system.database.ownerUrl, async (client) => {
        await client.query('select from talent.cvs where user_id = $1 for update', [talent.userId]);
        const late = upload(pdfOf('late'));
        await isWaitedFor(client);
        await beginAnother(client);
        return { late };
      });
      expect(await answer.late).toMatchObject({
        status: 429,
        headers: { 'retry-after': '1' },
        body: { code: 'rate_limited', detail: expect.stringContaining('has replaced this one') },
      });
      expect((await download('/talent/cvs/current/document', talent)).text).toContain('former');
    });

    test('G6: is the second of its user at the same time; a third is refused', async () => {
      const two = [slowUpload(talent), slowUpload(talent)];
      for (const { request } of two) request.write('%PDF-1.7');
      await waitFor(async () => ((await begunToday()) === 2 ? true : undefined));
      expect(await upload(pdfOf('third'))).toMatchObject({
        status: 429,
        headers: { 'retry-after': '5' },
        body: { code: 'rate_limited', detail: expect.stringContaining('of your uploads are running') },
      });
      for (const { request } of two) request.destroy();
      await Promise.allSettled(two.map(({ answer }) => answer));
    });

    test('G6: of several accounts in one network leave places to others: a seventeenth of it is refused', async () => {
      const people = await Promise.all(
        Array.from({ length: 9 }, () => makePerson(system.database, { talent: 'active' })),
      );
      const [last, ...others] = people as [TestPerson, ...TestPerson[]];
      const slow = others.flatMap((person) => [slowUpload(person), slowUpload(person)]);
      for (const { request } of slow) request.write('%PDF-1.7');
      await waitFor(async () => {
        const [row] = await system.database.query<{ count: number | null }>(
          'select sum(count)::int as count from talent.cv_uploads where user_id = any($1)',
          [others.map(({ userId }) => userId)],
        );
        return row?.count === slow.length ? true : undefined;
      });
      expect(await upload(pdfOf('too many'), { who: last })).toMatchObject({
        status: 429,
        headers: { 'retry-after': '5' },
        body: { code: 'rate_limited', detail: expect.stringContaining('from your network') },
      });
      for (const { request } of slow.slice(0, 2)) request.destroy();
      await waitFor(async () => {
        const { status } = await upload(pdfOf('fits'), { who: last });
        return status === 200 ? true : undefined;
      });
      for (const { request } of slow) request.destroy();
      await Promise.allSettled(slow.map(({ answer }) => answer));
    });

    test('leaves the former CV when its client disconnects', async () => {
      await upload(pdfOf('former'));
      const { request, answer } = slowUpload(talent);
      request.write(pdfOf('slow', MEGABYTE).subarray(0, 300_000));
      while ((await storedFiles()).length < 2) await new Promise(setImmediate);
      request.destroy();
      await expect(answer).rejects.toThrow();
      expect((await download('/talent/cvs/current/document', talent)).text).toContain('former');
    });
  });

  describe('the CV of an application', () => {
    test('is the one of that moment: company and applicant download it, a later one replaces only the current one', async () => {
      await upload(pdfOf('as sent'), { name: 'sent.pdf' });
      const sent = await apply(true);
      expect(sent).toMatchObject({ status: 201, body: { cv: { name: 'sent.pdf', size: 1000 } } });
      const { id } = sent.body;
      await upload(pdfOf('newer'), { name: 'newer.pdf' });
      const seen = await send('GET', `/employer/applications/${id}`, owner);
      expect(seen.body.cv).toEqual(sent.body.cv);
      for (const [path, who] of [
        [`/employer/applications/${id}/cv`, owner],
        [`/talent/applications/${id}/cv`, talent],
      ] as const) {
        const answer = await download(path, who);
        expect(answer.headers['content-disposition']).toBe('attachment; filename=sent.pdf');
        expect(answer.text).toContain('as sent');
      }
      expect((await download('/talent/cvs/current/document', talent)).text).toContain('newer');
      const other = await makeJobPost(system.database, { companyId: owner.companyId, title: 'Bell ringer' });
      const path = `/talent/job_posts/${other}/applications`;
      const next = await send('POST', path, talent, { message: '', with_cv: true });
      expect(next.body.cv.name).toBe('newer.pdf');
    });

    test('D1: is its own one, and another company learns not even its name', async () => {
      await upload(pdfOf('mine'), { name: 'mine.pdf' });
      const { id } = (await apply(true)).body;
      const others = [];
      for (const withCv of [true, false]) {
        const other = await makePerson(system.database, { talent: 'active' });
        await upload(pdfOf('of another'), { who: other, name: 'other.pdf' });
        const sent = await send('POST', `/talent/job_posts/${postId}/applications`, other, {
          message: 'Hello.',
          with_cv: withCv,
        });
        others.push(sent.body.id);
      }
      const head = (one: string, who: TestPerson) => send('HEAD', `/employer/applications/${one}/cv`, who);
      const stranger = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
      const [withOne, without] = others;
      expect((await head(id, owner)).headers['content-disposition']).toBe('attachment; filename=mine.pdf');
      expect((await head(withOne, owner)).headers['content-disposition']).toBe(
        'attachment; filename=other.pdf',
      );
      expect((await head(without, owner)).status).toBe(404);
      const otherTalent = await makePerson(system.database, { talent: 'active' });
      const [{ cv_id: file } = { cv_id: '' }] = await system.database.query<{ cv_id: string }>(
        'select cv_id from talent.applications where id = $1',
        [id],
      );
      for (const path of [`/talent/applications/${id}/cv`, `/talent/cvs/${file}/document`]) {
        expect((await send('HEAD', path, talent)).status).toBe(200);
        expect((await send('HEAD', path, otherTalent)).status).toBe(404);
      }
      for (const one of [id, withOne, without]) expect((await head(one, stranger)).status).toBe(404);
    });

    test('is not sent unless the applicant asks for it', async () => {
      await upload(pdfOf('private'));
      await send('PUT', '/talent/profiles/current', talent, {
        headline: 'Bells',
        summary: '',
        skills: [],
        location: '',
        links: [],
      });
      const { body } = await apply(false);
      expect(body.cv).toBeUndefined();
      expect((await download(`/employer/applications/${body.id}/cv`, owner)).body.code).toBe('not_found');
      expect((await download(`/talent/applications/${body.id}/cv`, talent)).body.code).toBe('not_found');
    });

    test('is enough for an application without profile and message; one that is not there sends nothing', async () => {
      expect(await apply(true)).toMatchObject({ status: 404, body: { detail: 'You have no CV.' } });
      expect((await apply(false)).body.code).toBe('application_incomplete');
      await upload(pdfOf('enough'));
      expect((await apply(true)).status).toBe(201);
    });

    test('is not there when it is deleted while the application waits for it', async () => {
      await upload(pdfOf('going'));
      const [late] = await inHeldTransaction(system.database.ownerUrl, async (client) => {
        await client.query('delete from talent.cvs where user_id = $1', [talent.userId]);
        const applied = apply(true);
        await isWaitedFor(client);
        return [applied];
      });
      expect(await late).toMatchObject({ status: 404, body: { detail: 'You have no CV.' } });
    });

    test('outlives the current CV, and is erased with the withdrawal', async () => {
      await upload(pdfOf('sent'));
      const { id } = (await apply(true)).body;
      await send('DELETE', '/talent/cvs/current', talent);
      expect((await download(`/employer/applications/${id}/cv`, owner)).text).toContain('sent');
      expect((await send('DELETE', `/talent/applications/${id}`, talent)).status).toBe(204);
      expect((await download(`/employer/applications/${id}/cv`, owner)).body.code).toBe('not_found');
      expect(await storedFiles()).toEqual([]);
    });

    test('stays when a later current one is deleted, which leaves nothing', async () => {
      await upload(pdfOf('sent'), { name: 'sent.pdf' });
      await apply(true);
      await upload(pdfOf('newer', 2000), { name: 'newer.pdf' });
      expect((await send('DELETE', '/talent/cvs/current', talent)).status).toBe(204);
      expect((await storedRows()).map(({ size }) => size)).toEqual([1000]);
    });

    test('stays the current one when the application is withdrawn', async () => {
      await upload(pdfOf('kept'));
      const { id } = (await apply(true)).body;
      await send('DELETE', `/talent/applications/${id}`, talent);
      expect((await download(`/employer/applications/${id}/cv`, owner)).body.code).toBe('not_found');
      expect((await download('/talent/cvs/current/document', talent)).text).toContain('kept');
    });

    test('G11: is, like the current one, its user’s to take along, also when the talent access has ended, and no other user’s', async () => {
      await upload(pdfOf('as sent'), { name: 'sent.pdf' });
      await apply(true);
      await upload(pdfOf('newer'), { name: 'newer.pdf' });
      await system.database.query("update identity.users set talent_access_state = 'none' where id = $1", [
        talent.userId,
      ]);
      expect((await download('/talent/cvs/current/document', talent)).body.code).toBe(
        'talent_access_required',
      );
      const kept = await system.database.query<{ id: string; name: string }>(
        'select id, name from talent.cvs where user_id = $1 order by id',
        [talent.userId],
      );
      const paths = kept.map(({ id }) => `/talent/cvs/${id}/document`);
      expect(kept.map(({ name }) => name)).toEqual(['sent.pdf', 'newer.pdf']);
      const files = await Promise.all(paths.map((path) => download(path, talent)));
      expect(files.map(({ headers }) => headers['content-disposition'])).toEqual([
        'attachment; filename=sent.pdf',
        'attachment; filename=newer.pdf',
      ]);
      expect(files.map(({ text: content }) => content)).toEqual([
        expect.stringContaining('as sent'),
        expect.stringContaining('newer'),
      ]);
      const stranger = await makePerson(system.database, { talent: 'active' });
      for (const path of paths) {
        for (const other of [owner, stranger]) expect((await download(path, other)).status).toBe(404);
        expect((await download(path, { cookie: '' })).status).toBe(401);
      }
      // An upload that has not ended is no file.
      await system.database.query(
        'update talent.cvs set is_current = false, uploaded_at = null where user_id = $1',
        [talent.userId],
      );
      for (const path of paths) expect((await download(path, talent)).status).toBe(404);
    });

    test('B1 D1: belongs to no other account: other talent, other companies, former members', async () => {
      await upload(pdfOf('mine'));
      const { id } = (await apply(true)).body;
      const [otherOwner, otherTalent] = await Promise.all([
        makePerson(system.database, { membership: { role: 'owner', status: 'active' } }),
        makePerson(system.database, { talent: 'active' }),
      ]);
      expect((await download(`/employer/applications/${id}/cv`, otherOwner)).body.code).toBe('not_found');
      expect((await download(`/talent/applications/${id}/cv`, otherTalent)).body.code).toBe('not_found');
      expect((await download(`/employer/applications/${id}/cv`, talent)).body.code).toBe(
        'org_membership_required',
      );
      await system.database.query(
        "update employer.org_memberships set status = 'revoked' where user_id = $1",
        [owner.userId],
      );
      expect((await download(`/employer/applications/${id}/cv`, owner)).body.code).toBe(
        'org_membership_inactive',
      );
    });
  });

  describe('a download', () => {
    /** More than the sockets between client and service hold, and more than the API accepts. */
    const CHUNKS = 256;
    const CHUNK = 256 * 1024;
    const SIZE = CHUNKS * CHUNK;
    let id: string;
    beforeEach(async () => {
      await upload(pdfOf('long', CHUNK));
      await repeatFirstChunk(CHUNKS);
      await system.database.query('update talent.cvs set size = $2 where user_id = $1', [
        talent.userId,
        SIZE,
      ]);
      id = (await apply(true)).body.id;
    });

    test.each([
      [
        'an owner revokes the member',
        () =>
          system.database.query("update employer.org_memberships set status = 'revoked' where user_id = $1", [
            owner.userId,
          ]),
      ],
      [
        'staff disable the company',
        () =>
          system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
            owner.companyId,
          ]),
      ],
      [
        'the member leaves for another company',
        async () => {
          const { companyId } = await makePerson(system.database, {
            membership: { role: 'owner', status: 'active' },
          });
          await system.database.query('delete from employer.org_memberships where user_id = $1', [
            owner.userId,
          ]);
          await system.database.query(
            `insert into employer.org_memberships (user_id, company_id, role, status)
             values ($1, $2, 'member', 'active')`,
            [owner.userId, companyId],
          );
        },
      ],
      ['the member signs out', () => send('DELETE', '/identities/user_sessions/current', owner)],
      ['the applicant withdraws', () => send('DELETE', `/talent/applications/${id}`, talent)],
      [
        'the applicant, who has sent it with another application, too, withdraws this one',
        async () => {
          const other = await makeJobPost(system.database, {
            companyId: owner.companyId,
            title: 'Bell ringer',
          });
          const path = `/talent/job_posts/${other}/applications`;
          expect((await send('POST', path, talent, { message: '', with_cv: true })).status).toBe(201);
          await send('DELETE', `/talent/applications/${id}`, talent);
        },
      ],
    ])('G1: of the company ends when %s, also if the file itself stays', async (_name, revoke) => {
      const file = await slowDownload(system, owner, `/employer/applications/${id}/cv`);
      expect(file.status).toBe(200);
      await revoke();
      expect(await file.rest()).toBeLessThan(SIZE);
      expect((await current()).file.size).toBe(SIZE);
    });

    test('of the talent ends with the session, and without a change it arrives as a whole', async () => {
      const whole = await slowDownload(system, talent, '/talent/cvs/current/document');
      expect(await whole.rest()).toBe(SIZE);
      const file = await slowDownload(system, talent, `/talent/applications/${id}/cv`);
      await send('DELETE', '/identities/user_sessions/current', talent);
      expect(await file.rest()).toBeLessThan(SIZE);
    });

    test('G6: of one account, the fifth at the same time is refused', async () => {
      const path = '/talent/cvs/current/document';
      const files = [];
      for (let n = 0; n < 4; n++) files.push(await slowDownload(system, talent, path));
      expect((await send('GET', path, talent)).body.code).toBe('rate_limited');
      for (const file of files) file.stop();
    });
  });

  describe('G11: nothing of a CV is left', () => {
    /** All that PostgreSQL and the store have of the talent's CVs, once the retention job has run. */
    const leftAfterRetention = async () => {
      const folders = (await storedRows()).map(({ store_folder }) => store_folder);
      expect(folders).toHaveLength(1);
      return async () => {
        await runRetentionJob(system.database, store?.client);
        const keys = (await store?.keys()) ?? [];
        return [
          ...(await storedRows()),
          ...keys.filter((key) => folders.some((folder) => key.startsWith(`${folder}`))),
        ];
      };
    };

    test('G11: after the deletion of the account', async () => {
      await upload(pdfOf('leaving', 600_000));
      await apply(true);
      const left = await leftAfterRetention();
      await system.database.query(
        'update identity.users set deletion_requested_at = now(), deletion_due_at = now() where id = $1',
        [talent.userId],
      );
      await letDeletionBeDue(system.database, talent.userId);
      expect(await left()).toEqual([]);
    });

    test('G11: after the withdrawal of the application that alone had it', async () => {
      await upload(pdfOf('withdrawn', 600_000));
      const { id } = (await apply(true)).body;
      await send('DELETE', '/talent/cvs/current', talent);
      const left = await leftAfterRetention();
      expect(await left()).toHaveLength(store === null ? 1 : 4);
      await send('DELETE', `/talent/applications/${id}`, talent);
      expect(await left()).toEqual([]);
    });

    test('G11: of an upload that broke off, also of a chunk that came late', async () => {
      const { request, answer } = slowUpload(talent);
      request.write(pdfOf('slow', MEGABYTE).subarray(0, 300_000));
      await firstChunkIsStored();
      request.destroy();
      await expect(answer).rejects.toThrow();
      const left = await leftAfterRetention();
      await system.database.query(
        "update talent.cvs set begun_at = now() - interval '25 hours' where user_id = $1",
        [talent.userId],
      );
      // Its row goes first. The folder is deleted an hour later, when nothing can write to it any more.
      expect(await left()).toHaveLength(store === null ? 0 : 1);
      const [{ folder = '' } = {}] = await system.database.query<{ folder: string }>(
        'select folder from talent.deleted_documents',
      );
      await store?.client.put({ folder, position: 9 }, Buffer.from('late'));
      await system.database.query("update talent.deleted_documents set due_at = due_at - interval '1 hour'");
      expect(await left()).toEqual([]);
    });
  });
});
