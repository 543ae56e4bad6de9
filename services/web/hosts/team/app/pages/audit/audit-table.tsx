import type { AuditEvent } from '@gatehouse/contract/wire';
import { type Column, DataTable } from '#design/data-table.tsx';
import { formatMoment } from '#design/dates.ts';
import { AuditSentence } from './audit-sentence.tsx';

const COLUMNS: readonly Column<AuditEvent>[] = [
  { label: 'Time', cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time> },
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
