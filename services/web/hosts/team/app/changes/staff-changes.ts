import { reauthenticateAdminWithPasskey } from '#api/admin-passkeys.ts';
import { callApiSignedIn } from '#api/call-signed-in.ts';
import type { FormValues } from '#api/form-action.ts';
import { actionResult, sendChange, sendWrite } from '#api/page-result.ts';
import { COMPANY_CONDITION_LABELS, ORG_MEMBERSHIP_STATUS_LABELS } from '#design/labels.ts';
import { REVIEW_DECISIONS } from './company-review.tsx';
import { TALENT_ACCESS_LABELS } from './talent-access-badge.tsx';
import { VISIBILITY_LABELS } from './visibility-switch.tsx';

/** Enables or disables a company. */
export async function setCondition(form: FormValues, signal: AbortSignal) {
  const input = {
    ...subjectOf(form),
    condition: form.choice('condition', COMPANY_CONDITION_LABELS),
    owner_reason: form.text('owner_reason'),
  };
  return (
    (await refuseOldCode(form, signal)) ??
    sendChange(form, 'AdministrationService.UpdateCompanyCondition', input, signal)
  );
}

/** Hides a job post or shows it again. */
export async function setVisibility(form: FormValues, signal: AbortSignal) {
  const input = {
    ...subjectOf(form),
    visibility: form.choice('visibility', VISIBILITY_LABELS),
    owner_reason: form.text('owner_reason'),
  };
  return (
    (await refuseOldCode(form, signal)) ??
    sendChange(form, 'ModerationService.UpdateJobPostVisibility', input, signal)
  );
}

/** Approves or refuses a company. */
export async function reviewCompany(form: FormValues, signal: AbortSignal) {
  const input = {
    ...subjectOf(form),
    state: form.choice('state', REVIEW_DECISIONS),
    owner_reason: form.text('owner_reason'),
  };
  return (
    (await refuseOldCode(form, signal)) ??
    sendChange(form, 'ModerationService.UpdateCompanyReview', input, signal)
  );
}

/** Closes the reports that the page shows. */
export async function dismissReports(form: FormValues, signal: AbortSignal) {
  const input = { ...subjectOf(form), newest_id: form.text('newest_id') };
  return (
    (await refuseOldCode(form, signal)) ?? sendWrite('ModerationService.DismissAbuseReports', input, signal)
  );
}

/** Revokes a membership or makes it active again. */
export async function setMembershipStatus(form: FormValues, signal: AbortSignal) {
  const input = { ...subjectOf(form), status: form.choice('status', ORG_MEMBERSHIP_STATUS_LABELS) };
  return (
    (await refuseOldCode(form, signal)) ??
    sendChange(form, 'AdministrationService.UpdateOrgMembershipStatus', input, signal)
  );
}

/** Decides on a user's talent access. */
export async function setTalentAccess(form: FormValues, signal: AbortSignal) {
  const input = {
    ...subjectOf(form),
    state: form.choice('state', TALENT_ACCESS_LABELS),
    send_reason: form.text('send_reason') === 'on',
  };
  return (
    (await refuseOldCode(form, signal)) ??
    sendChange(form, 'AdministrationService.UpdateTalentAccess', input, signal)
  );
}

/** Signs a user out everywhere. */
export async function endSessions(form: FormValues, signal: AbortSignal) {
  return (
    (await refuseOldCode(form, signal)) ??
    sendWrite('AdministrationService.DeleteAdminUserSessions', { id: form.text('id') }, signal)
  );
}

function subjectOf(form: FormValues) {
  return { id: form.text('id'), reason: form.text('reason') };
}

/** Sends the one-time code that a form may hold, or asks for a passkey, last before the change; the refusal, or null. */
export async function refuseOldCode(form: FormValues, signal: AbortSignal) {
  if (form.text('factor') === 'passkey') {
    const answer = await reauthenticateAdminWithPasskey(signal);
    return answer.ok ? null : actionResult(answer);
  }
  const totp = form.text('totp').trim();
  if (totp === '') return null;
  const answer = await callApiSignedIn(
    'AdminSessionService.ReauthenticateCurrentAdminSession',
    { totp },
    signal,
  );
  return answer.ok ? null : actionResult(answer);
}
