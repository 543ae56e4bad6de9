import type { AuditEvent } from '@gatehouse/contract/wire';
import { type Column, DataTable } from '#design/data-table.tsx';
import { Moment } from '#design/local-time.tsx';
import { AuditSentence } from './audit-sentence.tsx';

const COLUMNS: readonly Column<AuditEvent>[] = [
  { label: 'Time', cell: ({ at }) => <Moment at={at} /> },
  {
    label: 'Event',
    cell: (event) => (
      <>
        <AuditSentence event={event} />
        {event.reason === '' ? null : <q className="reason">{event.reason}</q>}
      </>
    ),
  },
];

/** Events of the audit trail, newest first. */
export function AuditTable({ events }: { events: readonly AuditEvent[] }) {
  return (
    <div className="audit-table">
      <DataTable caption="Audit trail" columns={COLUMNS} rows={events} />
    </div>
  );
}
