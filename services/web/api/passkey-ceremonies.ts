import type { NewPasskey, PasskeyAssertion, PasskeyChallenge } from '@gatehouse/contract/wire';
import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { type ApiAnswer, ownRefusal } from './api-answer.ts';

/** The API returns the options in the form that the browser takes. */
type Options = PasskeyChallenge['options'] & { readonly challenge: string };
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/**
 * Asks the user for a passkey: in a dialog of the browser or, for autofill, with the suggestions of a field. A ceremony
 * that begins ends the one that waits.
 */
export function provePasskey(
  options: PasskeyChallenge['options'],
  { isAutofill = false } = {},
): Promise<ApiAnswer<PasskeyAssertion>> {
  return ceremony(async () => {
    const { id, response } = await startAuthentication({
      optionsJSON: options as Options as unknown as RequestOptions,
      useBrowserAutofill: isAutofill,
    });
    return {
      credential_id: id,
      client_data_json: response.clientDataJSON,
      authenticator_data: response.authenticatorData,
      signature: response.signature,
      user_handle: response.userHandle ?? '',
    };
  });
}

/** Asks the user's device or password manager to create a passkey. */
export function createPasskey(options: PasskeyChallenge['options']): Promise<ApiAnswer<NewPasskey>> {
  return ceremony(async () => {
    const { id, response } = await startRegistration({
      optionsJSON: options as Options as unknown as CreationOptions,
    });
    return {
      credential_id: id,
      client_data_json: response.clientDataJSON,
      attestation_object: response.attestationObject,
      transports: response.transports ?? [],
    };
  });
}

/** Ends the ceremony that waits, if there is one. */
export function cancelCeremony(): void {
  WebAuthnAbortService.cancelCeremony();
}

async function ceremony<T>(run: () => Promise<T>): Promise<ApiAnswer<T>> {
  if (!('PublicKeyCredential' in globalThis)) return { ok: false, refusal: NOT_SUPPORTED };
  try {
    return { ok: true, data: await run() };
  } catch (error) {
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    return { ok: false, refusal: isKnown ? ALREADY_ADDED : NOT_USED };
  }
}

const NOT_USED = ownRefusal(
  422,
  'No passkey was used',
  'It was cancelled, took too long, or this device has none. Try again, or use another way.',
);

const ALREADY_ADDED = ownRefusal(
  422,
  'This device already has a passkey for your account',
  'Use it to sign in, or add one on another device.',
);

const NOT_SUPPORTED = ownRefusal(
  422,
  'This browser does not support passkeys',
  'Use another browser, or a password.',
);
