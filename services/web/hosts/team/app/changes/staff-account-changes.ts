import type { FormValues } from '#api/form-action.ts';
import { sendChange, sendWrite } from '#api/page-result.ts';
import { ADMIN_ROLE_LABELS, STAFF_CONDITION_LABELS } from '#design/labels.ts';
import { refuseOldCode } from './staff-changes.ts';

/** Invites a colleague. */
export async function inviteStaff(form: FormValues, signal: AbortSignal) {
  const input = {
    name: form.text('name'),
    email: form.text('email'),
    role: form.choice('role', ADMIN_ROLE_LABELS),
    reason: form.text('reason'),
  };
  return (
    (await refuseOldCode(form, signal)) ?? sendWrite('StaffAccountService.CreateStaffAccount', input, signal)
  );
}

/** Makes an operator a viewer, or requests the reverse. */
export async function setStaffRole(form: FormValues, signal: AbortSignal) {
  const input = { ...subjectOf(form), role: form.choice('role', ADMIN_ROLE_LABELS) };
  return (
    (await refuseOldCode(form, signal)) ??
    sendChange(form, 'StaffAccountService.UpdateStaffRole', input, signal)
  );
}

/** Disables or enables an account, or requests to enable an operator. */
export async function setStaffCondition(form: FormValues, signal: AbortSignal) {
  const input = { ...subjectOf(form), condition: form.choice('condition', STAFF_CONDITION_LABELS) };
  return (
    (await refuseOldCode(form, signal)) ??
    sendChange(form, 'StaffAccountService.UpdateStaffCondition', input, signal)
  );
}

/** Resets a second factor, or requests it. */
export async function resetStaffFactor(form: FormValues, signal: AbortSignal) {
  return (
    (await refuseOldCode(form, signal)) ??
    sendWrite('StaffAccountService.ResetStaffSecondFactor', subjectOf(form), signal)
  );
}

/** Approves another operator's request. */
export async function approveStaffRequest(form: FormValues, signal: AbortSignal) {
  return (
    (await refuseOldCode(form, signal)) ??
    sendWrite('StaffAccountService.ApproveStaffRequest', { id: form.text('id') }, signal)
  );
}

/** Declines a request, or withdraws the own one. */
export async function endStaffRequest(form: FormValues, signal: AbortSignal) {
  return (
    (await refuseOldCode(form, signal)) ??
    sendWrite('StaffAccountService.DeleteStaffRequest', { id: form.text('id') }, signal)
  );
}

function subjectOf(form: FormValues) {
  return { id: form.text('id'), reason: form.text('reason') };
}
