import { type Handler, hashSecretToken, statement } from '@gatehouse/boundary';
import { nameOfNewPasskey, verifyCreated } from '../passkeys/created-passkey.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import { addPasskey } from '../passkeys/stored-passkeys.ts';
import { refuseCommonPassword, refuseOwnWords } from '../passwords/common-passwords.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { createRecoveryCodes, hashRecoveryCode } from '../second-factor/recovery-codes.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import type { SeedEncryption } from '../second-factor/seed-encryption.ts';
import { matchingTotpStep } from '../second-factor/totp.ts';
import { endSecondFactors } from '../staff-accounts/second-factors.ts';
import type { AddressThrottle } from '../throttle/address-throttle.ts';
import { countAddressUse } from '../throttle/count-address-use.ts';
import { eventOf, FIND_ENROLMENT, ownerOf } from './enrolment.ts';

/** Locks the link: a concurrent request waits, then finds it used. */
const LOCK_ENROLMENT = statement<{ encrypted_totp_secret: Buffer | null }>(
  'lock_admin_enrolment',
  `select encrypted_totp_secret from identity.admin_enrolments
    where token_hash = $1 and used_at is null and expires_at > now() for update`,
);

/** Ends the used link and every other one of the admin, and erases their seeds. */
const END_ENROLMENTS = statement<object>(
  'end_admin_enrolments',
  `update identity.admin_enrolments set used_at = now(), encrypted_totp_secret = null
    where admin_id = $1 and used_at is null`,
);

const WRITE_CREDENTIALS = statement<object>(
  'write_admin_credentials',
  `insert into identity.admin_credentials (admin_id, password_hash) values ($1, $2)
   on conflict (admin_id) do update set password_hash = excluded.password_hash, updated_at = now()`,
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

/** What completing an enrolment needs. */
export interface EnrolmentDependencies {
  readonly passwords: PasswordHasher;
  readonly throttle: AddressThrottle;
  readonly encryption: SeedEncryption;
  readonly secondFactors: SecondFactors;
  readonly relyingParty: RelyingParty;
  readonly isPasskeyRequired: boolean;
}

/** Redeems a link: its admin's password and second factor, in place of all earlier ones. */
export function completeEnrolment({
  passwords,
  throttle,
  encryption,
  secondFactors,
  relyingParty,
  isPasskeyRequired,
}: EnrolmentDependencies): Handler<'AdminEnrolmentService.CompleteAdminEnrolment'> {
  return async (context, input) => {
    await countAddressUse(context, throttle);
    refuseCommonPassword(context, input, 'password');
    const tokenHash = hashSecretToken(input.token);
    // Hashing is expensive: check the link first.
    const [invited] = await context.read.query(FIND_ENROLMENT, [tokenHash]);
    if (invited === undefined) return context.refuse('token_invalid');
    refuseOwnWords(context, input, 'password', invited);
    if (isPasskeyRequired && input.passkey === undefined) return context.refuse('passkey_required');
    const created =
      input.passkey === undefined
        ? null
        : await verifyCreated(context, relyingParty, {
            passkey: input.passkey,
            purpose: 'staff_enrolment',
            holder: { linkHash: tokenHash },
          });
    if (input.passkey !== undefined && created === null) return context.refuse('passkey_invalid');
    const passwordHash = await passwords.hash(input.password, context.client);
    const recovery_codes = isPasskeyRequired ? [] : createRecoveryCodes();
    const { admin_id, email, name } = invited;
    const owner = { system: 'admin', id: admin_id } as const;
    const isRight = await context.transaction(
      async (tx) => {
        const [link] = await tx.query(LOCK_ENROLMENT, [tokenHash]);
        if (link === undefined) return context.refuse('token_invalid');
        const app = isPasskeyRequired
          ? null
          : provenApp(link.encrypted_totp_secret, input.totp ?? '', (encrypted) =>
              encryption.decrypt(encrypted, ownerOf(admin_id)),
            );
        if (app === null && !isPasskeyRequired) {
          await tx.audit(eventOf('admin.enrolment_refused', admin_id));
          return false;
        }
        await tx.query(WRITE_CREDENTIALS, [admin_id, passwordHash]);
        await endSecondFactors(tx, admin_id);
        if (app !== null) await secondFactors.replace(tx, admin_id, app);
        if (created !== null) {
          const passkeyName = nameOfNewPasskey(context.client.userAgent);
          const added = await addPasskey(tx, owner, created, passkeyName);
          if (added === null) return context.refuse('passkey_exists');
        }
        await tx.query(ADD_RECOVERY_CODES, [admin_id, recovery_codes.map(hashRecoveryCode)]);
        await tx.query(END_ENROLMENTS, [admin_id]);
        await tx.query(END_SESSIONS, [admin_id]);
        await tx.audit(eventOf('admin.enrolled', admin_id));
        await tx.mail('staff_enrolled', { to: email, values: { name } });
        return true;
      },
      { locks: [{ kind: 'admin', id: admin_id, mode: 'exclusive' }] },
    );
    // The link stays open.
    if (!isRight) return context.refuse('totp_invalid');
    return { recovery_codes };
  };
}

/** The app with the link's seed, if the code proves it; null otherwise, or when the link was never opened. */
function provenApp(
  encrypted: Buffer | null,
  code: string,
  decrypt: (encrypted: Buffer) => string,
): { seed: string; usedStep: number } | null {
  if (encrypted === null) return null;
  const seed = decrypt(encrypted);
  const usedStep = matchingTotpStep(seed, code);
  return usedStep === null ? null : { seed, usedStep };
}
