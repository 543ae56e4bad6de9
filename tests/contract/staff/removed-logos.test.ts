import {
  addressOf,
  makeAdmin,
  makeColleague,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { imageOf } from '#support/images.ts';
import { createInvitationActs } from '#support/invitations.ts';

/** Rounds of the race, within the uploads of a day. */
const ROUNDS = Math.min(Number(process.env['RACE_ROUNDS'] ?? 6), 14);

let system: TestSystem;
let operator: string;
let owner: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
  operator = (await makeAdmin(system.database, 'operator')).cookie;
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  await makeJobPost(system.database, { companyId: owner.companyId, title: 'Sign painter' });
});
afterAll(() => system.stop());

const REASON = 'It is the mark of another company.';
const upload = (file: Buffer, { cookie } = owner) =>
  system.publicHost.request('/api/employer/companies/current/logo', {
    method: 'PUT',
    cookie,
    rawBody: file,
    headers: { 'content-type': 'application/octet-stream' },
  });
const admin = (path: string, options: object = {}, cookie = operator, { companyId } = owner) =>
  system.teamHost.request(`/api/identities/admin/companies/${companyId}${path}`, {
    cookie,
    ...options,
  });
const remove = (hash: string, body: object = {}, cookie = operator, company = owner) =>
  admin(
    `/logos/${hash}/removal`,
    { method: 'POST', body: { reason: ' For staff only ', owner_reason: ` ${REASON} `, ...body } },
    cookie,
    company,
  );
const visitor = (hash: string) =>
  system.publicHost.request(`/api/talent/companies/${owner.companyId}/logos/${hash}`);
const own = async () =>
  (await system.publicHost.request('/api/employer/companies/current', { cookie: owner.cookie })).body.logo;

