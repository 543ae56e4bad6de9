import { type Handler, statement, type Transaction } from '@gatehouse/boundary';
import { describeDevice } from '../user-sessions/describe-device.ts';
import { exclusiveUser } from '../user-sessions/presented-sessions.ts';
import { challengeHashOf, isChallengeOpen, useChallenge } from './challenges.ts';
import { presentPasskey } from './present-passkey.ts';
import type { RelyingParty } from './relying-party.ts';
import { addPasskey, listPasskeys, type PasskeyRow } from './stored-passkeys.ts';
import { verifyNewPasskey } from './verify.ts';

/** Passkeys of one user. */
const MAX_PASSKEYS = 20;

const HAS_PASSWORD = statement<object>(
  'has_password',
  'select from identity.credentials where user_id = $1',
  { indexes: ['credentials_pkey'] },
);

const RENAME_PASSKEY = statement<
  Pick<PasskeyRow, 'id' | 'name' | 'is_backed_up' | 'created_at' | 'last_used_at'>
>(
  'rename_user_passkey',
  `update identity.user_passkeys set name = $3 where id = $1 and user_id = $2
   returning id, name, is_backed_up, created_at, last_used_at`,
);

const DELETE_PASSKEY = statement<object>(
  'delete_user_passkey',
  'select identity.delete_user_passkey($1, $2)',
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
  const [passwords, passkeys] = await Promise.all([read.query(HAS_PASSWORD, [id]), listPasskeys(read, id)]);
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
    const hash = challengeHashOf(passkey.client_data_json);
    if (hash === null) return context.refuse('passkey_invalid');
    const holder = { sessionId: context.facts.session.id };
    const challenge = { hash, purpose: 'creation', holder } as const;
    const isOpen = await isChallengeOpen(context.read, challenge);
    const verified = isOpen ? await verifyNewPasskey(relyingParty, passkey, hash) : null;
    if (verified === null) return context.refuse('passkey_invalid', { detail: ADVICE });
    const describedName = describeDevice(context.client.userAgent);
    const name = describedName === '' ? 'Passkey' : describedName;
    return context.transaction(
      async (tx) => {
        if (!(await useChallenge(tx, challenge)))
          return context.refuse('passkey_invalid', { detail: ADVICE });
        const others = await listPasskeys(tx, id);
        if (others.length >= MAX_PASSKEYS) {
          const detail = `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`;
          return context.refuse('passkey_quota_reached', { detail });
        }
        const added = await addPasskey(tx, id, verified, name);
        if (added === null) return context.refuse('passkey_exists');
        await finishAddedPasskey(tx, tx.facts.identities_user, name);
        return presentPasskey(added);
      },
      { locks: [exclusiveUser(id)] },
    );
  };
}

const ADVICE = 'The request may have expired. Try again.';

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
    const [passkey] = await tx.query(RENAME_PASSKEY, [input.id, id, input.name.trim()]);
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
      const passkeys = await listPasskeys(tx, id);
      const removed = passkeys.find((one) => one.id === input.id);
      if (removed === undefined) return context.refuse('not_found');
      const passwords = await tx.query(HAS_PASSWORD, [id]);
      if (passkeys.length + passwords.length === 1) {
        return context.refuse('last_credential', {
          detail: 'Add another passkey or set a password first, then remove this one.',
        });
      }
      await tx.query(DELETE_PASSKEY, [removed.id, id]);
      const ended = await tx.query(END_SESSIONS, [id, removed.id, session.id]);
      const change = `${ended.length} sessions ended`;
      await tx.audit({ action: 'user.passkey_removed', subject_kind: 'user', subject_id: id, change });
      const values = { name, passkey: removed.name, link: '/reset-password' } as const;
      await tx.mail('passkey_removed', { to: email, values });
      return null;
    },
    { locks: [exclusiveUser(context.facts.identities_user.id)] },
  );
