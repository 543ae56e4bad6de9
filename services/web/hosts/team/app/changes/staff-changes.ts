import type { FormValues } from '#api/form-values.ts';
import { orReload } from '#api/or-reload.ts';
import { COMPANY_CONDITION_LABELS, ORG_MEMBERSHIP_STATUS_LABELS } from '#design/labels.ts';
import { REVIEW_DECISIONS } from './company-review.tsx';
import { sendStaffChange, sendStaffWrite, subjectOf } from './staff-form.ts';
import { TALENT_ACCESS_LABELS } from './talent-access-badge.tsx';
import { VISIBILITY_LABELS } from './visibility-labels.ts';

/** Enables or disables a company. */
export function setCondition(form: FormValues, signal: AbortSignal) {
  const input = {
    ...subjectOf(form),
    condition: form.choice('condition', COMPANY_CONDITION_LABELS),
    owner_reason: form.text('owner_reason'),
  };
  return sendStaffChange(form, 'AdministrationService.UpdateCompanyCondition', input, signal);
}

/** Hides a job post or shows it again. */
export function setVisibility(form: FormValues, signal: AbortSignal) {
  const input = {
    ...subjectOf(form),
    visibility: form.choice('visibility', VISIBILITY_LABELS),
    owner_reason: form.text('owner_reason'),
  };
  return sendStaffChange(form, 'ModerationService.UpdateJobPostVisibility', input, signal);
}

/** Approves or refuses a company. */
export function reviewCompany(form: FormValues, signal: AbortSignal) {
  const input = {
    ...subjectOf(form),
    state: form.choice('state', REVIEW_DECISIONS),
    owner_reason: form.text('owner_reason'),
  };
  return sendStaffChange(form, 'ModerationService.UpdateCompanyReview', input, signal);
}

/** Removes the logo that the page shows. */
export function removeLogo(form: FormValues, signal: AbortSignal) {
  const input = {
    company_id: form.text('id'),
    hash: form.text('hash'),
    reason: form.text('reason'),
    owner_reason: form.text('owner_reason'),
  };
  return orReload(sendStaffWrite(form, 'ModerationService.RemoveCompanyLogo', input, signal), 'not_found');
}

/** Closes the reports that the page shows. */
export function dismissReports(form: FormValues, signal: AbortSignal) {
  const input = { ...subjectOf(form), newest_id: form.text('newest_id') };
  return orReload(sendStaffWrite(form, 'ModerationService.DismissAbuseReports', input, signal), 'not_found');
}

/** Revokes a membership or makes it active again. */
export function setMembershipStatus(form: FormValues, signal: AbortSignal) {
  const input = { ...subjectOf(form), status: form.choice('status', ORG_MEMBERSHIP_STATUS_LABELS) };
  return sendStaffChange(form, 'AdministrationService.UpdateOrgMembershipStatus', input, signal);
}

/** Decides on a user's talent access. */
export function setTalentAccess(form: FormValues, signal: AbortSignal) {
  const input = {
    ...subjectOf(form),
    state: form.choice('state', TALENT_ACCESS_LABELS),
    send_reason: form.text('send_reason') === 'on',
  };
  return sendStaffChange(form, 'AdministrationService.UpdateTalentAccess', input, signal);
}

/** Signs a user out everywhere. */
export function endSessions(form: FormValues, signal: AbortSignal) {
  return sendStaffWrite(
    form,
    'AdministrationService.DeleteAdminUserSessions',
    { id: form.text('id') },
    signal,
  );
}
