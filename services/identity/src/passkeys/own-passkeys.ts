import {
  type Queryable,
  returningLive,
  statement,
  type Transaction,
  type TransactionOptions,
} from '@gatehouse/boundary';
import type { NewPasskey, Passkey } from '@gatehouse/contract';
import type { ChallengePurpose } from './challenges.ts';
import { nameOfNewPasskey, verifyCreated } from './created-passkey.ts';
import { presentPasskey } from './present-passkey.ts';
import type { RelyingParty } from './relying-party.ts';
import {
  addPasskey,
  findRoom,
  listPasskeys,
  lockOwnPasskey,
  type PasskeyOwner,
  removePasskey,
  renamePasskey,
} from './stored-passkeys.ts';

/** Passkeys of one account. */
const MAX_PASSKEYS = 20;

/** Sessions of a user's removed passkey end, as those of a former password do (G3); the account's page ends the others. */
const END_SESSIONS_OF_PASSKEY = statement<{ id: string }>(
  'end_sessions_of_passkey',
  returningLive(
    `update identity.user_sessions set ended_at = now(), end_reason = 'passkey_removed'
      where user_id = $1 and passkey_id = $2 and id <> $3 and ended_at is null`,
    'id',
  ),
  { indexes: ['user_sessions_live_by_user_idx'] },
);

/** All others of an admin: they may have begun with a factor that is not the admin's any more. */
const END_OTHER_ADMIN_SESSIONS = statement<{ id: string }>(
  'end_other_admin_sessions',
  returningLive(
    `update identity.admin_sessions set ended_at = now(), end_reason = 'passkeys_changed'
      where admin_id = $1 and id <> $2 and ended_at is null`,
    'id',
  ),
  { indexes: ['admin_sessions_admin_id_idx'] },
);

/** The context of a change of the caller's passkeys. */
interface OwnContext<Tx, Code> {
  readonly read: Queryable;
  readonly client: { readonly userAgent: string };
  readonly facts: { readonly session: { readonly id: string } };
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  refuse(code: Code, options?: { readonly detail: string }): never;
}

/**
 * Adds a passkey of the caller, named for the browser that has created it, and audits it. An admin's other sessions end.
 * @param tellOwner mails the owner, in case the passkey is an attacker's.
 */
export async function addOwnPasskey<Tx extends Transaction>(
  context: OwnContext<Tx, 'passkey_invalid' | 'passkey_quota_reached' | 'passkey_exists'>,
  relyingParty: RelyingParty,
  owner: PasskeyOwner,
  {
    passkey,
    purpose,
    tellOwner,
  }: {
    passkey: NewPasskey;
    purpose: ChallengePurpose;
    tellOwner: (tx: Tx, passkey: string) => Promise<void>;
  },
): Promise<Passkey> {
  const holder = { sessionId: context.facts.session.id };
  const verified = await verifyCreated(context, relyingParty, { passkey, purpose, holder });
  if (verified === null) {
    return context.refuse('passkey_invalid', { detail: 'The request may have expired. Try again.' });
  }
  const name = nameOfNewPasskey(context.client.userAgent);
  const requireRoom = async (queryable: Queryable) => {
    const { owned, is_stored } = await findRoom(queryable, owner, verified);
    if (owned >= MAX_PASSKEYS) {
      const detail = `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`;
      context.refuse('passkey_quota_reached', { detail });
    }
    if (is_stored) context.refuse('passkey_exists');
  };
  // Before the exclusive lock, on which the owner's revocations would wait (G1).
  await requireRoom(context.read);
  return context.transaction(async (tx) => {
    await requireRoom(tx);
    const added = await addPasskey(tx, owner, verified, name);
    if (added === null) return context.refuse('passkey_exists');
    const ended = await endOtherSessions(tx, owner, context.facts.session.id, null);
    await auditAddedPasskey(tx, owner, ended);
    await tellOwner(tx, name);
    return presentPasskey(added);
  }, exclusive(owner));
}

/** Audits a new passkey, as its owner's. @param ended sessions that it ended; default: none could. */
export function auditAddedPasskey(tx: Transaction, { system, id }: PasskeyOwner, ended = 0): Promise<void> {
  return tx.audit({
    action: `${system}.passkey_added`,
    subject_kind: system,
    subject_id: id,
    actor: { kind: system, id },
    ...(ended === 0 ? {} : { change: sessionsEnded(ended) }),
  });
}

/** Renames a passkey of the caller. */
export function renameOwnPasskey(
  context: Pick<OwnContext<Transaction, 'not_found'>, 'transaction' | 'refuse'>,
  owner: PasskeyOwner,
  input: { readonly id: string; readonly name: string },
): Promise<Passkey> {
  return context.transaction(async (tx) => {
    const before = await lockOwnPasskey(tx, owner, input.id);
    if (before === undefined) return context.refuse('not_found');
    const name = input.name.trim();
    if (name === before.name) return presentPasskey(before);
    await renamePasskey(tx, owner, input.id, name);
    const { system, id } = owner;
    await tx.audit({ action: `${system}.passkey_renamed`, subject_kind: system, subject_id: id });
    return presentPasskey({ ...before, name });
  });
}

/**
 * Removes a passkey of the caller, unless it is the last credential, and ends other sessions: a user's that began with it,
 * all of an admin.
 * @param countOthers credentials beside the passkeys that may stay alone. @param advice the detail of `last_credential`.
 */
export async function removeOwnPasskey<Tx extends Transaction>(
  context: Pick<OwnContext<Tx, 'not_found' | 'last_credential'>, 'facts' | 'read' | 'transaction' | 'refuse'>,
  owner: PasskeyOwner,
  passkeyId: string,
  {
    countOthers,
    advice,
    tellOwner,
  }: {
    countOthers: (queryable: Queryable) => Promise<number>;
    advice: string;
    tellOwner: (tx: Tx, passkey: string) => Promise<void>;
  },
): Promise<null> {
  const { system, id } = owner;
  const requireRemovable = async (queryable: Queryable) => {
    const passkeys = await listPasskeys(queryable, owner);
    const found = passkeys.find((one) => one.id === passkeyId);
    if (found === undefined) return context.refuse('not_found');
    if (passkeys.length === 1 && (await countOthers(queryable)) === 0) {
      return context.refuse('last_credential', { detail: advice });
    }
    return found;
  };
  // Before the exclusive lock, on which the owner's revocations would wait (G1).
  await requireRemovable(context.read);
  return context.transaction(async (tx) => {
    const removed = await requireRemovable(tx);
    await removePasskey(tx, owner, removed.id);
    const change = sessionsEnded(await endOtherSessions(tx, owner, context.facts.session.id, removed.id));
    await tx.audit({ action: `${system}.passkey_removed`, subject_kind: system, subject_id: id, change });
    await tellOwner(tx, removed.name);
    return null;
  }, exclusive(owner));
}

/** @param removedId null: a passkey was added. @returns how many live sessions ended. */
async function endOtherSessions(
  tx: Transaction,
  { system, id }: PasskeyOwner,
  ownSessionId: string,
  removedId: string | null,
): Promise<number> {
  if (system === 'admin') return (await tx.query(END_OTHER_ADMIN_SESSIONS, [id, ownSessionId])).length;
  if (removedId === null) return 0;
  return (await tx.query(END_SESSIONS_OF_PASSKEY, [id, removedId, ownSessionId])).length;
}

function sessionsEnded(count: number): string {
  return `${count} sessions ended`;
}

function exclusive({ system, id }: PasskeyOwner): TransactionOptions {
  return { locks: [{ kind: system, id, mode: 'exclusive' }] };
}
