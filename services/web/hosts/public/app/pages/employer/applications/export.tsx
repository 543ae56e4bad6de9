import { callApiSignedIn } from '#api/call-signed-in.ts';
import type { FormValues } from '#api/form-values.ts';
import { actionResult } from '#api/page-result.ts';
import { saveExport } from '#api/save-export.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { type ApplicationFilters, filtersOf, inputOf } from './filters.ts';

/** Downloads the applications that match the list's filters. For owners. */
export function ExportButton({ filters }: { filters: ApplicationFilters }) {
  const { query, stage, job, order, assignee } = filters;
  return (
    <ConfirmChange
      label="Export CSV"
      about="of applications"
      title="Export these applications?"
      intent="export"
      fields={{ query, stage: stage ?? '', job, order, assignee }}
      done="The CSV file is downloaded."
      description="The file has the applications that match the filters, at most 10,000. It holds personal data: delete it when you no longer need it."
    />
  );
}

/** Exports the applications that match the form's filters, and saves the file. */
export async function exportApplications(form: FormValues, signal: AbortSignal) {
  const names = ['query', 'stage', 'job', 'order', 'assignee'];
  const search = new URLSearchParams(names.map((name) => [name, form.text(name)]));
  const input = inputOf(filtersOf(search));
  const answer = await callApiSignedIn('ApplicationService.CreateApplicationExport', input, signal);
  if (answer.ok) saveExport(answer.data, { name: 'applications', part: 'first-10000' });
  return actionResult(answer);
}
