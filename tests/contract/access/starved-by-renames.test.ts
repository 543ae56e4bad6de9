import { namedStatements } from '@gatehouse/boundary';
import { makeAdmin, makePerson, startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pagesRead } from '#support/pages-read.ts';

// Loads the statements of the service.
await import('#services/identity/src/identity.ts');

/** Of one account: its own changes of its name, which no list shows. */
const EVENTS = 50_000;
/** Of 8 kB. Without an index of their own, the other events of the account are found after hundreds. */
const FEW_PAGES = 100;
/** A short page of a list: each of its rows is read with its session. */
const FEW_ROWS = 6;

let system: TestSystem;
let person: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity'] });
  person = await makePerson(system.database, { talent: 'active' });
  const { userId, sessionId } = person;
  const add = (kind: string, subjectId: string, action: string, change = '') =>
    sql(
      `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id, change)
       values ('user', $1, $2, $3, $4, $5)`,
      [userId, action, kind, subjectId, change],
    );
  await add('user', userId, 'talent_access.requested', 'none → pending');
  await add('user', userId, 'user.password_changed');
  await add('user_session', sessionId, 'user_session.started');
  await sql(
    `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id)
     select 'user', $1, 'user.renamed', 'user', $1 from generate_series(1, $2)`,
    [userId, EVENTS],
  );
  // In the same week as its request.
  await add('user', userId, 'talent_access.changed', 'pending → active');
  // Others have events that the lists show, of an earlier week.
  await sql(
    `insert into identity.audit_events (id, at, actor_kind, actor_id, action, subject_kind, subject_id)
     select uuidv7(interval '-60 days'), now() - interval '60 days', 'user', gen_random_uuid(), action, 'user', gen_random_uuid()
       from generate_series(1, $1), unnest(array['user.password_changed', 'talent_access.changed']) action`,
    [EVENTS],
  );
  await sql('analyze identity.audit_events');
});
afterAll(() => system.stop());

const sql = (text: string, values: readonly unknown[] = []) => system.database.query(text, values);

const read = (name: string, values: readonly unknown[]) => {
  const found = namedStatements().find((one) => one.name === name);
  if (found === undefined) throw new Error(`no statement has the name ${name}`);
  return pagesRead(system.database.ownerUrl, { text: found.text, values });
};

describe('an account that its user has renamed very often', () => {
  test.each([
    ['its security log', 'list_security_events', () => [person.userId, null, FEW_ROWS]],
    ['the decisions on it', 'list_access_decisions_of_user', () => [person.userId]],
    ['the statistics of the week', 'count_weeks', () => [[mondayOf(new Date())]]],
  ])('F8 G6: reads few pages for %s', async (_what, name, values) => {
    expect(await read(name, values())).toBeLessThan(FEW_PAGES);
  });

  test('F8 G6: reads few pages for its security log when one of its sessions has very many events, or strangers have guessed the password', async () => {
    await sql(
      `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id)
       select 'system', null::uuid, 'user_session.found_ambiguous', 'user_session', $1::uuid from generate_series(1, $3)
       union all
       select 'user', null, 'user_session.refused', 'user', $2::uuid from generate_series(1, $3)`,
      [person.sessionId, person.userId, EVENTS],
    );
    await sql('analyze identity.audit_events');
    expect(await read('list_security_events', [person.userId, null, FEW_ROWS])).toBeLessThan(FEW_PAGES);
  });

  test('F8 G6: keeps its security log, and its review by staff', async () => {
    const log = await system.publicHost.request('/api/identities/users/current/security_events', person);
    expect([log.status, log.body.items.map(({ action }: { action: string }) => action)]).toEqual([
      200,
      ['user_session.started', 'user.password_changed'],
    ]);
    const { cookie } = await makeAdmin(system.database, 'viewer');
    const path = `/api/identities/admin/users/${person.userId}/access_review`;
    const review = await system.teamHost.request(path, { cookie });
    expect(review).toMatchObject({ status: 200, body: { decisions: [{ to: 'active' }, { to: 'pending' }] } });
  });
});

/** The Monday of a day's week in UTC, as `2026-01-26`. */
function mondayOf(day: Date): string {
  const daysSince = (day.getUTCDay() + 6) % 7;
  return new Date(day.getTime() - daysSince * 86_400_000).toISOString().slice(0, 10);
}
