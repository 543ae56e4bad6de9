import { callApiSignedIn } from '#api/call-signed-in.ts';
import type { FormValues } from '#api/form-values.ts';
import { actionResult } from '#api/page-result.ts';
import { saveExport } from '#api/save-export.ts';
import { refuseOldCode } from '../../changes/staff-form.ts';
import { NO_FILTER } from './audit-filter.ts';

/** Exports the events that match the form's filters, and saves the file. */
export async function exportEvents(form: FormValues, signal: AbortSignal) {
  const refused = await refuseOldCode(form, signal);
  if (refused !== null) return refused;
  const filter = {
    ...NO_FILTER,
    party_id: form.text('party_id').toLowerCase(),
    action: form.text('action'),
    from: form.text('from'),
    to: form.text('to'),
  };
  const answer = await callApiSignedIn('AdministrationService.CreateAuditExport', filter, signal);
  if (answer.ok) saveExport(answer.data, { name: 'audit-trail', part: 'part' });
  return actionResult(answer);
}
