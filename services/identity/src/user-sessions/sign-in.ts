import { type Handler, type Queryable, statement } from '@gatehouse/boundary';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { confirmPassword } from '../passwords/stored-password.ts';
import { actOnPassword, PASSWORD_CHANGED } from '../passwords/verified-password.ts';
import type { AccountThrottle } from '../throttle/account-throttle.ts';
import { attempt } from '../throttle/attempts.ts';
import { normaliseEmail } from '../users/email.ts';
import { auditRefusedSignIn } from './refused-sign-in.ts';
import { type SessionLifetime, startSession } from './start-session.ts';

interface AccountRow {
  readonly id: string;
  readonly password_hash: string;
  readonly is_verified: boolean;
}

/** The account of an address or, before the address is verified, its open sign-up; no row without a password. */
const FIND_ACCOUNT = statement<AccountRow>(
  'find_user_account',
  `select u.id, c.password_hash, true as is_verified
     from identity.users u join identity.credentials c on c.user_id = u.id
    where u.email = $1 and u.email_verified_at is not null
   union all
   select s.id, s.password_hash, false from identity.sign_ups s
    where s.email = $1 and s.password_hash is not null and s.expires_at > now()
    order by is_verified desc
    limit 1`,
  { indexes: ['users_email_key', 'sign_ups_email_key'] },
);

/** No row: the address has changed since the account was found by it (G3). */
const FIND_OWN_ADDRESS = statement<object>(
  'find_address_of_sign_in',
  'select from identity.users where id = $1 and email = $2',
  { indexes: ['users_email_key'] },
);

/** What a sign-in needs. */
export interface SignInDependencies {
  readonly passwords: PasswordHasher;
  readonly throttle: AccountThrottle;
  readonly lifetime: SessionLifetime;
}

/** Signs a user in by address and password. */
export function signIn({
  passwords,
  throttle,
  lifetime,
}: SignInDependencies): Handler<'UserSessionService.CreateUserSession'> {
  return (context, input) => {
    const email = normaliseEmail(input.email);
    return attempt({ throttle, system: 'user', account: email }, context, (markFailed) =>
      actOnPassword({
        find: async () => (await context.read.query(FIND_ACCOUNT, [email]))[0],
        verify: (hash) => passwords.verify(hash, input.password, context.client),
        refuse: async (account) => {
          markFailed();
          await context.transaction((tx) => auditRefusedSignIn(tx, account?.id ?? null));
          return context.refuse('credentials_invalid');
        },
        act: async (account) => {
          if (!account.is_verified) {
            markFailed();
            await context.transaction((tx) => auditRefusedSignIn(tx, account.id, UNVERIFIED));
            return context.refuse('email_unverified');
          }
          const newHash = await passwords.rehash(account.password_hash, input.password, context.client);
          const { id, password_hash: verifiedHash } = account;
          const confirm = async (tx: Queryable) => {
            const isStored = await confirmPassword(tx, { system: 'user', id, verifiedHash }, newHash);
            const addresses = await tx.query(FIND_OWN_ADDRESS, [id, email]);
            return isStored && addresses.length === 1 ? null : PASSWORD_CHANGED;
          };
          return startSession(context, { userId: id, passkeyId: null, confirm }, lifetime);
        },
      }),
    );
  };
}

const UNVERIFIED = 'right password, address not confirmed';
