import {
  type AccessLock,
  type Context,
  createSecretToken,
  type Handler,
  hashSessionToken,
  required,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import { answeredChallenge, discardChallenge } from '../passkeys/challenges.ts';
import { acceptProof, PASSKEY_ADVICE, type Proof, verifyAssertion } from '../passkeys/prove-passkey.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { confirmPassword } from '../passwords/stored-password.ts';
import { actOnPassword, PASSWORD_CHANGED } from '../passwords/verified-password.ts';
import { useRecoveryCode } from '../second-factor/recovery-codes.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import type { AccountThrottle } from '../throttle/account-throttle.ts';
import { attempt } from '../throttle/attempts.ts';
import { isAddressFamiliar } from '../throttle/familiar-address.ts';
import type { SessionLifetime } from '../user-sessions/start-session.ts';
import { normaliseEmail } from '../users/email.ts';
import { presentAdminSession } from './present-admin-session.ts';
import { endPresentedSessions, exclusiveAdmin } from './presented-sessions.ts';
import { auditRefusedSignIn, TOTP_ADVICE } from './refused-sign-in.ts';

interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly password_hash: string;
}

const FIND_ACCOUNT = statement<AccountRow>(
  'find_admin_account',
  `select a.id, a.email, a.name, c.password_hash
     from identity.admins a join identity.admin_credentials c on c.admin_id = a.id
    where a.email = $1 and a.disabled_at is null`,
  { indexes: ['admins_email_key'] },
);

const START_SESSION = statement<{ id: string }>(
  'start_admin_session',
  `insert into identity.admin_sessions (token_hash, admin_id, expires_at, idle_expires_at, user_agent, address, passkey_id)
   values ($1, $2, now() + make_interval(secs => $3), now() + make_interval(secs => $4), $5, $6, $7)
   returning id`,
);

/** Why a sign-in was refused, for the audit trail. */
type RefusalReason =
  | 'wrong password'
  | 'right password, no second factor'
  | 'right password, wrong second factor';

interface SignInDependencies {
  readonly passwords: PasswordHasher;
  readonly secondFactors: SecondFactors;
  readonly throttle: AccountThrottle;
  readonly lifetime: SessionLifetime;
  readonly relyingParty: RelyingParty;
  readonly isPasskeyRequired: boolean;
}

type SignInContext = Context<'AdminSessionService.CreateAdminSession'>;

/** Signs an admin in by address, password and second factor. */
export function signIn(dependencies: SignInDependencies): Handler<'AdminSessionService.CreateAdminSession'> {
  const { passwords, throttle, relyingParty, isPasskeyRequired } = dependencies;
  return (context, input) => {
    const email = normaliseEmail(input.email);
    const holder = context.browserHash === null ? null : { browserHash: context.browserHash };
    const challenge =
      input.passkey === undefined ? null : answeredChallenge(input.passkey, 'staff_sign_in', holder);
    const recordRefusal = async (
      account: AccountRow | undefined,
      reason: RefusalReason,
      markFailed: () => void,
    ) => {
      markFailed();
      const { address } = context.client;
      const isUnusual =
        reason !== 'wrong password' && !(await isAddressFamiliar(context.read, 'admin', email, address));
      await context.transaction(async (tx) => {
        await discardChallenge(tx, challenge);
        await auditRefusedSignIn(tx, account?.id ?? null, reason);
        if (account === undefined || !isUnusual) return;
        // Another person may know the password.
        await tx.mail('staff_password_used', { to: account.email, values: { name: account.name } });
      });
    };
    return attempt({ throttle, system: 'admin', account: email }, context, (markFailed) =>
      actOnPassword({
        find: async () => (await context.read.query(FIND_ACCOUNT, [email]))[0],
        verify: (hash) => passwords.verify(hash, input.password, context.client),
        refuse: async (account) => {
          await recordRefusal(account, 'wrong password', markFailed);
          return context.refuse('credentials_invalid');
        },
        act: async (account) => {
          if (input.passkey === undefined && (isPasskeyRequired || input.totp === '')) {
            await recordRefusal(account, 'right password, no second factor', markFailed);
            return context.refuse(isPasskeyRequired ? 'passkey_required' : 'totp_required');
          }
          const newHash = await passwords.rehash(account.password_hash, input.password, context.client);
          const factor =
            input.passkey === undefined
              ? { code: input.totp }
              : { proof: await verifyAssertion(context.read, relyingParty, input.passkey, challenge) };
          const started = await startSession(context, { account, newHash, factor }, dependencies);
          if (started !== null) return started;
          await recordRefusal(account, 'right password, wrong second factor', markFailed);
          return 'proof' in factor
            ? context.refuse('passkey_invalid', { detail: PASSKEY_ADVICE })
            : context.refuse('totp_invalid', { detail: TOTP_ADVICE });
        },
      }),
    );
  };
}

