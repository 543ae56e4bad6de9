import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import type { RelyingParty } from './relying-party.ts';

/** Shown by authenticators. */
const NAME = 'Gatehouse';

/** As long as a challenge works. */
const TIMEOUT_MILLIS = 300_000;

/** EdDSA, ES256 and RS256 (COSE): what today's authenticators have. */
export const ALGORITHMS = [-8, -7, -257];

type Challenge = Uint8Array<ArrayBuffer>;

/** A passkey that an authenticator may have. */
interface KnownPasskey {
  readonly credential_id: Buffer;
  readonly transports: readonly string[];
}

/** What the browser passes to `navigator.credentials.create`, as JSON. */
export async function creationOptions(
  { id, userVerification }: RelyingParty,
  {
    challenge,
    account,
    passkeys,
  }: {
    challenge: Challenge;
    account: { readonly id: string; readonly email: string; readonly name: string };
    passkeys: readonly KnownPasskey[];
  },
): Promise<Readonly<Record<string, unknown>>> {
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: NAME,
    userID: userHandleOf(account.id),
    userName: account.email,
    userDisplayName: account.name,
    challenge,
    timeout: TIMEOUT_MILLIS,
    attestationType: 'none',
    excludeCredentials: passkeys.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/**
 * What the browser passes to `navigator.credentials.get`, as JSON.
 * @param passkeys that it may use; none: whichever it has for the host.
 */
export async function requestOptions(
  { id, userVerification }: RelyingParty,
  { challenge, passkeys }: { challenge: Challenge; passkeys: readonly KnownPasskey[] },
): Promise<Readonly<Record<string, unknown>>> {
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge,
    timeout: TIMEOUT_MILLIS,
    userVerification,
    allowCredentials: passkeys.map(descriptorOf),
  });
  return { ...options };
}

/** How authenticators name an account: the bytes of its id, which say nothing about the user. */
export function userHandleOf(accountId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(accountId.replaceAll('-', ''), 'hex'));
}

function descriptorOf({ credential_id, transports }: KnownPasskey) {
  return { id: credential_id.toString('base64url'), transports: [...transports] };
}
