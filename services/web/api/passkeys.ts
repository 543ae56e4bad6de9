import type {
  CurrentUserSession,
  NewPasskey,
  Passkey,
  PasskeyAssertion,
  PasskeyChallenge,
} from '@gatehouse/contract/wire';
import type { ApiAnswer } from './api-answer.ts';
import { callApi } from './browser-api.ts';
import { callApiSignedIn } from './call-signed-in.ts';

type Ceremonies = typeof import('./passkey-ceremonies.ts');

/** Loaded when a ceremony begins: the first-load JavaScript of a page is limited. */
const loadCeremonies = () => import('./passkey-ceremonies.ts');

/** Signs in with a passkey. @param offered by autofill; null: the browser asks for one. */
export async function signInWithPasskey(
  offered: PasskeyAssertion | null,
  signal: AbortSignal,
): Promise<ApiAnswer<CurrentUserSession>> {
  const proved: ApiAnswer<PasskeyAssertion> =
    offered === null
      ? await inCeremony(
          await callApi('PasskeyService.CreatePasskeySignInChallenge', {}, signal),
          ({ provePasskey }, options) => provePasskey(options),
        )
      : { ok: true, data: offered };
  if (!proved.ok) return proved;
  return callApi('UserSessionService.CreateUserSessionWithPasskey', { passkey: proved.data }, signal);
}

/** Offers passkeys with the suggestions of the sign-in page's field. Null: the user chose none, or the browser cannot. */
export async function offerPasskeys(signal: AbortSignal): Promise<PasskeyAssertion | null> {
  const { PublicKeyCredential: Credential } = globalThis as Partial<typeof globalThis>;
  if ((await Credential?.isConditionalMediationAvailable?.()) !== true || signal.aborted) return null;
  const challenge = await callApi('PasskeyService.CreatePasskeySignInChallenge', {});
  const proved = await inCeremony(challenge, async ({ provePasskey, cancelCeremony }, options) => {
    signal.addEventListener('abort', cancelCeremony);
    return provePasskey(options, { isAutofill: true });
  });
  return proved.ok && !signal.aborted ? proved.data : null;
}

/** Makes the session's authentication fresh with a passkey of the user. */
export async function reauthenticateWithPasskey(): Promise<ApiAnswer<null>> {
  const proved = await inCeremony(
    await callApi('PasskeyService.CreatePasskeyReauthenticationChallenge', {}),
    ({ provePasskey }, options) => provePasskey(options),
  );
  if (!proved.ok) return proved;
  return callApi('UserSessionService.ReauthenticateCurrentUserSession', { passkey: proved.data });
}

/** Creates a passkey on the user's device and adds it to the account. */
export async function addPasskey(signal: AbortSignal): Promise<ApiAnswer<Passkey>> {
  const created = await createAfter(
    await callApiSignedIn('PasskeyService.CreatePasskeyCreationChallenge', {}, signal),
  );
  if (!created.ok) return created;
  return callApiSignedIn('PasskeyService.CreatePasskey', { passkey: created.data }, signal);
}

/** Confirms the address of a sign-up; one without a password creates its first passkey. @param token of its mail. */
export async function confirmEmail(token: string, signal: AbortSignal): Promise<ApiAnswer<null>> {
  const answer = await callApi('UserService.CreateEmailVerification', { token }, signal);
  if (answer.ok || answer.refusal.code !== 'passkey_required') return answer;
  const created = await createAfter(
    await callApi('PasskeyService.CreatePasskeySignUpChallenge', { token }, signal),
  );
  if (!created.ok) return created;
  return callApi('UserService.CreateEmailVerification', { token, passkey: created.data }, signal);
}

/** Creates a passkey for a challenge. */
export function createAfter(challenge: ApiAnswer<PasskeyChallenge>): Promise<ApiAnswer<NewPasskey>> {
  return inCeremony(challenge, ({ createPasskey }, options) => createPasskey(options));
}

/** Runs a ceremony for a challenge; its code is loaded first. */
export async function inCeremony<T>(
  challenge: ApiAnswer<PasskeyChallenge>,
  run: (ceremonies: Ceremonies, options: PasskeyChallenge['options']) => Promise<ApiAnswer<T>>,
): Promise<ApiAnswer<T>> {
  if (!challenge.ok) return challenge;
  return run(await loadCeremonies(), challenge.data.options);
}
