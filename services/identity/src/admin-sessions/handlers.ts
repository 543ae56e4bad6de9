import type { AdminFacts } from '@gatehouse/access';
import {
  createSecretToken,
  type HandlersOf,
  hashSessionToken,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import type { CurrentAdminSession } from '@gatehouse/contract';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { useRecoveryCode, useTotp } from '../second-factor/use-second-factor.ts';
import { attemptInTurn } from '../throttle/attempts.ts';
import type { SignInThrottle } from '../throttle/throttles.ts';
import type { SessionLifetime } from '../user-sessions/handlers.ts';
import { normaliseEmail } from '../users/email.ts';

/** Relies on admins_email_key. */
const FIND_ACCOUNT = statement<{ id: string; password_hash: string }>(
  'find_admin_account',
  `select a.id, c.password_hash
     from identity.admins a join identity.admin_credentials c on c.admin_id = a.id
    where a.email = $1`,
);

const START_SESSION = statement<{ id: string }>(
  'start_admin_session',
  `insert into identity.admin_sessions (token_hash, admin_id, expires_at, idle_expires_at, user_agent, address)
   values ($1, $2, now() + make_interval(secs => $3), now() + make_interval(secs => $4), $5, $6)
   returning id`,
);

/** Relies on admin_sessions_token_hash_key. */
const END_PRESENTED_SESSIONS = statement<{ id: string; admin_id: string }>(
  'end_presented_admin_sessions',
  `update identity.admin_sessions set ended_at = now(), end_reason = $2
    where token_hash = any($1::bytea[]) and ended_at is null
   returning id, admin_id`,
);

const WRITE_PASSWORD_HASH = statement<object>(
  'write_admin_password_hash',
  'update identity.admin_credentials set password_hash = $2, updated_at = now() where admin_id = $1',
);

const REFRESH_SECOND_FACTOR = statement<object>(
  'refresh_admin_second_factor',
  'update identity.admin_sessions set second_factor_at = now() where id = $1',
);

const TOTP_ADVICE =
  'Each code works once. Wait for the next one, and look whether the clock of your phone is right.';

/** Sign-in and sign-out of the staff on the team host. */
export function createAdminSessionHandlers({
  passwords,
  throttle,
  lifetime,
}: {
  passwords: PasswordHasher;
  throttle: SignInThrottle;
  lifetime: SessionLifetime;
}): HandlersOf<'AdminSessionService'> {
  return {
    'AdminSessionService.CreateAdminSession': (context, input) => {
      const email = normaliseEmail(input.email);
      const { address, userAgent } = context.client;
      return attemptInTurn({ throttle, system: 'admin', account: email }, context, async () => {
        const [account] = await context.read.query(FIND_ACCOUNT, [email]);
        const isRight = await passwords.verify(
          account?.password_hash ?? null,
          input.password,
          context.client,
        );
        if (account === undefined || !isRight) {
          await throttle.countFailure(email, address);
          await context.transaction((tx) => recordRefusal(tx, account?.id ?? null, 'password'));
          return context.refuse('credentials_invalid');
        }
        if (input.totp === '') context.refuse('totp_required');
        const newHash = passwords.isOutdated(account.password_hash)
          ? await passwords.hash(input.password, context.client)
          : null;
        const { token } = createSecretToken();
        const tokenHash = hashSessionToken(token);
        const outcome = await context.transaction(async (tx) => {
          if (!(await useSecondFactor(tx, account.id, input.totp))) return null;
          await endPresentedSessions(tx, context.presentedTokenHashes, 'replaced_by_sign_in');
          if (newHash !== null) await tx.query(WRITE_PASSWORD_HASH, [account.id, newHash]);
          const { absoluteSeconds, idleSeconds } = lifetime;
          const values = [tokenHash, account.id, absoluteSeconds, idleSeconds, userAgent, address];
          const [session] = await tx.query(START_SESSION, values);
          await tx.audit({
            action: 'admin_session.started',
            subject_kind: 'admin_session',
            subject_id: session?.id ?? null,
            actor: { kind: 'admin', id: account.id },
          });
          const facts = await tx.adminFacts(tokenHash);
          if (facts === null) throw new Error('the new session has no facts');
          return { answer: presentAdminSession(facts), started: { token, maxAgeSeconds: absoluteSeconds } };
        });
        if (outcome === null) {
          await throttle.countFailure(email, address);
          await context.transaction((tx) => recordRefusal(tx, account.id, 'second factor'));
          return context.refuse('totp_invalid', { detail: TOTP_ADVICE });
        }
        await throttle.forget(email, address);
        return outcome;
      });
    },

    'AdminSessionService.ReauthenticateCurrentAdminSession': (context, input) => {
      const { id, email } = context.facts.identities_admin;
      const { address } = context.client;
      return attemptInTurn({ throttle, system: 'admin', account: email }, context, async () => {
        const isRight = await context.transaction(async (tx) => {
          if (!(await useTotp(tx, id, input.totp))) return false;
          const { session } = tx.facts;
          await tx.query(REFRESH_SECOND_FACTOR, [session.id]);
          await tx.audit({
            action: 'admin_session.reauthenticated',
            subject_kind: 'admin_session',
            subject_id: session.id,
          });
          return true;
        });
        if (isRight) return null;
        await throttle.countFailure(email, address);
        await context.transaction((tx) => recordRefusal(tx, id, 'second factor'));
        return context.refuse('totp_invalid', { detail: TOTP_ADVICE });
      });
    },

    'AdminSessionService.GetCurrentAdminSession': async ({ facts }) => presentAdminSession(facts),

    'AdminSessionService.DeleteCurrentAdminSession': async (context) => {
      if (context.presentedTokenHashes.length === 0) return null;
      await context.transaction((tx) => endPresentedSessions(tx, context.presentedTokenHashes, 'signed_out'));
      return null;
    },
  };
}

/** A recovery code has letters; what has none is a code of the authenticator app. */
function useSecondFactor(tx: Transaction, adminId: string, code: string): Promise<boolean> {
  return /[a-z]/i.test(code) ? useRecoveryCode(tx, adminId, code) : useTotp(tx, adminId, code);
}

async function recordRefusal(tx: Transaction, adminId: string | null, wrong: string): Promise<void> {
  await tx.audit({
    action: 'admin_session.refused',
    subject_kind: 'admin',
    subject_id: adminId,
    change: `wrong ${wrong}`,
  });
}

function presentAdminSession({ identities_admin, session }: AdminFacts): CurrentAdminSession {
  return {
    identities_admin,
    session: {
      id: session.id,
      created_at: session.created_at.toISOString(),
      expires_at: session.expires_at.toISOString(),
    },
  };
}

async function endPresentedSessions(
  tx: Transaction,
  tokenHashes: readonly string[],
  reason: string,
): Promise<void> {
  if (tokenHashes.length === 0) return;
  for (const { id, admin_id } of await tx.query(END_PRESENTED_SESSIONS, [tokenHashes, reason])) {
    await tx.audit({
      action: 'admin_session.ended',
      subject_kind: 'admin_session',
      subject_id: id,
      actor: { kind: 'admin', id: admin_id },
    });
  }
}
