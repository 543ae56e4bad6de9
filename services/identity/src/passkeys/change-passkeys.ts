import { type Handler, statement, type Transaction } from '@gatehouse/boundary';
import { exclusiveUser } from '../user-sessions/presented-sessions.ts';
import { useChallenge } from './challenges.ts';
import { nameOfNewPasskey, verifyCreated } from './created-passkey.ts';
import { presentPasskey } from './present-passkey.ts';
import type { RelyingParty } from './relying-party.ts';
import { addPasskey, listPasskeys, removePasskey, renamePasskey } from './stored-passkeys.ts';

/** Passkeys of one account. */
export const MAX_PASSKEYS = 20;

/** The detail of `passkey_quota_reached`. */
export const QUOTA_ADVICE = `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`;

const HAS_PASSWORD = statement<object>(
  'has_password',
  'select from identity.credentials where user_id = $1',
  { indexes: ['credentials_pkey'] },
);

/** Sessions of a removed passkey end, as those of a former password do (G3). */
const END_SESSIONS = statement<{ id: string }>(
  'end_sessions_of_passkey',
  `update identity.user_sessions set ended_at = now(), end_reason = 'passkey_removed'
    where user_id = $1 and passkey_id = $2 and id <> $3 and ended_at is null
   returning id`,
  { indexes: ['user_sessions_live_by_user_idx'] },
);

/** With what the caller can sign in. */
export const getCredentials: Handler<'PasskeyService.GetCurrentUserCredentials'> = async ({
  read,
  facts,
}) => {
  const { id } = facts.identities_user;
  const [passwords, passkeys] = await Promise.all([
    read.query(HAS_PASSWORD, [id]),
    listPasskeys(read, { system: 'user', id }),
  ]);
  return { has_password: passwords.length === 1, passkeys: passkeys.map(presentPasskey) };
};

/** Adds a passkey of the caller, named for the browser that has created it. */
export function createPasskey({
  relyingParty,
}: {
  relyingParty: RelyingParty;
}): Handler<'PasskeyService.CreatePasskey'> {
  return async (context, { passkey }) => {
    const { id } = context.facts.identities_user;
    const holder = { sessionId: context.facts.session.id };
    const created = await verifyCreated(context.read, relyingParty, { passkey, purpose: 'creation', holder });
    if (created === null) return context.refuse('passkey_invalid', { detail: ADVICE });
    const { challenge, verified } = created;
    const name = nameOfNewPasskey(context.client.userAgent);
    return context.transaction(
      async (tx) => {
        if (!(await useChallenge(tx, challenge)))
          return context.refuse('passkey_invalid', { detail: ADVICE });
        const others = await listPasskeys(tx, { system: 'user', id });
        if (others.length >= MAX_PASSKEYS) {
          return context.refuse('passkey_quota_reached', { detail: QUOTA_ADVICE });
        }
        const added = await addPasskey(tx, { system: 'user', id }, verified, name);
        if (added === null) return context.refuse('passkey_exists');
        await finishAddedPasskey(tx, tx.facts.identities_user, name);
        return presentPasskey(added);
      },
      { locks: [exclusiveUser(id)] },
    );
  };
}

/** The detail of `passkey_invalid` for a new passkey. */
export const ADVICE = 'The request may have expired. Try again.';

/** Audits a new passkey and tells the user by mail, in case it is an attacker's. Call it last. */
export async function finishAddedPasskey(
  tx: Transaction,
  { id, email, name }: { id: string; email: string; name: string },
  passkey: string,
): Promise<void> {
  const actor = { kind: 'user', id } as const;
  await tx.audit({ action: 'user.passkey_added', subject_kind: 'user', subject_id: id, actor });
  await tx.mail('passkey_added', { to: email, values: { name, passkey, link: '/account' } });
}

/** Renames a passkey of the caller. */
export const updatePasskey: Handler<'PasskeyService.UpdatePasskey'> = (context, input) =>
  context.transaction(async (tx) => {
    const { id } = tx.facts.identities_user;
    const passkey = await renamePasskey(tx, { system: 'user', id }, input.id, input.name.trim());
    if (passkey === undefined) return context.refuse('not_found');
    await tx.audit({ action: 'user.passkey_renamed', subject_kind: 'user', subject_id: id });
    return presentPasskey(passkey);
  });

/** Removes a passkey of the caller, unless it is the only way to sign in. */
export const deletePasskey: Handler<'PasskeyService.DeletePasskey'> = (context, input) =>
  context.transaction(
    async (tx) => {
      const { identities_user, session } = tx.facts;
      const { id, email, name } = identities_user;
      const passkeys = await listPasskeys(tx, { system: 'user', id });
      const removed = passkeys.find((one) => one.id === input.id);
      if (removed === undefined) return context.refuse('not_found');
      const passwords = await tx.query(HAS_PASSWORD, [id]);
      if (passkeys.length + passwords.length === 1) {
        return context.refuse('last_credential', {
          detail: 'Add another passkey or set a password first, then remove this one.',
        });
      }
      await removePasskey(tx, { system: 'user', id }, removed.id);
      const ended = await tx.query(END_SESSIONS, [id, removed.id, session.id]);
      const change = `${ended.length} sessions ended`;
      await tx.audit({ action: 'user.passkey_removed', subject_kind: 'user', subject_id: id, change });
      const values = { name, passkey: removed.name, link: '/reset-password' } as const;
      await tx.mail('passkey_removed', { to: email, values });
      return null;
    },
    { locks: [exclusiveUser(context.facts.identities_user.id)] },
  );
