import type { FormValues } from '#api/form-values.ts';
import { orReload } from '#api/or-reload.ts';
import { ADMIN_ROLE_LABELS, STAFF_CONDITION_LABELS } from '#design/labels.ts';
import { sendStaffChange, sendStaffWrite, subjectOf } from './staff-form.ts';

/** Invites a colleague. */
export function inviteStaff(form: FormValues, signal: AbortSignal) {
  const input = {
    name: form.text('name'),
    email: form.text('email'),
    role: form.choice('role', ADMIN_ROLE_LABELS),
    reason: form.text('reason'),
  };
  return sendStaffWrite(form, 'StaffAccountService.CreateStaffAccount', input, signal);
}

/** Makes an operator a viewer, or requests the reverse. */
export function setStaffRole(form: FormValues, signal: AbortSignal) {
  const input = { ...subjectOf(form), role: form.choice('role', ADMIN_ROLE_LABELS) };
  return sendStaffChange(form, 'StaffAccountService.UpdateStaffRole', input, signal);
}

/** Disables or enables an account, or requests to enable an operator. */
export function setStaffCondition(form: FormValues, signal: AbortSignal) {
  const input = { ...subjectOf(form), condition: form.choice('condition', STAFF_CONDITION_LABELS) };
  return sendStaffChange(form, 'StaffAccountService.UpdateStaffCondition', input, signal);
}

/** Resets a second factor, or requests it. */
export function resetStaffFactor(form: FormValues, signal: AbortSignal) {
  return sendStaffWrite(form, 'StaffAccountService.ResetStaffSecondFactor', subjectOf(form), signal);
}

/** Approves another operator's request. */
export function approveStaffRequest(form: FormValues, signal: AbortSignal) {
  return orReload(
    sendStaffWrite(form, 'StaffAccountService.ApproveStaffRequest', { id: form.text('id') }, signal),
    'not_found',
  );
}

/** Declines a request, or withdraws the own one. */
export function endStaffRequest(form: FormValues, signal: AbortSignal) {
  return orReload(
    sendStaffWrite(form, 'StaffAccountService.DeleteStaffRequest', { id: form.text('id') }, signal),
    'not_found',
  );
}
