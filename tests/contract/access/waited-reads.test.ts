import {
  createInstanceClient,
  makePerson,
  type RunningPart,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

/** As many reads of one account run at once. */
const RUNNING = 4;
const MEMBERS = '/api/employer/org_memberships';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['employer'] });
});
afterAll(() => system.stop());

test('G1 D2: a read that has waited for others of its account is decided again before it runs', async () => {
  const client = createInstanceClient(
    system.local.services.employer[0] as RunningPart,
    system.local.publicHost,
  );
  const membership = { role: 'owner', status: 'active' } as const;
  const [person, other] = [
    await makePerson(system.database, { membership }),
    await makePerson(system.database, { membership }),
  ];
  const read = ({ cookie }: TestPerson, path = MEMBERS) => client.request(path, { cookie });
  const { running, waiting } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query('lock table employer.message_templates in access exclusive mode');
    const running = Array.from({ length: RUNNING }, () => read(person, '/api/employer/message_templates'));
    await isWaitedFor(holder);
    const waiting = read(person);
    // The instance has decided about the former request when it answers this one.
    expect((await read(other)).status).toBe(200);
    await system.database.query(
      "update employer.org_memberships set status = 'revoked', revoked_by = 'owner' where user_id = $1",
      [person.userId],
    );
    return { running, waiting };
  });
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array(RUNNING).fill(200));
  const { status, body } = await waiting;
  expect([status, body.code]).toEqual([403, 'org_membership_inactive']);
  client.close();
});
