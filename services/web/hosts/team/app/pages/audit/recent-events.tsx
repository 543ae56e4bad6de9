import type { AuditEvent } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import { read } from '#api/page-reads.ts';
import { ALL_BUT_SESSIONS } from './audit-actions.ts';
import { NO_FILTER } from './audit-filter.ts';
import { AuditTable } from './audit-table.tsx';

/** Events that a page of a user, company or job post shows; the audit trail has the others, and those of sessions. */
const NEWEST = { ...NO_FILTER, cursor: '', limit: 10 };

/** The read of the newest events by or about a user or company. */
export const readRecentEvents = (id: string) =>
  read('AdministrationService.ListAuditEvents', { ...NEWEST, action: ALL_BUT_SESSIONS, party_id: id });

/** The read of the newest events about a job post. */
export const readRecentEventsOfPost = (id: string) =>
  read('AdministrationService.ListAuditEvents', { ...NEWEST, subject_id: id });

/** The newest events, with a link to all of a user or company. */
export function RecentEvents({
  id,
  all = 'All events',
  events,
}: {
  /** Of the user or company. */
  id: string;
  /** The label of the link. */
  all?: string;
  events: readonly AuditEvent[];
}) {
  return (
    <section className="stack" aria-labelledby="recent-events">
      <h2 id="recent-events">History</h2>
      {events.length === 0 ? (
        <p>No events yet.</p>
      ) : (
        <>
          <AuditTable events={events} />
          <p>
            <Link to={`/audit?who=${id}`}>{all}</Link>
          </p>
        </>
      )}
    </section>
  );
}
