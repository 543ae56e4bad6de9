import type { AuditEvent } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import { read } from '#api/page-reads.ts';
import { ALL_BUT_SESSIONS } from './audit-actions.ts';
import { NO_FILTER } from './audit-filter.ts';
import { AuditTable } from './audit-table.tsx';

/** Events that a page of a user or company shows; the audit trail has the others, and those of sessions. */
const SHOWN = 10;

/** The read of the newest events by or about a user or company. */
export const readRecentEvents = (id: string) =>
  read('AdministrationService.ListAuditEvents', {
    ...NO_FILTER,
    action: ALL_BUT_SESSIONS,
    party_id: id,
    cursor: '',
    limit: SHOWN,
  });

/** The newest events by or about a user or company. */
export function RecentEvents({ id, events }: { id: string; events: readonly AuditEvent[] }) {
  return (
    <section className="stack" aria-labelledby="recent-events">
      <h2 id="recent-events">History</h2>
      {events.length === 0 ? (
        <p>No events yet.</p>
      ) : (
        <>
          <AuditTable events={events} />
          <p>
            <Link to={`/audit?who=${id}`}>All events</Link>
          </p>
        </>
      )}
    </section>
  );
}
