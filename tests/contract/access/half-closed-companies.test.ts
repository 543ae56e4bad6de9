import { makeJobPost, type TestDatabase, type TestPerson } from '@gatehouse/testkit';
import { beforeEach, expect, test } from '@jest/globals';
import { runDeletions } from '#support/account-deletions.ts';
import { beforeDeletions, holdAccess, MAILS } from '#support/deletion-parties.ts';
import { inHeldTransaction } from '#support/held-transaction.ts';

const POSTS = 25;
const MEMBERS = 120;

let database: TestDatabase;
let owner: TestPerson;
let elsewhere: TestPerson;
const { change, resultOf, idsOf, countOf, columnOf, letBeDue, letBeLater, disable, eventsOf, mailsTo } =
  beforeDeletions((made) => {
    ({ database, owner, elsewhere } = made);
  });

const members = () => idsOf('employer.org_memberships where company_id = $1', [owner.companyId]);
const published = () =>
  countOf("employer.job_posts where company_id = $1 and state = 'published'", [owner.companyId]);
const mailsOfMembers = () =>
  countOf("identity.mail_outbox where kind = 'company_closed' and to_address like $1", [
    `%@${owner.companyId}.test`,
  ]);
const cancel = () =>
  change(
    'identity.users',
    'deletion_requested_at = null, deletion_due_at = null, deletion_closes_company_id = null',
    owner.userId,
  );
const revokeAndCancel = async () => {
  await change('employer.org_memberships', "status = 'revoked', revoked_by = 'staff'", owner.membershipId);
  await cancel();
};

beforeEach(async () => {
  await database.query(
    `with users as (
       insert into identity.users (email, name, email_verified_at)
       select uuidv7() || '@' || $1 || '.test', 'Bell ringer', now() from generate_series(1, ${MEMBERS}) returning id)
     insert into employer.org_memberships (user_id, company_id, role) select id, $1::uuid, 'member' from users`,
    [owner.companyId],
  );
  for (let post = 0; post < POSTS; post += 1) await makeJobPost(database, owner);
});

/** As by a job that stops after its first transaction. */
async function closeSome(): Promise<void> {
  await letBeDue(owner, owner.companyId);
  expect(await resultOf('retention.close_some_with_account($1, $2)', [owner.userId, MAILS])).toBe(true);
  expect([(await members()).length, await mailsOfMembers(), await published()]).toEqual([71, 50, 15]);
}

test.each([
  ['its last owner has cancelled the deletion', cancel, [], ['company_closed']],
  ['its last owner has changed the address', () => letBeLater(owner), [], ['company_closed']],
  ['staff have revoked the access of its last owner, who has cancelled', revokeAndCancel, ['revoked'], []],
] as const)('a company that is half closed is closed, although %s', async (_why, arrange, left, mails) => {
  await closeSome();
  await arrange();
  await runDeletions(database);
  expect(await members()).toEqual(left.map(() => owner.membershipId));
  expect([await mailsOfMembers(), await published()]).toEqual([MEMBERS, 0]);
  expect(await eventsOf(owner.companyId)).toEqual(['company.closed: by its last owner']);
  expect(await mailsTo(owner)).toEqual(mails);
  expect(await columnOf('employer.companies', 'closing_since', owner.companyId)).toBeNull();
});

test('a company that staff had disabled before is closed, too', async () => {
  await disable(owner);
  await closeSome();
  await cancel();
  await runDeletions(database);
  expect([await members(), await mailsOfMembers(), await published()]).toEqual([[], MEMBERS, 0]);
  expect(await eventsOf(owner.companyId)).toEqual(['company.closed: by its last owner']);
});

test('a company is closed with its last owner’s account once another run goes on', async () => {
  await closeSome();
  await runDeletions(database);
  expect([await members(), await mailsOfMembers(), await published()]).toEqual([[], MEMBERS, 0]);
  expect(await columnOf('employer.companies', 'closing_since', owner.companyId)).toBeNull();
});

test('a company that cannot be closed yet keeps no other, and is closed by the next run', async () => {
  await closeSome();
  await cancel();
  await change(
    'employer.companies',
    "condition = 'disabled', closing_since = now() + interval '1 second'",
    elsewhere.companyId,
  );
  await inHeldTransaction(database.ownerUrl, async (holder) => {
    await holdAccess(holder, 'company', owner.companyId, true);
    await runDeletions(database);
  });
  expect(await countOf('employer.org_memberships where company_id = $1', [elsewhere.companyId])).toBe(0);
  expect((await members()).length).toBe(71);
  await runDeletions(database);
  expect(await members()).toEqual([]);
});