describe('a logo that staff remove', () => {
  test('G2: leaves all pages, says why to its company, and cannot be uploaded again; another one can', async () => {
    const file = await imageOf('png');
    const former = (await upload(await imageOf('png', { colour: '#00f' }))).body.hash;
    const { hash } = (await upload(file)).body;
    expect((await admin('')).body.company.logo).toBe(hash);
    expect((await admin(`/logos/${former}`)).status).toBe(404);
    const seen = await admin(`/logos/${hash}`);
    expect(seen).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp', 'cache-control': 'no-store' },
    });
    expect((await remove(hash)).status).toBe(204);
    expect((await visitor(hash)).status).toBe(404);
    expect((await admin(`/logos/${hash}`)).status).toBe(404);
    expect((await admin('')).body.company).not.toHaveProperty('logo');
    expect(await own()).toEqual({
      etag: '"4"',
      removal: { reason: REASON, removed_at: expect.stringMatching(/Z$/) },
    });
    const again = await upload(file);
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'logo_removed_by_staff', detail: 'Choose another image.' },
    });
    expect((await own()).hash).toBeUndefined();
    expect((await upload(await imageOf('png', { colour: '#fff' }))).status).toBe(200);
    expect(await own()).toEqual({ hash: expect.any(String), etag: '"5"' });
    expect((await upload(file)).status).toBe(409);
  });

  test('is another company’s logo still', async () => {
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const file = await imageOf('png');
    const { hash } = (await upload(file)).body;
    await remove(hash);
    expect((await upload(file, other)).status).toBe(200);
  });

  test('D5: is named to its company alone, the latest one, until it has another logo, wherever members read or change it, or join', async () => {
    const current = (person: TestPerson, options: object = {}) =>
      system.publicHost.request('/api/employer/companies/current', { cookie: person.cookie, ...options });
    const change = { method: 'PATCH', body: { about: 'Signs.' } };
    const acts = createInvitationActs(system);
    const everywhere = async (person = owner) => {
      const refused = await current(person, { ...change, headers: { 'if-match': '"99"' } });
      expect(refused.status).toBe(412);
      const joiner = await makePerson(system.database);
      const { token } = await acts.makeInvitation(person, addressOf(joiner));
      return [
        (await acts.join(joiner, token)).body.company.logo,
        (await current(person)).body.logo,
        (await current(person, change)).body.logo,
        refused.body.conflict.current.logo,
      ];
    };
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    for (const [colour, owner_reason] of [
      ['#111', 'The first reason.'],
      ['#222', 'The second reason.'],
    ] as const)
      await remove((await upload(await imageOf('png', { colour }))).body.hash, { owner_reason });
    const { hash } = (await upload(await imageOf('png'), other)).body;
    const body = { owner_reason: 'The reason of another company.' };
    expect((await remove(hash, body, operator, other)).status).toBe(204);
    const latest = {
      etag: expect.any(String),
      removal: { reason: 'The second reason.', removed_at: expect.any(String) },
    };
    expect(await everywhere()).toEqual([latest, latest, latest, latest]);
    const next = (await upload(await imageOf('png', { colour: '#333' }))).body;
    const shown = { hash: next.hash, etag: next.etag };
    expect(await everywhere()).toEqual([shown, shown, shown, shown]);
  });

  test('is the one that staff have seen: one that was replaced meanwhile stays', async () => {
    const { hash } = (await upload(await imageOf('png'))).body;
    const next = (await upload(await imageOf('png', { colour: '#fff' }))).body;
    expect(await remove(hash)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await own()).hash).toBe(next.hash);
  });

  test('is in the audit trail with the staff’s own reason, which its company does not read', async () => {
    const { hash } = (await upload(await imageOf('png'))).body;
    await remove(hash);
    const [event] = await system.database.query(
      `select actor_kind, reason from identity.audit_events
        where subject_id = $1 and action = 'company.logo_removed' order by id desc limit 1`,
      [owner.companyId],
    );
    expect(event).toEqual({ actor_kind: 'admin', reason: 'For staff only' });
    expect(JSON.stringify(await own())).not.toContain('For staff only');
  });

  test('needs an operator, both reasons and a fresh code', async () => {
    const { hash } = (await upload(await imageOf('png'))).body;
    const viewer = await makeAdmin(system.database, 'viewer');
    const stale = await makeAdmin(system.database, 'operator', 'live', '15 minutes old');
    expect((await remove(hash, {}, viewer.cookie)).body.code).toBe('admin_role_required');
    expect((await remove(hash, {}, stale.cookie)).body.code).toBe('reauthentication_required');
    for (const field of ['reason', 'owner_reason'])
      expect((await remove(hash, { [field]: ' ' })).body.code).toBe('input_invalid');
    expect((await own()).hash).toBe(hash);
  });

  test('G9: makes a change of the version before a conflict', async () => {
    const { hash, etag } = (await upload(await imageOf('png'))).body;
    await remove(hash);
    const answer = await system.publicHost.request('/api/employer/companies/current/logo', {
      method: 'PUT',
      cookie: owner.cookie,
      rawBody: await imageOf('png', { colour: '#fff' }),
      headers: { 'content-type': 'application/octet-stream', 'if-match': etag },
    });
    expect(answer).toMatchObject({
      status: 412,
      body: { code: 'edit_conflict', conflict: { changed_by: 'Gatehouse staff' } },
    });
  });

  test('G1 G2: does not come back by an upload of the same moment', async () => {
    const colleague = await makeColleague(system.database, owner);
    for (let round = 0; round < ROUNDS; round += 1) {
      const file = await imageOf('png', { colour: `#${(round + 1) * 111111}`.slice(0, 7) });
      const { hash } = (await upload(file)).body;
      const [removed] = await Promise.all([remove(hash), upload(file), upload(file, colleague)]);
      expect(removed.status).toBe(204);
      expect((await visitor(hash)).status).toBe(404);
      expect((await own()).hash).toBeUndefined();
    }
  });
});
