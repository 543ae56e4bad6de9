import { refuse, statement, type Transaction } from '@gatehouse/boundary';
import type { StaffRequestKind } from '@gatehouse/contract';
import { REQUEST_COLUMNS, type StaffRequestRow } from './staff-request-row.ts';

const EXPIRE_REQUEST = statement<object>(
  'expire_staff_request',
  `update identity.staff_requests set decided_at = now(), outcome = 'expired'
    where admin_id = $1 and decided_at is null and expires_at <= now()`,
  { indexes: ['staff_requests_open_idx'] },
);

/** No row: another request about the account is open. */
const ADD_REQUEST = statement<{ id: string }>(
  'add_staff_request',
  `insert into identity.staff_requests (admin_id, kind, reason, requested_by) values ($1, $2, $3, $4)
   on conflict (admin_id) where decided_at is null do nothing returning id`,
  { indexes: ['staff_requests_open_idx'] },
);

/** In one order, so that two changes take the locks of the outbox in the same order. */
const LIST_OTHER_OPERATORS = statement<{ name: string; email: string }>(
  'list_operators_to_ask',
  `select a.name, a.email from identity.admins a
    where a.role = 'operator' and a.disabled_at is null and a.id <> $1 and a.id <> $2
    order by a.email
    limit 50`,
);

const FIND_OPEN_REQUEST = statement<StaffRequestRow>(
  'find_open_staff_request',
  `${REQUEST_COLUMNS} where r.id = $1 and r.decided_at is null and r.expires_at > now()`,
  { indexes: ['staff_requests_waiting_idx'] },
);

/** Only while its asker is an active operator. */
const FIND_VALID_REQUEST = statement<StaffRequestRow>(
  'find_valid_staff_request',
  `${REQUEST_COLUMNS}
    where r.id = $1 and r.decided_at is null and r.expires_at > now()
      and asker.role = 'operator' and asker.disabled_at is null`,
  { indexes: ['staff_requests_waiting_idx'] },
);

const CLOSE_REQUEST = statement<object>(
  'close_staff_request',
  'update identity.staff_requests set decided_at = now(), decided_by = $2, outcome = $3 where id = $1',
  { indexes: ['staff_requests_pkey'] },
);

/** The statements that find a request: any open one, and one that can still be approved. */
export const FIND_REQUEST = { open: FIND_OPEN_REQUEST, valid: FIND_VALID_REQUEST } as const;

/**
 * Requests a change that a second operator must approve, and mails the other operators. The staff's lock is held.
 * @param account the account that the request is about. @param asker the caller.
 */
export async function requestChange(
  tx: Transaction,
  account: { readonly id: string; readonly name: string },
  asker: { readonly id: string; readonly name: string },
  { kind, reason }: { readonly kind: StaffRequestKind; readonly reason: string },
): Promise<void> {
  await tx.query(EXPIRE_REQUEST, [account.id]);
  const [added] = await tx.query(ADD_REQUEST, [account.id, kind, reason, asker.id]);
  if (added === undefined) {
    return refuse('staff_request_exists', { detail: 'Approve or decline it first.' });
  }
  await tx.audit({
    action: 'admin.change_requested',
    subject_kind: 'admin',
    subject_id: account.id,
    reason,
    change: kind,
  });
  const values = { requester: asker.name, account: account.name, kind, link: '/staff' } as const;
  for (const { name, email } of await tx.query(LIST_OTHER_OPERATORS, [asker.id, account.id])) {
    await tx.mail('staff_approval_requested', { to: email, topic: added.id, values: { name, ...values } });
  }
}

/** Ends an open request, audited. @param decidedBy the caller. */
export async function closeRequest(
  tx: Transaction,
  request: StaffRequestRow,
  decidedBy: string,
  outcome: 'approved' | 'declined' | 'withdrawn',
): Promise<void> {
  await tx.query(CLOSE_REQUEST, [request.id, decidedBy, outcome]);
  await tx.audit({
    action: outcome === 'approved' ? 'admin.change_approved' : 'admin.change_declined',
    subject_kind: 'admin',
    subject_id: request.account_id,
    change: outcome === 'approved' ? request.kind : `${request.kind}, ${outcome}`,
  });
}
