import { createHash, randomBytes } from 'node:crypto';
import { type Queryable, statement } from '@gatehouse/boundary';

/** What a challenge is for. */
export type ChallengePurpose =
  | 'sign_in'
  | 'sign_up'
  | 'reauthentication'
  | 'creation'
  | 'staff_sign_in'
  | 'staff_enrolment'
  | 'staff_reauthentication'
  | 'staff_creation';

/** What one browser has, and no other: its sign-in cookie, its session, or the link of a mail. */
export type ChallengeHolder =
  | { readonly browserHash: Buffer }
  | { readonly sessionId: string }
  | { readonly linkHash: Buffer };

/** A challenge that a browser has answered. */
export interface AnsweredChallenge {
  readonly hash: Buffer;
  readonly purpose: ChallengePurpose;
  readonly holder: ChallengeHolder;
}

const ADD_CHALLENGE = statement<object>(
  'add_passkey_challenge',
  'insert into identity.passkey_challenges (challenge_hash, purpose, bound_to) values ($1, $2, $3)',
);

const DELETE_EXPIRED = statement<object>(
  'delete_expired_passkey_challenges',
  'select identity.delete_expired_passkey_challenges()',
);

const FIND_CHALLENGE = statement<object>(
  'find_passkey_challenge',
  `select from identity.passkey_challenges
    where challenge_hash = $1 and purpose = $2 and bound_to = $3 and expires_at > now()`,
  { indexes: ['passkey_challenges_pkey'] },
);

/** Works once: of two requests at the same time, the second finds it deleted. */
const USE_CHALLENGE = statement<object>(
  'use_passkey_challenge',
  'select from identity.use_passkey_challenge($1, $2, $3)',
);

/** Stores a new challenge of 32 random bytes. @returns it. */
export async function createChallenge(
  tx: Queryable,
  purpose: ChallengePurpose,
  holder: ChallengeHolder,
): Promise<Uint8Array<ArrayBuffer>> {
  await tx.query(DELETE_EXPIRED, []);
  const challenge = new Uint8Array(randomBytes(32));
  await tx.query(ADD_CHALLENGE, [sha256(challenge), purpose, boundTo(holder)]);
  return challenge;
}

/** Whether the challenge is the holder's, for its purpose, and neither used nor expired. */
export async function isChallengeOpen(read: Queryable, challenge: AnsweredChallenge): Promise<boolean> {
  const rows = await read.query(FIND_CHALLENGE, valuesOf(challenge));
  return rows.length === 1;
}

/** Uses up a challenge, once the transaction commits. @returns whether it was open. */
export async function useChallenge(tx: Queryable, challenge: AnsweredChallenge): Promise<boolean> {
  const rows = await tx.query(USE_CHALLENGE, valuesOf(challenge));
  return rows.length === 1;
}

/** Uses up the challenge of a refused attempt: it is not answered again. @param challenge null: the attempt answered none. */
export async function discardChallenge(tx: Queryable, challenge: AnsweredChallenge | null): Promise<void> {
  if (challenge !== null) await useChallenge(tx, challenge);
}

/** The challenge that a browser's response answers; null: it answers none of the holder. */
export function answeredChallenge(
  { client_data_json }: { readonly client_data_json: string },
  purpose: ChallengePurpose,
  holder: ChallengeHolder | null,
): AnsweredChallenge | null {
  const hash = challengeHashOf(client_data_json);
  return hash === null || holder === null ? null : { hash, purpose, holder };
}

/** The hash of the challenge that a browser's client data answers; null: it is no client data. */
function challengeHashOf(clientDataJson: string): Buffer | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
    return typeof challenge === 'string' ? hashChallenge(challenge) : null;
  } catch {
    return null;
  }
}

/** @param challenge base64url. */
export function hashChallenge(challenge: string): Buffer {
  return sha256(Buffer.from(challenge, 'base64url'));
}

function valuesOf({ hash, purpose, holder }: AnsweredChallenge): readonly unknown[] {
  return [hash, purpose, boundTo(holder)];
}

/** Of a fixed length, and different for each kind of holder. */
function boundTo(holder: ChallengeHolder): Buffer {
  if ('sessionId' in holder) return sha256(`session ${holder.sessionId}`);
  if ('browserHash' in holder) return sha256(`browser ${holder.browserHash.toString('hex')}`);
  return sha256(`link ${holder.linkHash.toString('hex')}`);
}

function sha256(value: string | Uint8Array): Buffer {
  return createHash('sha256').update(value).digest();
}
