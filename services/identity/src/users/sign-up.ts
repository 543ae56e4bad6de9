import { setTimeout as delay } from 'node:timers/promises';
import { createSecretToken, type Handler, onlyRow, statement, type Transaction } from '@gatehouse/boundary';
import { refuseCommonPassword, refuseOwnWords } from '../passwords/common-passwords.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { pairOf } from '../throttle/account-throttle.ts';
import type { AddressThrottle } from '../throttle/address-throttle.ts';
import { countAddressUse } from '../throttle/count-address-use.ts';
import type { Limiter } from '../throttle/limiters.ts';
import { normaliseEmail } from './email.ts';

const FIND_VERIFIED_USER = statement<{ name: string }>(
  'find_verified_user_by_email',
  // Not beside a deletion: no mail with the name of an account that is gone.
  'select name from identity.users where email = $1 and email_verified_at is not null for key share',
  { indexes: ['users_email_key'] },
);

const IS_RESERVED = statement<{ is_reserved: boolean }>(
  'is_address_of_sign_up_reserved',
  'select identity.is_address_reserved($1, null) as is_reserved',
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

/** Without a password, whose hash takes longer, the response always takes this long, whether or not the address has an account. */
const RESPONSE_MILLIS = 150;

/** Starts a sign-up; the mail differs for an address that has an account, the response and its time do not. */
export function createUser({
  passwords,
  signUpThrottle,
  emailThrottle,
}: {
  passwords: PasswordHasher;
  signUpThrottle: AddressThrottle;
  /**
   * For one email address from one network, so that a stranger can neither replace each sign-up of its owner nor use up its
   * mails. Beyond it nothing happens, and the answer is the same.
   */
  emailThrottle: Limiter;
}): Handler<'UserService.CreateUser'> {
  return async (context, input) => {
    await countAddressUse(context, signUpThrottle);
    const { password } = input;
    if (password !== undefined) {
      refuseCommonPassword(context, { password }, 'password');
      refuseOwnWords(context, { password }, 'password', input);
    }
    const email = normaliseEmail(input.email);
    // Hashed for a known address, too: the response takes the same time.
    const passwordHash = password === undefined ? null : await passwords.hash(password, context.client);
    const pair = pairOf(email, context.client.address);
    if ((await emailThrottle.use(pair)) !== null) return null;
    // Not within the transaction: those of a network that last a given time run one after another.
    const responseTime = delay(passwordHash === null ? RESPONSE_MILLIS : 0);
    try {
      await context.transaction((tx) => writeAndMail(tx, { email, name: input.name.trim(), passwordHash }));
    } catch (error) {
      // Nothing was mailed, such as in an outage.
      await emailThrottle.uncount(pair);
      throw error;
    }
    await responseTime;
    return null;
  };
}

interface NewSignUp {
  readonly email: string;
  readonly name: string;
  /** Null: the account begins with a passkey. */
  readonly passwordHash: string | null;
}

async function writeAndMail(tx: Transaction, input: NewSignUp): Promise<void> {
  const { email } = input;
  await tx.query(DELETE_EXPIRED_SIGN_UPS, []);
  const [known] = await tx.query(FIND_VERIFIED_USER, [email]);
  const { is_reserved } = onlyRow(await tx.query(IS_RESERVED, [email]), 'the address');
  if (is_reserved) {
    await tx.mail('address_reserved', { to: email, values: {} });
  } else if (known === undefined) {
    await signUp(tx, input);
  } else {
    await tx.mail('account_exists', {
      to: email,
      values: { name: known.name, link: '/login?switch_account' },
    });
  }
}

/** Stores a sign-up with its token; no account changes (G3). */
async function signUp(tx: Transaction, { email, name, passwordHash }: NewSignUp): Promise<void> {
  const { token, tokenHash } = createSecretToken();
  const values = [email, name, passwordHash, tokenHash];
  const { has_replaced } = onlyRow(await tx.query(WRITE_SIGN_UP, values), 'the sign-up');
  const replaced = has_replaced ? 'a sign-up' : 'nothing';
  await tx.mail('confirm_address', { to: email, values: { link: `/verify-email#token=${token}`, replaced } });
}
