import type { Handler } from '@gatehouse/boundary';
import { enableAccount, resetSecondFactor, writeRole } from './change-account.ts';
import { staffLocks } from './staff-locks.ts';
import type { StaffPolicy } from './staff-policy.ts';
import { closeRequest, FIND_REQUEST } from './staff-requests.ts';
import { presentAgain, requireAccount } from './update-account.ts';

/**
 * Carries out an open request. The transaction decides again that both operators are active, and different: the caller by the
 * access rule, the asker by the statement, whose lock is held.
 */
export function approveRequest(policy: StaffPolicy): Handler<'StaffAccountService.ApproveStaffRequest'> {
  return async (context, { id }) => {
    const [found] = await context.read.query(FIND_REQUEST.open, [id]);
    if (found === undefined) return context.refuse('not_found');
    const { account_id, requester_id } = found;
    return context.transaction(
      async (tx) => {
        const [request] = await tx.query(FIND_REQUEST.valid, [id]);
        if (request === undefined) return context.refuse('not_found');
        const caller = tx.facts.identities_admin;
        if (caller.id === requester_id || caller.id === account_id) {
          return context.refuse('second_operator_required', {
            detail: 'An operator who neither made the request nor is its subject decides on it.',
          });
        }
        const account = await requireAccount(tx, account_id);
        const { kind, reason } = request;
        await closeRequest(tx, request, caller.id, 'approved');
        const change = { reason, by: { createdBy: requester_id, approvedBy: caller.id } };
        switch (kind) {
          case 'enable':
            await enableAccount(tx, account, change, policy);
            break;
          case 'promote':
            await writeRole(tx, account, 'operator', { reason, policy });
            break;
          case 'reset':
            await resetSecondFactor(tx, account, change, policy);
            break;
          default:
            kind satisfies never;
        }
        return presentAgain(tx, account_id, policy);
      },
      { locks: [...staffLocks(account_id), { kind: 'admin', id: requester_id, mode: 'shared' }] },
    );
  };
}

/** Ends an open request: any operator declines it, its asker withdraws it. */
export const deleteRequest: Handler<'StaffAccountService.DeleteStaffRequest'> = (context, { id }) =>
  context.transaction(
    async (tx) => {
      const [request] = await tx.query(FIND_REQUEST.open, [id]);
      if (request === undefined) return context.refuse('not_found');
      const caller = tx.facts.identities_admin;
      const outcome = caller.id === request.requester_id ? 'withdrawn' : 'declined';
      await closeRequest(tx, request, caller.id, outcome);
      return null;
    },
    { locks: staffLocks() },
  );
