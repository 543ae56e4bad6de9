import { FIRST_ID, type Handler, onlyRow, readPage, statement, timestampKey } from '@gatehouse/boundary';
import {
  COUNT_PENDING,
  PENDING_REQUEST_COLUMNS,
  type PendingRequestRow,
  presentPendingRequest,
} from './pending-request-row.ts';

const LIST_PENDING = statement<PendingRequestRow & { readonly requested_key: string }>(
  'list_pending_access_requests',
  `select ${PENDING_REQUEST_COLUMNS},
          ${timestampKey('u.access_requested_at')} as requested_key
     from identity.users u
    where u.talent_access_state = 'pending'
      and (u.access_requested_at, u.id) > (coalesce($1::timestamptz, '-infinity'), coalesce($2::uuid, '${FIRST_ID}'))
    order by u.access_requested_at, u.id
    limit $3`,
  { indexes: ['users_pending_idx'] },
);

/** The queue of requests for talent access, oldest first. */
export const listPendingAccessRequests: Handler<'AdministrationService.ListPendingAccessRequests'> = async (
  { read },
  input,
) => {
  const [page, counts] = await Promise.all([
    readPage(input, {
      key: ['timestamp', 'uuid'],
      find: ([requestedAt, id], count) => read.query(LIST_PENDING, [requestedAt, id, count]),
      present: presentPendingRequest,
      keyOf: (row) => [row.requested_key, row.id],
    }),
    read.query(COUNT_PENDING, []),
  ]);
  return { ...page, ...onlyRow(counts, 'the count') };
};
