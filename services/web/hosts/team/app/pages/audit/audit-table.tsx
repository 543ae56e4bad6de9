import type { AuditEvent } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import { type Column, DataTable } from '#design/data-table.tsx';
import { formatMoment } from '#design/dates.ts';
import { labelOfAction } from './audit-actions.ts';

const COLUMNS: readonly Column<AuditEvent>[] = [
  { label: 'Time', cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time> },
  {
    label: 'Actor',
    cell: ({ actor_name, actor_kind, actor_id }) =>
      actor_id === '' ? (
        actor_kind
      ) : (
        <Link to={`/audit?actor_id=${actor_id}`}>{actor_name === '' ? actor_kind : actor_name}</Link>
      ),
  },
  {
    label: 'Action',
    cell: (event) => (
      <>
        {labelOfAction(event.action)}
        <small>
          <Subject event={event} />
          {event.change === '' ? null : ` ${event.change}`}
        </small>
      </>
    ),
  },
  { label: 'Reason', cell: ({ reason }) => (reason === '' ? '–' : reason) },
];

/** Events of the audit trail, newest first. */
export function AuditTable({ events }: { events: readonly AuditEvent[] }) {
  return <DataTable caption="Audit trail" columns={COLUMNS} rows={events} />;
}

const PAGES: Readonly<Record<string, string>> = { user: '/people', company: '/companies' };

/** What an event is about, with a link to its page where it has one. */
function Subject({ event: { subject_kind, subject_id, subject_name } }: { event: AuditEvent }) {
  const page = PAGES[subject_kind];
  const name = subject_name === '' ? subject_kind.replaceAll('_', ' ') : subject_name;
  return page === undefined || subject_id === '' ? name : <Link to={`${page}/${subject_id}`}>{name}</Link>;
}
