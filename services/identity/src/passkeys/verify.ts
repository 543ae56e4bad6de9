import type { NewPasskey, PasskeyAssertion } from '@gatehouse/contract';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { type AnsweredChallenge, type ChallengePurpose, hashChallenge } from './challenges.ts';
import { ALGORITHMS, userHandleOf } from './options.ts';
import type { RelyingParty } from './relying-party.ts';

/** A passkey that a browser has created, verified. */
export interface VerifiedPasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
  readonly transports: readonly string[];
}

/** The use of a passkey, verified except for its counter. */
export interface VerifiedUse {
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/** A passkey as the database has it. */
interface StoredPasskey {
  readonly owner_id: string;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly is_backup_eligible: boolean;
}

/** Of which the options name no account: the answer has to name it (WebAuthn Level 3, 7.2, step 6). */
const WITHOUT_ACCOUNT: ReadonlySet<ChallengePurpose> = new Set(['sign_in', 'staff_sign_in']);

/**
 * Verifies what a browser has created (WebAuthn Level 3, 7.1).
 * @param challengeHash of the challenge that was found.
 * @returns null when a check fails.
 */
export async function verifyNewPasskey(
  { id, origins, userVerification }: RelyingParty,
  { credential_id, client_data_json, attestation_object, transports }: NewPasskey,
  challengeHash: Buffer,
): Promise<VerifiedPasskey | null> {
  if (isFromForeignFrame(client_data_json)) return null;
  const verified = await verification(() =>
    verifyRegistrationResponse({
      response: {
        id: credential_id,
        rawId: credential_id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: client_data_json, attestationObject: attestation_object },
      },
      expectedChallenge: (challenge) => hashChallenge(challenge).equals(challengeHash),
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: userVerification === 'required',
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (verified?.registrationInfo === undefined) return null;
  const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  const { publicKey, counter } = credential;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
    transports,
  };
}

/**
 * Verifies the use of a stored passkey, except for its counter, which the transaction compares on the locked row (WebAuthn
 * Level 3, 7.2).
 * @returns null when a check fails.
 */
export async function verifyUse(
  { id, origins, userVerification }: RelyingParty,
  stored: StoredPasskey,
  assertion: PasskeyAssertion,
  { hash: challengeHash, purpose }: AnsweredChallenge,
): Promise<VerifiedUse | null> {
  const { credential_id, client_data_json, authenticator_data, signature, user_handle } = assertion;
  if (isFromForeignFrame(client_data_json)) return null;
  if (user_handle === '' && WITHOUT_ACCOUNT.has(purpose)) return null;
  if (user_handle !== '' && user_handle !== handleTextOf(stored.owner_id)) return null;
  const verified = await verification(() =>
    verifyAuthenticationResponse({
      response: {
        id: credential_id,
        rawId: credential_id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client_data_json,
          authenticatorData: authenticator_data,
          signature,
        },
      },
      expectedChallenge: (challenge) => hashChallenge(challenge).equals(challengeHash),
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: userVerification === 'required',
      credential: {
        id: stored.credential_id.toString('base64url'),
        publicKey: new Uint8Array(stored.public_key),
        counter: 0,
      },
    }),
  );
  if (verified?.verified !== true) return null;
  const { newCounter, credentialDeviceType, credentialBackedUp } = verified.authenticationInfo;
  // A passkey never changes between one device and several (step 18).
  if ((credentialDeviceType === 'multiDevice') !== stored.is_backup_eligible) return null;
  return { counter: newCounter, isBackedUp: credentialBackedUp };
}

/**
 * Whether the page was in a frame of another origin, which no page of Gatehouse allows. The library checks it only for
 * browsers that name that origin.
 */
function isFromForeignFrame(clientDataJson: string): boolean {
  const { crossOrigin } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
  return crossOrigin === true;
}

/** The library throws for each check that fails and for malformed bytes: both are the client's. */
async function verification<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

function handleTextOf(accountId: string): string {
  return Buffer.from(userHandleOf(accountId)).toString('base64url');
}
