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
import { confirmPassword } from '../passwords/stored-password.ts';
import { actOnPassword, PASSWORD_CHANGED } from '../passwords/verified-password.ts';
import type { AccountThrottle } from '../throttle/account-throttle.ts';
import { attempt, countUse } from '../throttle/attempts.ts';
import { normaliseEmail } from './email.ts';

/** An address that nobody has verified has no account to reset. */
const FIND_USER = statement<{ id: string }>(
  'find_user_for_password_reset',
  'select id from identity.users where email = $1 and email_verified_at is not null',
  { indexes: ['users_email_key'] },
);

const FIND_PASSWORD_HASH = statement<{ password_hash: string }>(
  'find_password_hash',
  'select password_hash from identity.credentials where user_id = $1',
);

/** No row: the account that was found has gone since. */
const CREATE_RESET_TOKEN = statement<{ user_id: string }>(
  'create_password_reset_token',
  `insert into identity.mail_tokens (purpose, token_hash, user_id, expires_at)
   select 'password_reset', $1, u.id, now() + interval '1 hour'
     from identity.users u where u.id = $2 and u.email_verified_at is not null
   returning user_id`,
);

const FIND_RESET_TOKEN = statement<{ user_id: string }>(
  'find_password_reset_token',
  `select user_id from identity.mail_tokens
    where token_hash = $1 and purpose = 'password_reset' and used_at is null and expires_at > now()`,
  { indexes: ['mail_tokens_token_hash_key'] },
);

/** One use: the second of two at the same time finds it used. */
const USE_RESET_TOKEN = statement<{ user_id: string }>(
  'use_password_reset_token',
  `update identity.mail_tokens set used_at = now()
    where token_hash = $1 and purpose = 'password_reset' and used_at is null and expires_at > now()
   returning user_id`,
  { indexes: ['mail_tokens_token_hash_key'] },
);

const END_RESET_TOKENS = statement<object>(
  'end_password_reset_tokens',
  `update identity.mail_tokens set used_at = now()
    where user_id = $1 and purpose = 'password_reset' and used_at is null`,
  { indexes: ['mail_tokens_user_id_idx'] },
);

const WRITE_PASSWORD_HASH = statement<object>(
  'write_new_password_hash',
  'update identity.credentials set password_hash = $2, updated_at = now() where user_id = $1',
);

/** A reset verifies no address: only the link of a sign-up does. */
const FIND_USER_OF_TOKEN = statement<{ email: string; name: string }>(
  'find_user_of_reset_token',
  'select email, name from identity.users where id = $1 and email_verified_at is not null',
);

const END_SESSIONS = statement<{ id: string }>(
  'end_sessions_after_password_change',
  `update identity.user_sessions set ended_at = now(), end_reason = 'password_changed'
    where user_id = $1 and id is distinct from $2::uuid and ended_at is null
   returning id`,
  { indexes: ['user_sessions_live_by_user_idx'] },
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
  signInThrottle: AccountThrottle;
  resetThrottle: AccountThrottle;
  /** Scheme and host of the links in mails. */
  publicOrigin: string;
  onMailQueued: () => void;
}): Pick<HandlersOf<'UserService'>, PasswordEndpoints> {
  return {
    'UserService.UpdateCurrentUserPassword': (context, input) => {
      const { id, email } = context.facts.identities_user;
      const attempted = { throttle: signInThrottle, system: 'user', account: email } as const;
      return attempt(attempted, context, async () => {
        await actOnPassword({
          find: async () => (await context.read.query(FIND_PASSWORD_HASH, [id]))[0],
          verify: (hash) => passwords.verify(hash, input.current_password, context.client),
          refuse: async () =>
            context.refuse('credentials_invalid', { detail: 'The current password is wrong.' }),
          act: async ({ password_hash }) => {
            refuseCommonPassword(context, input.new_password);
            const newHash = await passwords.hash(input.new_password, context.client);
            return context.transaction(
              async (tx) => {
                const verified = { system: 'user', id, verifiedHash: password_hash } as const;
                if (!(await confirmPassword(tx, verified, newHash))) return PASSWORD_CHANGED;
                await endWhatTheOldPasswordGave(tx, id, tx.facts.session.id);
                await tell(tx, { ...tx.facts.identities_user, publicOrigin });
                return null;
              },
              { locks: [{ kind: 'user', id, mode: 'exclusive' }] },
            );
          },
        });
        onMailQueued();
        return null;
      });
    },

    'UserService.CreatePasswordReset': async (context, input) => {
      const email = normaliseEmail(input.email);
      await countUse({ throttle: resetThrottle, system: 'user', account: email }, context);
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
      const email = await context.transaction(
        async (tx) => {
          const [used] = await tx.query(USE_RESET_TOKEN, [tokenHash]);
          if (used === undefined) return context.refuse('token_invalid');
          const [user] = await tx.query(FIND_USER_OF_TOKEN, [used.user_id]);
          if (user === undefined) return context.refuse('token_invalid');
          await tx.query(WRITE_PASSWORD_HASH, [used.user_id, passwordHash]);
          await endWhatTheOldPasswordGave(tx, used.user_id, null);
          await tell(tx, { ...user, publicOrigin });
          return user.email;
        },
        { locks: [{ kind: 'user', id: found.user_id, mode: 'exclusive' }] },
      );
      await signInThrottle.welcome(email, context.client.address);
      onMailQueued();
      return null;
    },
  };
}

/** Ends the sessions and open resets that began with the old password, but for one session. */
async function endWhatTheOldPasswordGave(
  tx: Transaction,
  userId: string,
  keptSessionId: string | null,
): Promise<void> {
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
  { user, email, publicOrigin }: { user: { id: string }; email: string; publicOrigin: string },
): Promise<void> {
  const { token, tokenHash } = createSecretToken();
  const [created] = await tx.query(CREATE_RESET_TOKEN, [tokenHash, user.id]);
  if (created === undefined) return;
  await tx.audit({ action: 'user.password_reset_requested', subject_kind: 'user', subject_id: user.id });
  const link = `${publicOrigin}/reset-password#token=${token}`;
  await queueMail(tx, 'password_reset', { to: email, values: { link } });
}

/** So that somebody whose account is being taken over learns of it. */
async function tell(
  tx: Transaction,
  { email, name, publicOrigin }: { email: string; name: string; publicOrigin: string },
): Promise<void> {
  const link = `${publicOrigin}/reset-password`;
  await queueMail(tx, 'password_changed', { to: email, values: { name, link } });
}
