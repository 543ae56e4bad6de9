import {
  createSecretToken,
  type HandlersOf,
  hashSecretToken,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import type { IdentitiesUser } from '@gatehouse/contract';
import { queueMail } from '@gatehouse/mail';
import { refuseCommonPassword } from '../passwords/common-passwords.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { UseThrottle } from '../throttle/throttles.ts';
import { normaliseEmail } from './email.ts';

interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email_verified_at: Date | null;
}

/** Relies on users_email_key. */
const FIND_USER = statement<UserRow>(
  'find_user_by_email',
  'select id, name, email_verified_at from identity.users where email = $1',
);

const CREATE_USER = statement<{ id: string }>(
  'create_user',
  'insert into identity.users (email, name) values ($1, $2) on conflict (email) do nothing returning id',
);

const CREATE_CREDENTIALS = statement<object>(
  'create_credentials',
  'insert into identity.credentials (user_id, password_hash) values ($1, $2)',
);

const CREATE_MAIL_TOKEN = statement<object>(
  'create_email_verification_token',
  `insert into identity.mail_tokens (purpose, token_hash, user_id, expires_at)
   values ('email_verification', $1, $2, now() + interval '24 hours')`,
);

/** Relies on mail_tokens_token_hash_key. One use: the second of two at the same time finds it used. */
const USE_MAIL_TOKEN = statement<{ user_id: string }>(
  'use_email_verification_token',
  `update identity.mail_tokens set used_at = now()
    where token_hash = $1 and purpose = 'email_verification' and used_at is null and expires_at > now()
   returning user_id`,
);

const VERIFY_EMAIL = statement<object>(
  'verify_email',
  `update identity.users set email_verified_at = coalesce(email_verified_at, now()), updated_at = now() where id = $1`,
);

const RENAME_USER = statement<IdentitiesUser>(
  'rename_user',
  `update identity.users set name = coalesce($2, name), updated_at = now() where id = $1
   returning id, name, email`,
);

type UserEndpoints =
  | 'UserService.CreateUser'
  | 'UserService.CreateEmailVerification'
  | 'UserService.UpdateCurrentUser';

/** Signing up, confirming the address, and the own name. */
export function createUserHandlers({
  passwords,
  throttle,
  publicOrigin,
  onMailQueued,
}: {
  passwords: PasswordHasher;
  throttle: UseThrottle;
  /** Scheme and host of the links in mails. */
  publicOrigin: string;
  onMailQueued: () => void;
}): Pick<HandlersOf<'UserService'>, UserEndpoints> {
  return {
    'UserService.CreateUser': async (context, input) => {
      const wait = await throttle.use(context.client.address);
      if (wait !== null) context.refuse('rate_limited', { retryAfterSeconds: wait });
      refuseCommonPassword(context, input.password);
      const email = normaliseEmail(input.email);
      // Hashed for a known address as well: the answer takes the same time.
      const passwordHash = await passwords.hash(input.password, context.client);
      await context.transaction(async (tx) => {
        const [known] = await tx.query(FIND_USER, [email]);
        if (known === undefined) {
          await signUp(tx, { email, name: input.name.trim(), passwordHash, publicOrigin });
        } else if (known.email_verified_at === null) {
          await sendVerification(tx, { userId: known.id, email, name: known.name, publicOrigin });
        } else {
          await sendReminder(tx, { email, name: known.name, publicOrigin });
        }
      });
      onMailQueued();
      return null;
    },

    'UserService.CreateEmailVerification': (context, input) =>
      context.transaction(async (tx) => {
        const [used] = await tx.query(USE_MAIL_TOKEN, [hashSecretToken(input.token)]);
        if (used === undefined) return context.refuse('token_invalid');
        await tx.query(VERIFY_EMAIL, [used.user_id]);
        await tx.audit({
          action: 'user.email_verified',
          subject_kind: 'user',
          subject_id: used.user_id,
          actor: { kind: 'user', id: used.user_id },
        });
        return null;
      }),

    'UserService.UpdateCurrentUser': (context, input) =>
      context.transaction(async (tx) => {
        const { id, name: before } = tx.facts.identities_user;
        const [user] = await tx.query(RENAME_USER, [id, input.name?.trim() ?? null]);
        if (user === undefined) throw new Error('the signed-in person has no row');
        if (user.name !== before) {
          await tx.audit({ action: 'user.renamed', subject_kind: 'user', subject_id: id });
        }
        return user;
      }),
  };
}

async function signUp(
  tx: Transaction,
  {
    email,
    name,
    passwordHash,
    publicOrigin,
  }: { email: string; name: string; passwordHash: string; publicOrigin: string },
): Promise<void> {
  const [created] = await tx.query(CREATE_USER, [email, name]);
  // Somebody signed up with the same address at the same moment: that person's mail is on its way.
  if (created === undefined) return;
  await tx.query(CREATE_CREDENTIALS, [created.id, passwordHash]);
  await tx.audit({
    action: 'user.signed_up',
    subject_kind: 'user',
    subject_id: created.id,
    actor: { kind: 'user', id: created.id },
  });
  await sendVerification(tx, { userId: created.id, email, name, publicOrigin });
}

async function sendVerification(
  tx: Transaction,
  {
    userId,
    email,
    name,
    publicOrigin,
  }: { userId: string; email: string; name: string; publicOrigin: string },
): Promise<void> {
  const { token, tokenHash } = createSecretToken();
  await tx.query(CREATE_MAIL_TOKEN, [tokenHash, userId]);
  await queueMail(tx, {
    to: email,
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Hello ${name},`,
      'welcome to Gatehouse. Open this link to confirm your address; it works once, for 24 hours:',
      `${publicOrigin}/verify-email#token=${token}`,
      'If you did not sign up, you need not do anything: without this link nobody can sign in with your address.',
    ],
  });
}

async function sendReminder(
  tx: Transaction,
  { email, name, publicOrigin }: { email: string; name: string; publicOrigin: string },
): Promise<void> {
  await queueMail(tx, {
    to: email,
    subject: 'You already have an account',
    paragraphs: [
      `Hello ${name},`,
      'somebody, probably you, tried to sign up with this address, which already has an account. Sign in here:',
      `${publicOrigin}/login`,
    ],
  });
}
