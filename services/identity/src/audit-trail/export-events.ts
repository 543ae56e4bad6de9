import { csvOf, ExportQueue, type Handler } from '@gatehouse/boundary';
import { type AuditFilter, findFilteredEvents } from './audit-filter.ts';
import type { AuditEventRow } from './find-events.ts';

/** The contract and the pages state this number. */
const MAX_EXPORTED_EVENTS = 10_000;

const HEADER = [
  'time_utc',
  'actor_kind',
  'actor_name',
  'actor_id',
  'action',
  'subject_kind',
  'subject_name',
  'subject_id',
  'company_name',
  'company_id',
  'change',
  'reason',
];

const exports = new ExportQueue();

/** Exports the events that match the filters, and audits the export in the transaction that allows it. */
export const createAuditExport: Handler<'AdministrationService.CreateAuditExport'> = (context, filter) =>
  exports.run({ accountId: context.facts.identities_admin.id, client: context.client }, async () => {
    const { events, areOthersLeftOut } = await findFilteredEvents(context.read, filter, {
      before: null,
      count: MAX_EXPORTED_EVENTS + 1,
    });
    const rows = events.slice(0, MAX_EXPORTED_EVENTS);
    await context.transaction((tx) =>
      tx.audit({
        action: 'audit_trail.exported',
        subject_kind: 'audit_trail',
        subject_id: filter.party_id || filter.subject_id || filter.actor_id || null,
        change: `${rows.length} events${describeFilter(filter)}`,
      }),
    );
    return {
      csv: csvOf([HEADER, ...rows.map(cellsOf)]),
      event_count: rows.length,
      is_complete: !areOthersLeftOut && rows.length === events.length,
    };
  });

function cellsOf(row: AuditEventRow): string[] {
  return [
    row.at.toISOString(),
    row.actor_kind,
    row.actor_name,
    row.actor_id,
    row.action,
    row.subject_kind,
    row.subject_name,
    row.subject_id,
    row.subject_company_name,
    row.subject_company_id,
    row.change,
    row.reason,
  ];
}

/** Days and action; the ids of people are in the event's subject. */
function describeFilter({ action, from, to }: AuditFilter): string {
  return [['action', action] as const, ['from', from] as const, ['to', to] as const]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `, ${name} ${value}`)
    .join('');
}
