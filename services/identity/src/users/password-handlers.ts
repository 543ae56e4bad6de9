import { setTimeout as delay } from 'node:timers/promises';
import {
  createSecretToken,
  type HandlersOf,
  hashSecretToken,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import { queueMail } from '@gatehouse/mail';
import { refuseCommonPassword } from '../passwords/common-passwords.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { attemptInTurn } from '../throttle/attempts.ts';
import type { SignInThrottle, UseThrottle } from '../throttle/throttles.ts';
import { normaliseEmail } from './email.ts';

/** Relies on users_email_key. */
const FIND_USER = statement<{ id: string; name: string }>(
  'find_user_for_password_reset',
  'select id, name from identity.users where email = $1',
);

const FIND_PASSWORD_HASH = statement<{ password_hash: string }>(
  'find_password_hash',
  'select password_hash from identity.credentials where user_id = $1',
);

const CREATE_RESET_TOKEN = statement<object>(
  'create_password_reset_token',
  `insert into identity.mail_tokens (purpose, token_hash, user_id, expires_at)
   values ('password_reset', $1, $2, now() + interval '1 hour')`,
);

/** Relies on mail_tokens_token_hash_key. */
const FIND_RESET_TOKEN = statement<object>(
  'find_password_reset_token',
  `select from identity.mail_tokens
    where token_hash = $1 and purpose = 'password_reset' and used_at is null and expires_at > now()`,
);

/** Relies on mail_tokens_token_hash_key. One use: the second of two at the same time finds it used. */
const USE_RESET_TOKEN = statement<{ user_id: string }>(
  'use_password_reset_token',
  `update identity.mail_tokens set used_at = now()
    where token_hash = $1 and purpose = 'password_reset' and used_at is null and expires_at > now()
   returning user_id`,
);

/** Relies on mail_tokens_user_id_idx. */
const END_RESET_TOKENS = statement<object>(
  'end_password_reset_tokens',
  `update identity.mail_tokens set used_at = now()
    where user_id = $1 and purpose = 'password_reset' and used_at is null`,
);

const WRITE_PASSWORD_HASH = statement<object>(
  'write_new_password_hash',
  'update identity.credentials set password_hash = $2, updated_at = now() where user_id = $1',
);

/** The mail with the token has shown that the address is the person's. */
const VERIFY_EMAIL = statement<{ email: string; name: string }>(
  'verify_email_by_password_reset',
  `update identity.users set email_verified_at = coalesce(email_verified_at, now()), updated_at = now() where id = $1
   returning email, name`,
);

/** Relies on user_sessions_live_by_user_idx. */
const END_SESSIONS = statement<{ id: string }>(
  'end_sessions_after_password_change',
  `update identity.user_sessions set ended_at = now(), end_reason = 'password_changed'
    where user_id = $1 and id is distinct from $2::uuid and ended_at is null
   returning id`,
);

/** Asking for a reset takes this long, whether or not the address is known: longer than the work. */
const RESET_ANSWER_MILLIS = 150;

type PasswordEndpoints =
  | 'UserService.UpdateCurrentUserPassword'
  | 'UserService.CreatePasswordReset'
  | 'UserService.RedeemPasswordReset';

/** Changing the own password, and getting back in by mail. */
export function createPasswordHandlers({
  passwords,
  signInThrottle,
  resetThrottle,
  publicOrigin,
  onMailQueued,
}: {
  passwords: PasswordHasher;
  signInThrottle: SignInThrottle;
  resetThrottle: UseThrottle;
  /** Scheme and host of the links in mails. */
  publicOrigin: string;
  onMailQueued: () => void;
}): Pick<HandlersOf<'UserService'>, PasswordEndpoints> {
  return {
    'UserService.UpdateCurrentUserPassword': (context, input) => {
      const { id, email, name } = context.facts.identities_user;
      const { address } = context.client;
      const attempted = { throttle: signInThrottle, system: 'user', account: email } as const;
      return attemptInTurn(attempted, context, async () => {
        const [row] = await context.read.query(FIND_PASSWORD_HASH, [id]);
        if (!(await passwords.verify(row?.password_hash ?? null, input.current_password, context.client))) {
          await signInThrottle.countFailure(email, address);
          return context.refuse('credentials_invalid', { detail: 'The current password is wrong.' });
        }
        refuseCommonPassword(context, input.new_password);
        const passwordHash = await passwords.hash(input.new_password, context.client);
        await context.transaction(async (tx) => {
          await changePassword(tx, { userId: id, passwordHash, keptSessionId: tx.facts.session.id });
          await tell(tx, { email, name, publicOrigin });
        });
        onMailQueued();
        return null;
      });
    },

    'UserService.CreatePasswordReset': async (context, input) => {
      const email = normaliseEmail(input.email);
      const waits = await Promise.all([
        resetThrottle.use(`address:${context.client.address}`),
        resetThrottle.use(`account:${email}`),
      ]);
      const wait = waits.find((seconds) => seconds !== null);
      if (wait != null) context.refuse('rate_limited', { retryAfterSeconds: wait });
      const answerTime = delay(RESET_ANSWER_MILLIS);
      const [user] = await context.read.query(FIND_USER, [email]);
      if (user !== undefined) {
        await context.transaction((tx) => sendReset(tx, { user, email, publicOrigin }));
        onMailQueued();
      }
      await answerTime;
      return null;
    },

    'UserService.RedeemPasswordReset': async (context, input) => {
      refuseCommonPassword(context, input.password);
      const tokenHash = hashSecretToken(input.token);
      // Hashing is dear: nobody gets it for a token that never was.
      const [found] = await context.read.query(FIND_RESET_TOKEN, [tokenHash]);
      if (found === undefined) return context.refuse('token_invalid');
      const passwordHash = await passwords.hash(input.password, context.client);
      const email = await context.transaction(async (tx) => {
        const [used] = await tx.query(USE_RESET_TOKEN, [tokenHash]);
        if (used === undefined) return context.refuse('token_invalid');
        const [user] = await tx.query(VERIFY_EMAIL, [used.user_id]);
        if (user === undefined) throw new Error('the person of the token has no row');
        await changePassword(tx, { userId: used.user_id, passwordHash, keptSessionId: null });
        await tell(tx, { ...user, publicOrigin });
        return user.email;
      });
      await signInThrottle.welcome(email, context.client.address);
      onMailQueued();
      return null;
    },
  };
}

/** Whoever has the old password, or a session begun with it, is out. */
async function changePassword(
  tx: Transaction,
  {
    userId,
    passwordHash,
    keptSessionId,
  }: { userId: string; passwordHash: string; keptSessionId: string | null },
): Promise<void> {
  await tx.query(WRITE_PASSWORD_HASH, [userId, passwordHash]);
  await tx.query(END_RESET_TOKENS, [userId]);
  const ended = await tx.query(END_SESSIONS, [userId, keptSessionId]);
  await tx.audit({
    action: 'user.password_changed',
    subject_kind: 'user',
    subject_id: userId,
    actor: { kind: 'user', id: userId },
    change: `${ended.length} sessions ended`,
  });
}

async function sendReset(
  tx: Transaction,
  { user, email, publicOrigin }: { user: { id: string; name: string }; email: string; publicOrigin: string },
): Promise<void> {
  const { token, tokenHash } = createSecretToken();
  await tx.query(CREATE_RESET_TOKEN, [tokenHash, user.id]);
  await tx.audit({ action: 'user.password_reset_requested', subject_kind: 'user', subject_id: user.id });
  await queueMail(tx, {
    to: email,
    subject: 'Set a new password',
    paragraphs: [
      `Hello ${user.name},`,
      'open this link to set a new password; it works once, for one hour:',
      `${publicOrigin}/reset-password#token=${token}`,
      'If you did not ask for it, you need not do anything: your password stays as it is.',
    ],
  });
}

/** So that somebody whose account is being taken over learns of it. */
async function tell(
  tx: Transaction,
  { email, name, publicOrigin }: { email: string; name: string; publicOrigin: string },
): Promise<void> {
  await queueMail(tx, {
    to: email,
    subject: 'Your password was changed',
    paragraphs: [
      `Hello ${name},`,
      'your password was changed a moment ago, and the other browsers were signed out.',
      'If it was not you, set a new password at once:',
      `${publicOrigin}/reset-password`,
    ],
  });
}
