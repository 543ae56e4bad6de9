import { makeColleague, type TestDatabase, type TestPerson } from '@gatehouse/testkit';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  accepted,
  beforeDeletions,
  CLOSED_INVITATIONS,
  holdAccess,
  holdRow,
  MAILS,
} from '#support/deletion-parties.ts';
import { resultAtOnce } from '#support/function-rows.ts';
import { afterWait, inHeldTransaction } from '#support/held-transaction.ts';

let database: TestDatabase;
let owner: TestPerson;
let elsewhere: TestPerson;
let user: TestPerson;
const {
  change,
  resultOf,
  columnOf,
  makeOwner,
  letBeDue,
  letBeLater,
  isClosed,
  exists,
  eventsOf,
  mailsTo,
  apply,
  invite,
  withdrawn,
  makeExport,
  OWNERSHIPS,
} = beforeDeletions((made) => {
  ({ database, owner, elsewhere, user } = made);
});

test('accounts are due in their order, each for one process', async () => {
  await database.query('update identity.users set deletion_requested_at = null, deletion_due_at = null');
  const people = [owner, elsewhere, user];
  for (const [hours, person] of people.entries())
    await change(
      'identity.users',
      `deletion_requested_at = now(), deletion_due_at = now() - interval '${hours + 1} hours'`,
      person.userId,
    );
  const lockSome = 'select retention.lock_due_accounts(1) as id';
  await inHeldTransaction(database.ownerUrl, async (holder) => {
    expect((await holder.query(lockSome)).rows).toEqual([{ id: user.userId }]);
    expect(await resultAtOnce(database, 'retention.lock_due_accounts($1)', [1])).toBe(elsewhere.userId);
  });
  for (const person of people) await letBeLater(person);
  expect(await database.query(lockSome)).toEqual([]);
});

