import type { UserFacts } from '@gatehouse/access';
import {
  type AccessLock,
  type HandlersOf,
  onlyRow,
  type Queryable,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import type { AccountDeletion, LastOwnedCompany } from '@gatehouse/contract';

interface DeletionRow {
  readonly deletion_requested_at: Date | null;
  readonly deletion_due_at: Date | null;
  readonly deletion_closes_company_id: string | null;
}

const COLUMNS = 'u.deletion_requested_at, u.deletion_due_at, u.deletion_closes_company_id';

const FIND_DELETION = statement<DeletionRow>(
  'find_account_deletion',
  `select ${COLUMNS} from identity.users u where u.id = $1`,
);

/** An owner whose account will be deleted is no owner who stays. */
const HAS_OTHER_STAYING_OWNER = statement<{ has_other: boolean }>(
  'has_other_staying_owner',
  `select exists (
     select from employer.org_memberships m join identity.users u on u.id = m.user_id
      where m.company_id = $1 and m.id <> $2 and m.role = 'owner' and m.status = 'active' and u.deletion_due_at is null
   ) as has_other`,
);

/** A second request keeps the date of the first. */
const REQUEST_DELETION = statement<DeletionRow>(
  'request_account_deletion',
  `update identity.users u
      set deletion_requested_at = coalesce(u.deletion_requested_at, now()),
          deletion_due_at = coalesce(u.deletion_due_at, now() + interval '7 days'),
          deletion_closes_company_id = $2
    where u.id = $1
   returning ${COLUMNS}`,
);

/** No row: none was requested. */
const CANCEL_DELETION = statement<object>(
  'cancel_account_deletion',
  `update identity.users set deletion_requested_at = null, deletion_due_at = null, deletion_closes_company_id = null
    where id = $1 and deletion_due_at is not null
   returning id`,
);

const PAGE = '/account#delete-account';

/** The deletion of the caller's account; the retention job carries it out. */
export const accountDeletionHandlers: HandlersOf<'AccountDeletionService'> = {
  'AccountDeletionService.CreateAccountDeletion': async (context, { close_company_id }) => {
    const decide = async (queryable: Queryable, facts: UserFacts) => {
      const lastOwnerOf = await findLastOwned(queryable, facts);
      const closes = lastOwnerOf !== null && lastOwnerOf.id === close_company_id ? lastOwnerOf.id : null;
      if (lastOwnerOf !== null && closes === null) {
        return context.refuse('org_last_owner', {
          detail: 'You are its last owner. Make another member an owner, or choose to close the company.',
        });
      }
      return { lastOwnerOf, closes };
    };
    // Before the exclusive locks, on which revocations would wait (G1).
    const { lastOwnerOf: found, closes: asked } = await decide(context.read, context.facts);
    if (context.facts.deletion_due_at !== null) {
      const rows = await context.read.query(FIND_DELETION, [context.facts.identities_user.id]);
      const requested = onlyRow(rows, 'the caller');
      if (isRequested(requested, asked)) return present(requested, found);
    }
    const request = async (facts: UserFacts): Promise<AccountDeletion> => {
      const outcome = await context.transaction(
        async (tx) => {
          const owned = findOwnership(tx.facts);
          if (owned !== null && owned.id !== findOwnership(facts)?.id) return { owner: tx.facts };
          const { id, name, email } = tx.facts.identities_user;
          const { lastOwnerOf, closes } = await decide(tx, tx.facts);
          const before = onlyRow(await tx.query(FIND_DELETION, [id]), 'the caller');
          const after = onlyRow(await tx.query(REQUEST_DELETION, [id, closes]), 'the caller');
          if (!isRequested(before, closes)) {
            await tx.audit({ action: 'user.deletion_requested', subject_kind: 'user', subject_id: id });
            const date = (after.deletion_due_at ?? new Date()).toLocaleDateString('en-GB', DATE);
            const company = closes === null ? 'stays' : 'closes';
            const values = { name, date, company, link: PAGE } as const;
            await tx.mail('account_deletion_requested', { to: email, values, topic: id });
          }
          return { deletion: present(after, lastOwnerOf) };
        },
        { locks: locksOf(facts) },
      );
      // The caller has become an owner since: again, with the lock of the company.
      return 'owner' in outcome ? request(outcome.owner) : outcome.deletion;
    };
    return request(context.facts);
  },

  'AccountDeletionService.GetAccountDeletion': async ({ read, facts }) => {
    const [rows, lastOwnerOf] = await Promise.all([
      read.query(FIND_DELETION, [facts.identities_user.id]),
      findLastOwned(read, facts),
    ]);
    return present(onlyRow(rows, 'the caller'), lastOwnerOf);
  },

  'AccountDeletionService.DeleteAccountDeletion': async (context) => {
    // Without the exclusive lock, on which the owner's revocations would wait (G1).
    if (context.facts.deletion_due_at === null) return null;
    return context.transaction(
      async (tx) => {
        await cancelDeletion(tx, tx.facts.identities_user);
        return null;
      },
      { locks: [{ kind: 'user', id: context.facts.identities_user.id, mode: 'exclusive' }] },
    );
  },
};

/** Whether the same deletion has been requested before. @param closes the company that it closes. */
function isRequested(row: DeletionRow, closes: string | null): boolean {
  return row.deletion_due_at !== null && row.deletion_closes_company_id === closes;
}

/** Cancels the deletion of an account, if one was requested, whose exclusive lock is held; the user gets a mail. */
export async function cancelDeletion(
  tx: Transaction,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  const [cancelled] = await tx.query(CANCEL_DELETION, [id]);
  if (cancelled === undefined) return;
  const actor = { kind: 'user', id } as const;
  await tx.audit({ action: 'user.deletion_cancelled', subject_kind: 'user', subject_id: id, actor });
  await tx.mail('account_deletion_cancelled', { to: email, values: { name, link: '/account' }, topic: id });
}

const DATE = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

/**
 * No other owner of the company leaves it, and none of them requests a deletion, at the same time. Only an active owner decides
 * about a company: others do not hold up its writes (G1).
 */
function locksOf(facts: UserFacts): readonly AccessLock[] {
  const own = { kind: 'user', id: facts.identities_user.id, mode: 'exclusive' } as const;
  const owned = findOwnership(facts);
  return owned === null ? [own] : [own, { kind: 'company', id: owned.org_company.id, mode: 'exclusive' }];
}

/** The membership of an active owner. It does not change while the user's lock is held. */
function findOwnership({ org_membership: membership }: UserFacts): UserFacts['org_membership'] {
  return membership?.role === 'owner' && membership.status === 'active' ? membership : null;
}

async function findLastOwned(queryable: Queryable, facts: UserFacts): Promise<LastOwnedCompany | null> {
  const membership = findOwnership(facts);
  if (membership === null) return null;
  const { id, name, condition } = membership.org_company;
  const { has_other } = onlyRow(
    await queryable.query(HAS_OTHER_STAYING_OWNER, [id, membership.id]),
    'the question',
  );
  // S3: no data of a disabled company.
  return has_other ? null : { id, name: condition === 'active' ? name : '' };
}

function present(row: DeletionRow, lastOwnerOf: LastOwnedCompany | null): AccountDeletion {
  const { deletion_requested_at, deletion_due_at, deletion_closes_company_id } = row;
  const owned = lastOwnerOf === null ? {} : { last_owner_of: lastOwnerOf };
  if (deletion_requested_at === null || deletion_due_at === null) return { state: 'none', ...owned };
  return {
    state: 'scheduled',
    requested_at: deletion_requested_at.toISOString(),
    due_at: deletion_due_at.toISOString(),
    ...(deletion_closes_company_id === null ? {} : { closes_company_id: deletion_closes_company_id }),
    ...owned,
  };
}