/** The second factor of a sign-in. */
type Factor = { readonly code: string } | { readonly proof: Proof };

/** @returns null when the second factor is wrong. */
async function startSession(
  context: SignInContext,
  { account, newHash, factor }: { account: AccountRow; newHash: string | null; factor: Factor },
  { secondFactors, lifetime, relyingParty }: SignInDependencies,
) {
  const { id, password_hash } = account;
  const { absoluteSeconds, idleSeconds } = lifetime;
  const { address, userAgent } = context.client;
  const passkeyId = 'proof' in factor ? (factor.proof.passkey?.id ?? null) : null;
  const { token } = createSecretToken();
  const tokenHash = hashSessionToken(token);
  const { ownerIds: replaced } = await context.findPresentedSessions();
  const own: AccessLock = { kind: 'admin', id, mode: 'shared' };
  return context.transaction(
    async (tx) => {
      const verified = { system: 'admin', id, verifiedHash: password_hash } as const;
      if (!(await confirmPassword(tx, verified, newHash))) return PASSWORD_CHANGED;
      const isRight =
        'code' in factor
          ? await useSecondFactor(tx, secondFactors, account, factor.code)
          : factor.proof.passkey?.owner_id === id && (await acceptProof(tx, relyingParty, factor.proof));
      if (!isRight) return null;
      const ending = { tokenHashes: context.presentedTokenHashes, adminIds: replaced };
      await endPresentedSessions(tx, ending, 'replaced_by_sign_in');
      const values = [tokenHash, id, absoluteSeconds, idleSeconds, userAgent, address, passkeyId];
      const [session] = await tx.query(START_SESSION, values);
      await tx.audit({
        action: 'admin_session.started',
        subject_kind: 'admin_session',
        subject_id: session?.id ?? null,
        actor: { kind: 'admin', id },
      });
      const facts = required(await tx.adminFacts(tokenHash), 'the new session');
      return { answer: presentAdminSession(facts), started: { token, maxAgeSeconds: absoluteSeconds } };
    },
    { locks: [own, ...replaced.map(exclusiveAdmin)] },
  );
}

/**
 * Uses a one-time code or, if it has letters, a recovery code. A used recovery code is audited and mailed.
 * @returns whether it was right.
 */
async function useSecondFactor(
  tx: Transaction,
  secondFactors: SecondFactors,
  { id, email, name }: AccountRow,
  code: string,
): Promise<boolean> {
  if (!/[a-z]/i.test(code)) return secondFactors.useTotp(tx, id, code);
  const codesLeft = await useRecoveryCode(tx, id, code);
  if (codesLeft === null) return false;
  await tx.audit({
    action: 'admin.recovery_code_used',
    subject_kind: 'admin',
    subject_id: id,
    change: `${codesLeft} left`,
    actor: { kind: 'admin', id },
  });
  await tx.mail('recovery_code_used', { to: email, values: { name, codes_left: String(codesLeft) } });
  return true;
}
