import {
  createSecretToken,
  type Handler,
  hashSecretToken,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import { refuseCommonPassword } from '../passwords/common-passwords.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { AddressThrottle } from '../throttle/address-throttle.ts';
import { normaliseEmail } from './email.ts';

const FIND_VERIFIED_USER = statement<{ name: string }>(
  'find_verified_user_by_email',
  'select name from identity.users where email = $1 and email_verified_at is not null',
  { indexes: ['users_email_key'] },
);

/** The newest sign-up replaces an open one, its id and its link included. */
const WRITE_SIGN_UP = statement<{ has_replaced: boolean }>(
  'write_sign_up',
  `insert into identity.sign_ups as s (email, name, password_hash, token_hash, expires_at)
   values ($1, $2, $3, $4, now() + interval '24 hours')
   on conflict (email) do update
      set id = excluded.id, name = excluded.name, password_hash = excluded.password_hash,
          token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at
   returning old.expires_at is not null and old.expires_at > now() as has_replaced`,
  { indexes: ['sign_ups_email_key'] },
);

const DELETE_EXPIRED_SIGN_UPS = statement<object>(
  'delete_expired_sign_ups',
  'select identity.delete_expired_sign_ups()',
);

interface SignUp {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly password_hash: string;
}

const REDEEM_SIGN_UP = statement<SignUp>(
  'redeem_sign_up',
  'select id, email, name, password_hash from identity.redeem_sign_up($1)',
);

/** No row: the address has a verified account, which no sign-up changes (G3). */
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

/** Starts a sign-up; the mail differs for an address that has an account, the response and its time do not. */
export function createUser({
  passwords,
  signUpThrottle,
}: {
  passwords: PasswordHasher;
  signUpThrottle: AddressThrottle;
}): Handler<'UserService.CreateUser'> {
  return async (context, input) => {
    const wait = await signUpThrottle.use(context.client.address);
    if (wait !== null) context.refuse('rate_limited', { retryAfterSeconds: wait });
    refuseCommonPassword(context, input, 'password');
    const email = normaliseEmail(input.email);
    // Hashed for a known address, too: the response takes the same time.
    const passwordHash = await passwords.hash(input.password, context.client);
    await context.transaction(async (tx) => {
      await tx.query(DELETE_EXPIRED_SIGN_UPS, []);
      const [known] = await tx.query(FIND_VERIFIED_USER, [email]);
      if (known === undefined) {
        await signUp(tx, { email, name: input.name.trim(), passwordHash });
      } else {
        await tx.mail('account_exists', { to: email, values: { name: known.name, link: '/login' } });
      }
    });
    return null;
  };
}

/** Confirms an address, which creates the account. */
export const createEmailVerification: Handler<'UserService.CreateEmailVerification'> = async (
  context,
  input,
) => {
  const isDone = await context.transaction(async (tx) => {
    const [signedUp] = await tx.query(REDEEM_SIGN_UP, [hashSecretToken(input.token)]);
    return signedUp !== undefined && (await createAccount(tx, signedUp));
  });
  // Refused after the commit, so that a sign-up for an address that has an account by now is gone.
  return isDone ? null : context.refuse('token_invalid');
};

/** Stores a sign-up with its token; no account changes (G3). */
async function signUp(
  tx: Transaction,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string },
): Promise<void> {
  const { token, tokenHash } = createSecretToken();
  const [written] = await tx.query(WRITE_SIGN_UP, [email, name, passwordHash, tokenHash]);
  const replaced = written?.has_replaced === true ? 'a sign-up' : 'nothing';
  await tx.mail('confirm_address', { to: email, values: { link: `/verify-email#token=${token}`, replaced } });
}

/** Creates the account of a redeemed sign-up. @returns false when the address has an account by now. */
async function createAccount(tx: Transaction, { id, email, name, password_hash }: SignUp): Promise<boolean> {
  const [user] = await tx.query(CREATE_USER, [id, email, name]);
  if (user === undefined) return false;
  await tx.query(CREATE_CREDENTIALS, [user.id, password_hash]);
  const subject = {
    subject_kind: 'user',
    subject_id: user.id,
    actor: { kind: 'user', id: user.id },
  } as const;
  await tx.audit({ action: 'user.signed_up', ...subject });
  await tx.audit({ action: 'user.email_verified', ...subject });
  return true;
}
