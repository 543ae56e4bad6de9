import type { Queryable } from '@gatehouse/boundary';
import type { NewPasskey } from '@gatehouse/contract';
import { describeDevice } from '../user-sessions/describe-device.ts';
import {
  type AnsweredChallenge,
  answeredChallenge,
  type ChallengeHolder,
  type ChallengePurpose,
  isChallengeOpen,
} from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';
import { type VerifiedPasskey, verifyNewPasskey } from './verify.ts';

/** A new passkey, verified against the holder's open challenge. */
export interface CreatedPasskey {
  readonly challenge: AnsweredChallenge;
  readonly verified: VerifiedPasskey;
}

/** Verifies a new passkey outside the transaction that stores it. @returns null when a check fails. */
export async function verifyCreated(
  read: Queryable,
  relyingParty: RelyingParty,
  { passkey, purpose, holder }: { passkey: NewPasskey; purpose: ChallengePurpose; holder: ChallengeHolder },
): Promise<CreatedPasskey | null> {
  const challenge = answeredChallenge(passkey, purpose, holder);
  if (challenge === null || !(await isChallengeOpen(read, challenge))) return null;
  const verified = await verifyNewPasskey(relyingParty, passkey, challenge.hash);
  return verified === null ? null : { challenge, verified };
}

/** A first name: the browser that has created the passkey. */
export function nameOfNewPasskey(userAgent: string): string {
  const device = describeDevice(userAgent);
  return device === '' ? 'Passkey' : device;
}
