import { type HandlersOf, hashSecretToken, statement, type Transaction } from '@gatehouse/boundary';
import { refuseCommonPassword } from '../passwords/common-passwords.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { createRecoveryCodes, hashRecoveryCode } from '../second-factor/recovery-codes.ts';
import { matchingTotpStep, totpUri } from '../second-factor/totp.ts';
import type { UseThrottle } from '../throttle/throttles.ts';

/** Relies on admin_enrolments_token_hash_key. */
const FIND_ENROLMENT = statement<{ email: string; name: string; totp_secret: string }>(
  'find_admin_enrolment',
  `select a.email, a.name, e.totp_secret
     from identity.admin_enrolments e join identity.admins a on a.id = e.admin_id
    where e.token_hash = $1 and e.used_at is null and e.expires_at > now()`,
);

/** One use: the second of two at the same time finds it used. */
const USE_ENROLMENT = statement<{ admin_id: string; totp_secret: string }>(
  'use_admin_enrolment',
  `update identity.admin_enrolments set used_at = now()
    where token_hash = $1 and used_at is null and expires_at > now()
   returning admin_id, totp_secret`,
);

const END_OTHER_ENROLMENTS = statement<object>(
  'end_other_admin_enrolments',
  'update identity.admin_enrolments set used_at = now() where admin_id = $1 and used_at is null',
);

const WRITE_CREDENTIALS = statement<object>(
  'write_admin_credentials',
  `insert into identity.admin_credentials (admin_id, password_hash) values ($1, $2)
   on conflict (admin_id) do update set password_hash = excluded.password_hash, updated_at = now()`,
);

const WRITE_SECOND_FACTOR = statement<object>(
  'write_admin_second_factor',
  `insert into identity.admin_second_factors (admin_id, secret, last_used_step) values ($1, $2, $3)
   on conflict (admin_id) do update
      set secret = excluded.secret, last_used_step = excluded.last_used_step, updated_at = now()`,
);

/** Relies on admin_recovery_codes_admin_id_idx. */
const END_RECOVERY_CODES = statement<object>(
  'end_admin_recovery_codes',
  'update identity.admin_recovery_codes set used_at = now() where admin_id = $1 and used_at is null',
);

const ADD_RECOVERY_CODES = statement<object>(
  'add_admin_recovery_codes',
  'insert into identity.admin_recovery_codes (code_hash, admin_id) select unnest($2::bytea[]), $1',
);

const END_SESSIONS = statement<object>(
  'end_all_admin_sessions',
  `update identity.admin_sessions set ended_at = now(), end_reason = 'enrolled_again'
    where admin_id = $1 and ended_at is null`,
);

/** How an admin gets password and second factor through a one-time link. */
export function createAdminEnrolmentHandlers({
  passwords,
  throttle,
}: {
  passwords: PasswordHasher;
  throttle: UseThrottle;
}): HandlersOf<'AdminEnrolmentService'> {
  return {
    'AdminEnrolmentService.OpenAdminEnrolment': async (context, input) => {
      const [found] = await context.read.query(FIND_ENROLMENT, [hashSecretToken(input.token)]);
      if (found === undefined) return context.refuse('token_invalid');
      const { email, name, totp_secret } = found;
      return { email, name, totp_secret, totp_uri: totpUri(totp_secret, email) };
    },

    'AdminEnrolmentService.CompleteAdminEnrolment': async (context, input) => {
      const wait = await throttle.use(context.client.address);
      if (wait !== null) context.refuse('rate_limited', { retryAfterSeconds: wait });
      refuseCommonPassword(context, input.password);
      const tokenHash = hashSecretToken(input.token);
      // Hashing is dear: nobody gets it for a link that never was.
      const [found] = await context.read.query(FIND_ENROLMENT, [tokenHash]);
      if (found === undefined) return context.refuse('token_invalid');
      const passwordHash = await passwords.hash(input.password, context.client);
      const recovery_codes = createRecoveryCodes();
      await context.transaction(async (tx) => {
        const [link] = await tx.query(USE_ENROLMENT, [tokenHash]);
        if (link === undefined) return context.refuse('token_invalid');
        const step = matchingTotpStep(link.totp_secret, input.totp);
        // Thrown, so that the link stays unused.
        if (step === null) return context.refuse('totp_invalid');
        await tx.query(WRITE_CREDENTIALS, [link.admin_id, passwordHash]);
        await tx.query(WRITE_SECOND_FACTOR, [link.admin_id, link.totp_secret, step]);
        await replaceRecoveryCodes(tx, link.admin_id, recovery_codes);
        await tx.query(END_OTHER_ENROLMENTS, [link.admin_id]);
        await tx.query(END_SESSIONS, [link.admin_id]);
        await tx.audit({
          action: 'admin.enrolled',
          subject_kind: 'admin',
          subject_id: link.admin_id,
          actor: { kind: 'admin', id: link.admin_id },
        });
      });
      return { recovery_codes };
    },
  };
}

async function replaceRecoveryCodes(
  tx: Transaction,
  adminId: string,
  recoveryCodes: readonly string[],
): Promise<void> {
  await tx.query(END_RECOVERY_CODES, [adminId]);
  await tx.query(ADD_RECOVERY_CODES, [adminId, recoveryCodes.map(hashRecoveryCode)]);
}
