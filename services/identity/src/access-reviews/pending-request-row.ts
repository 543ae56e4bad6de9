import { statement } from '@gatehouse/boundary';
import type { PendingAccessRequest } from '@gatehouse/contract';

/** A user whose talent access is pending, as the statements of this folder select it. */
export interface PendingRequestRow extends Omit<PendingAccessRequest, 'requested_at'> {
  readonly requested_at: Date;
}

/** Of users `u` whose talent access is pending. */
export const PENDING_REQUEST_COLUMNS = `u.id, u.name, u.email, u.access_requested_at as requested_at,
  coalesce((select p.headline from identity.find_reviewed_profile(u.id) p), '') as headline`;

export const COUNT_PENDING = statement<{ pending_count: number }>(
  'count_pending_access_requests',
  "select count(*)::int as pending_count from identity.users where talent_access_state = 'pending'",
  { indexes: ['users_pending_idx'] },
);

/** A pending request as staff see it. */
export function presentPendingRequest({
  id,
  name,
  email,
  headline,
  requested_at,
}: PendingRequestRow): PendingAccessRequest {
  return { id, name, email, headline, requested_at: requested_at.toISOString() };
}
