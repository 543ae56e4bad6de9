import type { CurrentAdminSession, Passkey } from '@gatehouse/contract/wire';
import type { ApiAnswer } from './api-answer.ts';
import { callApi } from './browser-api.ts';
import { callApiSignedIn } from './call-signed-in.ts';
import { createAfter, inCeremony } from './passkeys.ts';

/** Signs an admin in with password and passkey. */
export async function signInAdminWithPasskey(
  credentials: { readonly email: string; readonly password: string },
  signal?: AbortSignal,
): Promise<ApiAnswer<CurrentAdminSession>> {
  const proved = await inCeremony(
    await callApi('AdminPasskeyService.CreateAdminPasskeySignInChallenge', {}, signal),
    ({ provePasskey }, options) => provePasskey(options),
  );
  if (!proved.ok) return proved;
  const input = { ...credentials, totp: '', passkey: proved.data };
  return callApi('AdminSessionService.CreateAdminSession', input, signal);
}

/** Makes the second factor of the session fresh with a passkey. */
export async function reauthenticateAdminWithPasskey(signal: AbortSignal): Promise<ApiAnswer<null>> {
  const proved = await inCeremony(
    await callApiSignedIn('AdminPasskeyService.CreateAdminPasskeyReauthenticationChallenge', {}, signal),
    ({ provePasskey }, options) => provePasskey(options),
  );
  if (!proved.ok) return proved;
  const input = { passkey: proved.data };
  return callApiSignedIn('AdminSessionService.ReauthenticateCurrentAdminSession', input, signal);
}

/** Creates a passkey on the admin's device and adds it. */
export async function addAdminPasskey(signal: AbortSignal): Promise<ApiAnswer<Passkey>> {
  const created = await createAfter(
    await callApiSignedIn('AdminPasskeyService.CreateAdminPasskeyCreationChallenge', {}, signal),
  );
  if (!created.ok) return created;
  return callApiSignedIn('AdminPasskeyService.CreateAdminPasskey', { passkey: created.data }, signal);
}

/** Redeems an enrolment link with a password and a new passkey. */
export async function enrolWithPasskey(
  input: { readonly token: string; readonly password: string },
  signal: AbortSignal,
) {
  const { token } = input;
  const created = await createAfter(
    await callApi('AdminPasskeyService.CreateAdminPasskeyEnrolmentChallenge', { token }, signal),
  );
  if (!created.ok) return created;
  const enrolment = { ...input, passkey: created.data };
  return callApi('AdminEnrolmentService.CompleteAdminEnrolment', enrolment, signal);
}
