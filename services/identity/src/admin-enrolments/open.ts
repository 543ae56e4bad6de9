import { type Handler, hashSecretToken, statement } from '@gatehouse/boundary';
import type { SeedEncryption } from '../second-factor/seed-encryption.ts';
import { createTotpSecret, totpUri } from '../second-factor/totp.ts';
import type { AddressThrottle } from '../throttle/address-throttle.ts';
import { countAddressUse } from '../throttle/count-address-use.ts';
import { eventOf, FIND_ENROLMENT, ownerOf } from './enrolment.ts';

/** Replaces the seed of an earlier opening. */
const WRITE_SEED = statement<object>(
  'write_enrolment_seed',
  `update identity.admin_enrolments set encrypted_totp_secret = $2
    where token_hash = $1 and used_at is null and expires_at > now()
   returning id`,
);

/** Opens a link: a new seed for its admin's app, which is shown this once. */
export function openEnrolment({
  throttle,
  encryption,
  isPasskeyRequired,
}: {
  throttle: AddressThrottle;
  encryption: SeedEncryption;
  isPasskeyRequired: boolean;
}): Handler<'AdminEnrolmentService.OpenAdminEnrolment'> {
  return async (context, input) => {
    await countAddressUse(context, throttle);
    const tokenHash = hashSecretToken(input.token);
    const [invited] = await context.read.query(FIND_ENROLMENT, [tokenHash]);
    if (invited === undefined) return context.refuse('token_invalid');
    const { admin_id, email, name } = invited;
    const seed = createTotpSecret();
    await context.transaction(
      async (tx) => {
        const encrypted = encryption.encrypt(seed, ownerOf(admin_id));
        const [link] = await tx.query(WRITE_SEED, [tokenHash, encrypted]);
        if (link === undefined) context.refuse('token_invalid');
        await tx.audit(eventOf('admin.enrolment_opened', admin_id));
        await tx.mail('staff_link_opened', { to: email, values: { name } });
      },
      { locks: [{ kind: 'admin', id: admin_id, mode: 'exclusive' }] },
    );
    return isPasskeyRequired
      ? { email, name, totp_secret: '', totp_uri: '', passkey_required: true }
      : { email, name, totp_secret: seed, totp_uri: totpUri(seed, email), passkey_required: false };
  };
}
