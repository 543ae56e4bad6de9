import type { Queryable, Transaction } from '@gatehouse/boundary';
import type { PasskeyAssertion } from '@gatehouse/contract';
import { type AnsweredChallenge, discardChallenge, isChallengeOpen, useChallenge } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';
import { findPasskey, type PasskeyRow, recordUse } from './stored-passkeys.ts';
import { type VerifiedUse, verifyUse } from './verify.ts';

/** The detail of `passkey_invalid` where a passkey proves who the caller is. */
export const PASSKEY_ADVICE = 'Try again. If it fails again, use another way to sign in.';

/** What an assertion proves, as far as it can be verified outside a transaction. */
export interface Proof {
  /** Undefined: no user has this passkey. */
  readonly passkey: PasskeyRow | undefined;
  /** Null: the assertion answers no challenge of the holder. */
  readonly challenge: AnsweredChallenge | null;
  /** Null: a check failed. */
  readonly use: VerifiedUse | null;
}

/** Verifies an assertion against the stored passkey, if the challenge that it answers is open. */
export async function verifyAssertion(
  read: Queryable,
  relyingParty: RelyingParty,
  assertion: PasskeyAssertion,
  challenge: AnsweredChallenge | null,
): Promise<Proof> {
  const passkey = await findPasskey(read, relyingParty.system, assertion.credential_id);
  // A signature is verified only for a challenge that is open.
  const isOpen = challenge !== null && (await isChallengeOpen(read, challenge));
  const use =
    passkey === undefined || !isOpen ? null : await verifyUse(relyingParty, passkey, assertion, challenge);
  return { passkey, challenge, use };
}

/**
 * Uses up the challenge and records the use, in the transaction that acts on them; the user's lock is held. A counter that
 * is not ahead is audited and mailed.
 * @returns false when the proof no longer holds: nothing may follow but the commit.
 */
export async function acceptProof(
  tx: Transaction,
  { system }: RelyingParty,
  { passkey, challenge, use }: Proof,
): Promise<boolean> {
  if (passkey === undefined || challenge === null || use === null) return false;
  if (!(await useChallenge(tx, challenge))) return false;
  const used = await recordUse(tx, system, passkey.id, use);
  if (used.outcome !== 'copied') return used.outcome === 'used';
  const action = system === 'user' ? 'user.passkey_copied' : 'admin.passkey_copied';
  await tx.audit({ action, subject_kind: system, subject_id: passkey.owner_id });
  const [to, name] = [used.owner.email, used.owner.name];
  if (system === 'user') {
    await tx.mail('passkey_copied', { to, values: { name, passkey: used.name, link: '/account' } });
  } else {
    await tx.mail('staff_passkey', { to, values: { name, passkey: used.name, event: 'copied' } });
  }
  return false;
}

/** The context of a reauthentication. */
interface ReauthenticationContext<Tx> {
  readonly read: Queryable;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  refuse(code: 'passkey_invalid', options: { readonly detail: string }): never;
}

/**
 * Proves a passkey of the caller, and refreshes the session in the same transaction.
 * @param auditRefused within the transaction that uses up the challenge. @throws {Refusal} passkey_invalid
 */
export async function proveOwnPasskey<Tx extends Transaction>(
  context: ReauthenticationContext<Tx>,
  relyingParty: RelyingParty,
  {
    ownerId,
    assertion,
    challenge,
  }: {
    ownerId: string;
    assertion: PasskeyAssertion;
    challenge: AnsweredChallenge | null;
  },
  {
    refresh,
    markFailed,
    auditRefused,
  }: {
    refresh: (tx: Tx) => Promise<void>;
    /** Called when the proof is found wrong. */
    markFailed: () => void;
    auditRefused: (tx: Tx) => Promise<void>;
  },
): Promise<null> {
  const proof = await verifyAssertion(context.read, relyingParty, assertion, challenge);
  const isProved =
    proof.passkey?.owner_id === ownerId &&
    (await context.transaction(async (tx) => {
      if (!(await acceptProof(tx, relyingParty, proof))) return false;
      await refresh(tx);
      return true;
    }));
  if (isProved) return null;
  markFailed();
  await context.transaction(async (tx) => {
    await discardChallenge(tx, challenge);
    await auditRefused(tx);
  });
  return context.refuse('passkey_invalid', { detail: PASSKEY_ADVICE });
}
