import { type Handler, hashSecretToken, statement, type Transaction } from '@gatehouse/boundary';
import { nameOfNewPasskey, verifyCreated } from '../passkeys/created-passkey.ts';
import { mailAddedPasskey } from '../passkeys/handlers.ts';
import { auditAddedPasskey } from '../passkeys/own-passkeys.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import { addPasskey } from '../passkeys/stored-passkeys.ts';

interface SignUp {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Null: the account begins with a passkey. */
  readonly password_hash: string | null;
}

/** A stranger's guess takes no place in the queue of a transaction. */
const FIND_SIGN_UP = statement<object>(
  'find_open_sign_up',
  'select from identity.sign_ups where token_hash = $1 and expires_at > now()',
  { indexes: ['sign_ups_token_hash_key'] },
);

const REDEEM_SIGN_UP = statement<SignUp>(
  'redeem_sign_up',
  'select id, email, name, password_hash from identity.redeem_sign_up($1)',
);

/** No row: the address has a verified account, which no sign-up changes (G3), or had it until a change that can be undone. */
const CREATE_USER = statement<{ id: string }>(
  'create_user',
  `insert into identity.users as u (id, email, name, email_verified_at) values ($1, $2, $3, now())
   on conflict (email) do update
      set name = excluded.name, email_verified_at = excluded.email_verified_at, updated_at = now()
    where u.email_verified_at is null
   returning id`,
  { indexes: ['users_email_key'] },
);

const CREATE_CREDENTIALS = statement<object>(
  'create_credentials',
  `insert into identity.credentials (user_id, password_hash) values ($1, $2)
   on conflict (user_id) do update set password_hash = excluded.password_hash, updated_at = now()`,
);

/** Confirms an address, which creates the account, with its first passkey if the sign-up has no password. */
export function createEmailVerification({
  relyingParty,
}: {
  relyingParty: RelyingParty;
}): Handler<'UserService.CreateEmailVerification'> {
  return async (context, input) => {
    const linkHash = hashSecretToken(input.token);
    const open = await context.read.query(FIND_SIGN_UP, [linkHash]);
    if (open.length === 0) return context.refuse('token_invalid');
    const first =
      input.passkey === undefined
        ? null
        : await verifyCreated(context, relyingParty, {
            passkey: input.passkey,
            purpose: 'sign_up',
            holder: { linkHash },
          });
    if (input.passkey !== undefined && first === null) return context.refuse('passkey_invalid');
    const name = nameOfNewPasskey(context.client.userAgent);
    const isDone = await context.transaction(async (tx) => {
      const [signedUp] = await tx.query(REDEEM_SIGN_UP, [linkHash]);
      if (signedUp === undefined) return false;
      if (signedUp.password_hash === null && first === null) return context.refuse('passkey_required');
      const id = await createAccount(tx, signedUp);
      if (id === null || first === null) return id !== null;
      const owner = { system: 'user', id } as const;
      const added = await addPasskey(tx, owner, first, name);
      if (added === null) return context.refuse('passkey_exists');
      await auditAddedPasskey(tx, owner);
      await mailAddedPasskey(tx, signedUp, name);
      return true;
    });
    // Refused after the commit, so that a sign-up for an address that has an account by now is gone.
    return isDone ? null : context.refuse('token_invalid');
  };
}

/** Creates the account of a redeemed sign-up. @returns its id; null when the address has an account by now. */
async function createAccount(
  tx: Transaction,
  { id, email, name, password_hash }: SignUp,
): Promise<string | null> {
  const [user] = await tx.query(CREATE_USER, [id, email, name]);
  if (user === undefined) return null;
  if (password_hash !== null) await tx.query(CREATE_CREDENTIALS, [user.id, password_hash]);
  const subject = {
    subject_kind: 'user',
    subject_id: user.id,
    actor: { kind: 'user', id: user.id },
  } as const;
  await tx.audit({ action: 'user.signed_up', ...subject });
  await tx.audit({ action: 'user.email_verified', ...subject });
  return user.id;
}
