import type { Queryable } from '@gatehouse/boundary';
import type { NewPasskey } from '@gatehouse/contract';
import { describeDevice } from '../user-sessions/describe-device.ts';
import {
  answeredChallenge,
  type ChallengeHolder,
  type ChallengePurpose,
  useChallenge,
} from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';
import { type VerifiedPasskey, verifyNewPasskey } from './verify.ts';

/** The context of any endpoint that takes a new passkey. */
interface CreationContext {
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
}

/**
 * Uses up the challenge in a transaction of its own, which no later refusal rolls back, then verifies the new passkey, outside
 * the transaction that stores it. @returns null when a check fails.
 */
export async function verifyCreated(
  context: CreationContext,
  relyingParty: RelyingParty,
  { passkey, purpose, holder }: { passkey: NewPasskey; purpose: ChallengePurpose; holder: ChallengeHolder },
): Promise<VerifiedPasskey | null> {
  const challenge = answeredChallenge(passkey, purpose, holder);
  if (challenge === null || !(await context.transaction((tx) => useChallenge(tx, challenge)))) return null;
  return verifyNewPasskey(relyingParty, passkey, challenge.hash);
}

/** A first name: the browser that has created the passkey. */
export function nameOfNewPasskey(userAgent: string): string {
  const device = describeDevice(userAgent);
  return device === '' ? 'Passkey' : device;
}
