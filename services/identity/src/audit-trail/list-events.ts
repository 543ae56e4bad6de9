import { type Handler, readPage } from '@gatehouse/boundary';
import type { AuditEvent } from '@gatehouse/contract';
import { findFilteredEvents } from './audit-filter.ts';
import { type AuditEventRow, NEWEST_EVENTS } from './find-events.ts';

/** The audit trail, newest first. */
export const listAuditEvents: Handler<'AdministrationService.ListAuditEvents'> = ({ read }, input) =>
  readPage(input, {
    order: NEWEST_EVENTS,
    find: async ([before = null], count) => (await findFilteredEvents(read, input, { before, count })).events,
    present: presentAuditEvent,
  });

/** An event as staff see it. */
function presentAuditEvent(row: AuditEventRow): AuditEvent {
  return { ...row, at: row.at.toISOString() };
}
