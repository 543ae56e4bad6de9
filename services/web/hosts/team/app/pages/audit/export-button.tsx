import { ConfirmChange } from '#design/confirm-change.tsx';
import { FreshCodeField } from '../../changes/fresh-code-field.tsx';
import type { AuditSearch } from './audit-filter.ts';

/** Downloads the events that match the page's filters. */
export function ExportButton({ search: { who, ...filter } }: { search: AuditSearch }) {
  return (
    <ConfirmChange
      label="Export CSV"
      about="of the audit trail"
      title="Export these events?"
      intent="export_events"
      fields={{ ...filter, party_id: who }}
      done="The CSV file is downloaded."
      description="The file has the events that match the filters: at most the newest 10,000, and of a company those about its first 500 memberships and newest 200 job posts. If events are left out, its name ends with “part”. It holds personal data. The export itself is recorded in the audit trail."
    >
      <FreshCodeField />
    </ConfirmChange>
  );
}
