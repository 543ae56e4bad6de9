import type { StaffRequest } from '@gatehouse/contract';

/** A request, as the statements of this folder select it. */
export interface StaffRequestRow extends Omit<StaffRequest, 'requested_at' | 'expires_at'> {
  readonly requested_at: Date;
  readonly expires_at: Date;
}

/** Requests `r` with their accounts. */
export const REQUEST_COLUMNS = `
  select r.id, r.admin_id as account_id, a.name as account_name, a.email as account_email, r.kind, r.reason,
         r.requested_by as requester_id, asker.name as requester_name, r.requested_at, r.expires_at
    from identity.staff_requests r
    join identity.admins a on a.id = r.admin_id
    join identity.admins asker on asker.id = r.requested_by`;

/** A request as staff see it. */
export function presentRequest({ requested_at, expires_at, ...row }: StaffRequestRow): StaffRequest {
  return { ...row, requested_at: requested_at.toISOString(), expires_at: expires_at.toISOString() };
}
