import { type HandlersOf, readPage, statement } from '@gatehouse/boundary';
import { createStaffAccount } from './create-account.ts';
import { approveRequest, deleteRequest } from './decide-request.ts';
import { findAccount, LIST_ACCOUNTS, presentAccount, presentAccounts } from './staff-account-row.ts';
import type { StaffPolicy } from './staff-policy.ts';
import { presentRequest, REQUEST_COLUMNS, type StaffRequestRow } from './staff-request-row.ts';
import { resetStaffSecondFactor, updateCondition, updateRole } from './update-account.ts';

const LIST_REQUESTS = statement<StaffRequestRow>(
  'list_staff_requests',
  `${REQUEST_COLUMNS}
    where r.decided_at is null and r.expires_at > now() and ($1::uuid is null or r.id > $1)
    order by r.id limit $2`,
  { indexes: ['staff_requests_waiting_idx'] },
);

/** Accounts of the staff. */
export function createStaffAccountHandlers(policy: StaffPolicy): HandlersOf<'StaffAccountService'> {
  const { isPasskeyRequired } = policy;
  return {
    'StaffAccountService.ListStaffAccounts': async ({ read }, input) => {
      const page = await readPage(input, {
        key: ['uuid'],
        find: ([before], count) => read.query(LIST_ACCOUNTS, [before, count]),
        present: (row) => row,
        keyOf: (row) => [row.id],
      });
      return { ...page, items: await presentAccounts(read, page.items, isPasskeyRequired) };
    },

    'StaffAccountService.GetStaffAccount': async (context, { id }) => {
      const row = await findAccount(context.read, id);
      if (row === undefined) return context.refuse('not_found');
      return presentAccount(context.read, row, isPasskeyRequired);
    },

    'StaffAccountService.CreateStaffAccount': createStaffAccount(policy),
    'StaffAccountService.UpdateStaffRole': updateRole(policy),
    'StaffAccountService.UpdateStaffCondition': updateCondition(policy),
    'StaffAccountService.ResetStaffSecondFactor': resetStaffSecondFactor(policy),

    'StaffAccountService.ListStaffRequests': ({ read }, input) =>
      readPage(input, {
        key: ['uuid'],
        find: ([after], count) => read.query(LIST_REQUESTS, [after, count]),
        present: presentRequest,
        keyOf: (row) => [row.id],
      }),
    'StaffAccountService.ApproveStaffRequest': approveRequest(policy),
    'StaffAccountService.DeleteStaffRequest': deleteRequest,
  };
}
