import { type Handler, keyset, onlyRow, readPage, statement, timestampKey } from '@gatehouse/boundary';
import {
  COUNT_PENDING,
  PENDING_REQUEST_COLUMNS,
  type PendingRequestRow,
  presentPendingRequest,
} from './pending-request-row.ts';

const OLDEST = keyset('asc', [
  { sql: 'u.access_requested_at', type: 'timestamp', field: 'requested_key' },
  { sql: 'u.id', type: 'uuid', field: 'id' },
]);

const LIST_PENDING = statement<PendingRequestRow & { readonly requested_key: string }>(
  'list_pending_access_requests',
  `select ${PENDING_REQUEST_COLUMNS},
          ${timestampKey('u.access_requested_at')} as requested_key
     from identity.users u
    where u.talent_access_state = 'pending'
      and ${OLDEST.after(1)}
    ${OLDEST.orderBy}
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
      order: OLDEST,
      find: (after, count) => read.query(LIST_PENDING, [...after, count]),
      present: (row) => presentPendingRequest(row),
    }),
    read.query(COUNT_PENDING, []),
  ]);
  return { ...page, ...onlyRow(counts, 'the count') };
};
