import type { Endpoints } from '@gatehouse/contract/wire';
import { reauthenticateAdminWithPasskey } from '#api/admin-passkeys.ts';
import { callApiSignedIn } from '#api/call-signed-in.ts';
import type { FormValues } from '#api/form-values.ts';
import {
  actionResult,
  sendChange,
  sendWrite,
  type UnversionedId,
  type VersionedId,
} from '#api/page-result.ts';

/** What a form changes, and why. */
export function subjectOf(form: FormValues) {
  return { id: form.text('id'), reason: form.text('reason') };
}

/** Sends a staff form's write, after the code or passkey that the form may hold. */
export async function sendStaffWrite<Id extends UnversionedId>(
  form: FormValues,
  id: Id,
  input: Endpoints[Id]['input'],
  signal: AbortSignal,
) {
  return (await refuseOldCode(form, signal)) ?? sendWrite(id, input, signal);
}

/** The same for a change of the version that the form's `EditedVersion` names (G9). */
export async function sendStaffChange<Id extends VersionedId>(
  form: FormValues,
  id: Id,
  input: Endpoints[Id]['input'],
  signal: AbortSignal,
) {
  return (await refuseOldCode(form, signal)) ?? sendChange(form, id, input, signal);
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