describe('G11: an account is deleted', () => {
  const DELETE = 'retention.delete_account($1, $2)';
  const remove = ({ userId } = user) => resultOf(DELETE, [userId, MAILS]);
  const removeAtOnce = ({ userId } = user) => resultAtOnce(database, DELETE, [userId, MAILS]);

  test('with what it has sent, of which the trail keeps that it ended', async () => {
    const member = await makeColleague(database, owner, 'member');
    const [open, before, others] = [
      await apply(member, elsewhere),
      await apply(member, elsewhere),
      await apply(user, owner),
    ];
    await change('talent.applications', 'withdrawn_at = now()', before);
    const own = [
      await invite(member),
      await invite(member, accepted(user)),
      ...(await Promise.all(CLOSED_INVITATIONS.map((values) => invite(member, values)))),
      await invite(owner),
    ];
    const removed = (kind: string) =>
      resultOf('(select removed::int from retention.progress where kind = $1)', [kind]) as Promise<number>;
    const [ofAccounts, ofSessions] = [await removed('account_deletions'), await removed('user_sessions')];
    await letBeDue(member);
    expect(await remove(member)).toBe('deleted');
    expect([await exists(member), await exists(owner), await exists(user)]).toEqual([0, 1, 1]);
    expect(await eventsOf(open)).toEqual(['application.withdrawn: ']);
    expect([await eventsOf(before), await eventsOf(others)]).toEqual([[], []]);
    expect(await withdrawn(own)).toEqual([true, false, false, false, false]);
    const ofInvitations = [];
    for (const id of own) ofInvitations.push((await eventsOf(id)).length);
    expect(ofInvitations).toEqual([1, 0, 0, 0, 0]);
    expect(await eventsOf(owner.companyId)).toEqual(['org_membership.ended: active, member → none']);
    expect(await eventsOf(member.userId)).toEqual(['user.deleted: ']);
    expect(await mailsTo(member)).toEqual(['account_deleted']);
    expect([await removed('account_deletions'), await removed('user_sessions')]).toEqual([
      ofAccounts + 1,
      ofSessions,
    ]);
  });

  test('without a company, and not before it is due', async () => {
    expect(await remove()).toBeNull();
    await letBeDue(user);
    await letBeLater(user);
    expect([await remove(), await exists(user), await mailsTo(user)]).toEqual([null, 1, []]);
    await letBeDue(user);
    expect([await remove(), await exists(user)]).toEqual(['deleted', 0]);
    expect(await mailsTo(user)).toEqual(['account_deleted']);
    expect(await remove()).toBeNull();
  });

  test.each(OWNERSHIPS)(
    'later if it has a company without an owner then: %s',
    async (_how, isLast, arrange) => {
      await arrange(owner);
      await letBeDue(owner);
      expect(await remove(owner)).toBe(isLast ? 'postponed' : 'deleted');
      expect([await exists(owner), await isClosed(owner)]).toEqual([isLast ? 1 : 0, false]);
      expect(await mailsTo(owner)).toEqual([isLast ? 'account_deletion_postponed' : 'account_deleted']);
      expect(await eventsOf(owner.userId)).toEqual([
        isLast ? 'user.deletion_postponed: last owner of a company' : 'user.deleted: ',
      ]);
      if (isLast)
        expect(
          await columnOf('identity.users', "deletion_due_at > now() + interval '6 days'", owner.userId),
        ).toBe(true);
    },
  );

  test('with its company, if its last owner has said so of this one', async () => {
    await letBeDue(owner, elsewhere.companyId);
    expect([await remove(owner), await isClosed(elsewhere)]).toEqual(['postponed', false]);
    await letBeDue(owner, owner.companyId);
    expect([await remove(owner), await isClosed(owner)]).toEqual(['deleted', true]);
    expect(await eventsOf(owner.companyId)).toEqual(['company.closed: by its last owner']);
  });

  test('and no company that has another owner', async () => {
    await makeColleague(database, owner);
    await letBeDue(owner, owner.companyId);
    expect([await remove(owner), await isClosed(owner)]).toEqual(['deleted', false]);
    expect(await eventsOf(owner.companyId)).toEqual(['org_membership.ended: active, owner → none']);
  });

  test('without an event of a membership that staff have revoked', async () => {
    await change('employer.org_memberships', "status = 'revoked', revoked_by = 'staff'", owner.membershipId);
    await letBeDue(owner);
    expect([await remove(owner), await eventsOf(owner.companyId)]).toEqual(['deleted', []]);
  });

  describe('G1: the deletion of an account waits for what runs beside it', () => {
    let member: TestPerson;
    let applications: readonly string[];
    beforeEach(async () => {
      member = await makeColleague(database, owner, 'member');
      applications = [await apply(member, elsewhere), await apply(member, elsewhere)].toSorted();
      await letBeDue(member);
    });

    test('for the user', async () => {
      expect(
        await afterWait(
          database.ownerUrl,
          (holder) => holdAccess(holder, 'user', member.userId, false),
          () => remove(member),
        ),
      ).toBe('deleted');
    });

    test.each(['own', 'applied to'])('at the company, %s', async (which) => {
      const isOwn = which === 'own';
      const { companyId } = isOwn ? owner : elsewhere;
      expect(
        await afterWait(
          database.ownerUrl,
          (holder) => holdAccess(holder, 'company', companyId, !isOwn),
          () => remove(member),
        ),
      ).toBe('deleted');
    });

    test('and beside what is no revocation at a company applied to, and all at others', async () => {
      const other = await makeOwner();
      await apply(user, other);
      await inHeldTransaction(database.ownerUrl, async (holder) => {
        await holdAccess(holder, 'company', elsewhere.companyId, false);
        await holdAccess(holder, 'company', other.companyId, true);
        expect(await removeAtOnce(member)).toBe('deleted');
      });
    });

    test('and beside all that concerns other users', async () => {
      const [others, data] = [await apply(user, elsewhere), await makeExport(user)];
      await inHeldTransaction(database.ownerUrl, async (holder) => {
        await holdRow(holder, 'talent.applications', others);
        await holdRow(holder, 'identity.data_exports', data);
        expect(await removeAtOnce(member)).toBe('deleted');
      });
    });

    test('with an application, by id, and before it locks the user', async () => {
      const [first, second] = applications;
      expect(
        await afterWait(
          database.ownerUrl,
          (holder) => holdRow(holder, 'talent.applications', first),
          () => remove(member),
          async (holder) => {
            await holdRow(holder, 'talent.applications', second);
            await holdRow(holder, 'identity.users', member.userId);
          },
        ),
      ).toBe('deleted');
    });

    test('with an export, before it locks the user', async () => {
      const data = await makeExport(member);
      expect(
        await afterWait(
          database.ownerUrl,
          (holder) => holdRow(holder, 'identity.data_exports', data),
          () => remove(member),
          (holder) => holdRow(holder, 'identity.users', member.userId),
        ),
      ).toBe('deleted');
    });

    test('that adds rows of the user', async () => {
      expect(
        await afterWait(
          database.ownerUrl,
          (holder) =>
            holder.query(
              "insert into identity.notifications (id, user_id, kind, subject_id, value, at) values (uuidv7(), $1, 'x', $1, '', now())",
              [member.userId],
            ),
          () => remove(member),
        ),
      ).toBe('deleted');
    });
  });
});
