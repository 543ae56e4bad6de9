import { type HandlersOf, oldestFirst, readPage, statement } from '@gatehouse/boundary';
import { createStaffAccount } from './create-account.ts';
import { approveRequest, deleteRequest } from './decide-request.ts';
import {
  findAccount,
  LIST_ACCOUNTS,
  NEWEST_ACCOUNTS,
  presentAccount,
  presentAccounts,
} from './staff-account-row.ts';
import type { StaffPolicy } from './staff-policy.ts';
import { presentRequest, REQUEST_COLUMNS, type StaffRequestRow } from './staff-request-row.ts';
import { resetStaffSecondFactor, updateCondition, updateRole } from './update-account.ts';

const OLDEST = oldestFirst('r.id');

const LIST_REQUESTS = statement<StaffRequestRow>(
  'list_staff_requests',
  `${REQUEST_COLUMNS}
    where r.decided_at is null and r.expires_at > now() and ${OLDEST.after(1)}
    ${OLDEST.orderBy} limit $2`,
  { indexes: ['staff_requests_waiting_idx'] },
);

/** Accounts of the staff. */
export function createStaffAccountHandlers(policy: StaffPolicy): HandlersOf<'StaffAccountService'> {
  const { isPasskeyRequired } = policy;
  return {
    'StaffAccountService.ListStaffAccounts': async ({ read }, input) => {
      const page = await readPage(input, {
        order: NEWEST_ACCOUNTS,
        find: (after, count) => read.query(LIST_ACCOUNTS, [...after, count]),
        present: (row) => row,
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
        order: OLDEST,
        find: (after, count) => read.query(LIST_REQUESTS, [...after, count]),
        present: presentRequest,
      }),
    'StaffAccountService.ApproveStaffRequest': approveRequest(policy),
    'StaffAccountService.DeleteStaffRequest': deleteRequest,
  };
}
