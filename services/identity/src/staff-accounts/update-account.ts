import { type Handler, refuse } from '@gatehouse/boundary';
import { disableAccount, enableAccount, resetSecondFactor, writeRole } from './change-account.ts';
import { findAccount, presentAccount, type StaffAccountRow } from './staff-account-row.ts';
import { staffLocks } from './staff-locks.ts';
import type { StaffPolicy } from './staff-policy.ts';
import { requestChange } from './staff-requests.ts';

type Tx = Parameters<typeof requestChange>[0];

/** The changes that `etag` covers. */
const VERSIONED_ACTIONS = ['admin.role_changed', 'admin.condition_changed'] as const;

/** Makes an operator a viewer at once; the reverse is requested. The same role again writes nothing. */
export function updateRole(policy: StaffPolicy): Handler<'StaffAccountService.UpdateStaffRole'> {
  return (context, { id, role, reason: typed }) =>
    context.transaction(
      async (tx) => {
        const account = await requireAccount(tx, id);
        const shown = await presentAccount(tx, account, policy.isPasskeyRequired);
        await tx.requireVersion(shown, { subjectId: id, actions: VERSIONED_ACTIONS });
        if (account.role === role) return shown;
        const reason = typed.trim();
        if (role === 'viewer') await writeRole(tx, account, role, { reason, policy });
        else await requestChange(tx, account, tx.facts.identities_admin, { kind: 'promote', reason });
        return presentAgain(tx, id, policy);
      },
      { locks: staffLocks(id) },
    );
}

/** Disables an account or enables a viewer at once; to enable an operator is requested. The same condition writes nothing. */
export function updateCondition(policy: StaffPolicy): Handler<'StaffAccountService.UpdateStaffCondition'> {
  return (context, { id, condition, reason: typed }) =>
    context.transaction(
      async (tx) => {
        const account = await requireAccount(tx, id);
        const shown = await presentAccount(tx, account, policy.isPasskeyRequired);
        await tx.requireVersion(shown, { subjectId: id, actions: VERSIONED_ACTIONS });
        if (account.condition === condition) return shown;
        const reason = typed.trim();
        const caller = tx.facts.identities_admin;
        if (condition === 'disabled') await disableAccount(tx, account, { reason, policy });
        else if (account.role === 'operator')
          await requestChange(tx, account, caller, { kind: 'enable', reason });
        else
          await enableAccount(
            tx,
            account,
            { reason, by: { createdBy: caller.id, approvedBy: null } },
            policy,
          );
        return presentAgain(tx, id, policy);
      },
      { locks: staffLocks(id) },
    );
}

/** Resets a viewer's second factor at once; an operator's reset is requested. */
export function resetStaffSecondFactor(
  policy: StaffPolicy,
): Handler<'StaffAccountService.ResetStaffSecondFactor'> {
  return (context, { id, reason: typed }) =>
    context.transaction(
      async (tx) => {
        const account = await requireAccount(tx, id);
        if (account.condition === 'disabled') {
          return context.refuse('staff_account_disabled', { detail: 'Enable it first.' });
        }
        const reason = typed.trim();
        const caller = tx.facts.identities_admin;
        if (account.role === 'operator') await requestChange(tx, account, caller, { kind: 'reset', reason });
        else {
          const by = { createdBy: caller.id, approvedBy: null };
          await resetSecondFactor(tx, account, { reason, by }, policy);
        }
        return presentAgain(tx, id, policy);
      },
      { locks: staffLocks(id) },
    );
}

/** The account in the transaction that changes it, with its lock held. @throws {Refusal} not_found. */
export async function requireAccount(tx: Tx, id: string): Promise<StaffAccountRow> {
  return (await findAccount(tx, id)) ?? refuse('not_found');
}

/** The account after a change. */
export async function presentAgain(tx: Tx, id: string, { isPasskeyRequired }: StaffPolicy) {
  return presentAccount(tx, await requireAccount(tx, id), isPasskeyRequired);
}
