import type { AdminFacts } from '@gatehouse/access';
import {
  type AccessLock,
  createSecretToken,
  type HandlersOf,
  hashSessionToken,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import type { CurrentAdminSession } from '@gatehouse/contract';
import { queueMail } from '@gatehouse/mail';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { confirmPassword } from '../passwords/stored-password.ts';
import { actOnPassword, PASSWORD_CHANGED } from '../passwords/verified-password.ts';
import { useRecoveryCode } from '../second-factor/recovery-codes.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import type { AccountThrottle } from '../throttle/account-throttle.ts';
import { attempt } from '../throttle/attempts.ts';
import type { SessionLifetime } from '../user-sessions/sign-in.ts';
import { normaliseEmail } from '../users/email.ts';

const FIND_ACCOUNT = statement<{ id: string; email: string; name: string; password_hash: string }>(
  'find_admin_account',
  `select a.id, a.email, a.name, c.password_hash
     from identity.admins a join identity.admin_credentials c on c.admin_id = a.id
    where a.email = $1`,
  { indexes: ['admins_email_key'] },
);

const START_SESSION = statement<{ id: string }>(
  'start_admin_session',
  `insert into identity.admin_sessions (token_hash, admin_id, expires_at, idle_expires_at, user_agent, address)
   values ($1, $2, now() + make_interval(secs => $3), now() + make_interval(secs => $4), $5, $6)
   returning id`,
);

/** Of the admins whose locks are taken. */
const END_PRESENTED_SESSIONS = statement<{ id: string; admin_id: string }>(
  'end_presented_admin_sessions',
  `update identity.admin_sessions set ended_at = now(), end_reason = $3
    where token_hash = any($1::bytea[]) and admin_id = any($2::uuid[]) and ended_at is null
   returning id, admin_id`,
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
  secondFactors,
  onMailQueued,
  throttle,
  lifetime,
}: {
  passwords: PasswordHasher;
  secondFactors: SecondFactors;
  onMailQueued: () => void;
  throttle: AccountThrottle;
  lifetime: SessionLifetime;
}): HandlersOf<'AdminSessionService'> {
  return {
    'AdminSessionService.CreateAdminSession': (context, input) => {
      const email = normaliseEmail(input.email);
      const { address, userAgent } = context.client;
      return attempt({ throttle, system: 'admin', account: email }, context, async () => {
        const refuse = async (reason: string, adminId: string | undefined) => {
          await context.transaction((tx) => recordRefusal(tx, adminId ?? null, reason));
        };
        return actOnPassword({
          find: async () => (await context.read.query(FIND_ACCOUNT, [email]))[0],
          verify: (hash) => passwords.verify(hash, input.password, context.client),
          refuse: async (account) => {
            await refuse('wrong password', account?.id);
            return context.refuse('credentials_invalid');
          },
          act: async (account) => {
            if (input.totp === '') {
              await refuse('right password, no second factor', account.id);
              return context.refuse('totp_required');
            }
            const newHash = passwords.isOutdated(account.password_hash)
              ? await passwords.hash(input.password, context.client)
              : null;
            const { token } = createSecretToken();
            const tokenHash = hashSessionToken(token);
            const replaced = await context.findPresentedOwners();
            const locks: AccessLock[] = [
              { kind: 'admin', id: account.id, mode: 'shared' },
              ...replaced.map(exclusiveAdmin),
            ];
            const started = await context.transaction(
              async (tx) => {
                const { id, password_hash } = account;
                const verified = { system: 'admin', id, verifiedHash: password_hash } as const;
                if (!(await confirmPassword(tx, verified, newHash))) return PASSWORD_CHANGED;
                if (!(await useSecondFactor(tx, secondFactors, account, input.totp))) return null;
                const ending = { tokenHashes: context.presentedTokenHashes, adminIds: replaced };
                await endPresentedSessions(tx, ending, 'replaced_by_sign_in');
                const { absoluteSeconds, idleSeconds } = lifetime;
                const values = [tokenHash, id, absoluteSeconds, idleSeconds, userAgent, address];
                const [session] = await tx.query(START_SESSION, values);
                await tx.audit({
                  action: 'admin_session.started',
                  subject_kind: 'admin_session',
                  subject_id: session?.id ?? null,
                  actor: { kind: 'admin', id },
                });
                const facts = await tx.adminFacts(tokenHash);
                if (facts === null) throw new Error('the new session has no facts');
                return {
                  answer: presentAdminSession(facts),
                  started: { token, maxAgeSeconds: absoluteSeconds },
                };
              },
              { locks },
            );
            if (started !== null) {
              onMailQueued();
              return started;
            }
            await refuse('right password, wrong second factor', account.id);
            return context.refuse('totp_invalid', { detail: TOTP_ADVICE });
          },
        });
      });
    },

    'AdminSessionService.ReauthenticateCurrentAdminSession': (context, input) => {
      const { id, email } = context.facts.identities_admin;
      return attempt({ throttle, system: 'admin', account: email }, context, async () => {
        const isRight = await context.transaction(async (tx) => {
          if (!(await secondFactors.useTotp(tx, id, input.totp))) return false;
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
        await context.transaction((tx) => recordRefusal(tx, id, 'wrong second factor'));
        return context.refuse('totp_invalid', { detail: TOTP_ADVICE });
      });
    },

    'AdminSessionService.GetCurrentAdminSession': async ({ facts }) => presentAdminSession(facts),

    'AdminSessionService.DeleteCurrentAdminSession': async (context) => {
      const tokenHashes = context.presentedTokenHashes;
      const adminIds = await context.findPresentedOwners();
      if (adminIds.length === 0) return null;
      await context.transaction((tx) => endPresentedSessions(tx, { tokenHashes, adminIds }, 'signed_out'), {
        locks: adminIds.map(exclusiveAdmin),
      });
      return null;
    },
  };
}

function exclusiveAdmin(id: string): AccessLock {
  return { kind: 'admin', id, mode: 'exclusive' };
}

/**
 * A recovery code has letters; a code of the authenticator app has none. A recovery code that is used is audited and mailed.
 * @returns whether it was right.
 */
async function useSecondFactor(
  tx: Transaction,
  secondFactors: SecondFactors,
  admin: { readonly id: string; readonly email: string; readonly name: string },
  code: string,
): Promise<boolean> {
  if (!/[a-z]/i.test(code)) return secondFactors.useTotp(tx, admin.id, code);
  const codesLeft = await useRecoveryCode(tx, admin.id, code);
  if (codesLeft === null) return false;
  await tx.audit({
    action: 'admin.recovery_code_used',
    subject_kind: 'admin',
    subject_id: admin.id,
    change: `${codesLeft} left`,
    actor: { kind: 'admin', id: admin.id },
  });
  const values = { name: admin.name, codes_left: String(codesLeft) };
  await queueMail(tx, 'recovery_code_used', { to: admin.email, values });
  return true;
}

async function recordRefusal(tx: Transaction, adminId: string | null, reason: string): Promise<void> {
  await tx.audit({
    action: 'admin_session.refused',
    subject_kind: 'admin',
    subject_id: adminId,
    change: reason,
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
  { tokenHashes, adminIds }: { tokenHashes: readonly string[]; adminIds: readonly string[] },
  reason: string,
): Promise<void> {
  if (adminIds.length === 0) return;
  for (const { id, admin_id } of await tx.query(END_PRESENTED_SESSIONS, [tokenHashes, adminIds, reason])) {
    await tx.audit({
      action: 'admin_session.ended',
      subject_kind: 'admin_session',
      subject_id: id,
      actor: { kind: 'admin', id: admin_id },
    });
  }
}
