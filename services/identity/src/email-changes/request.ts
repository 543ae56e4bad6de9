import { setTimeout as delay } from 'node:timers/promises';
import { createSecretToken, type Handler, onlyRow, statement, type Transaction } from '@gatehouse/boundary';
import { type AccountThrottle, keyOf } from '../throttle/account-throttle.ts';
import { countUse } from '../throttle/attempts.ts';
import type { Limiter } from '../throttle/limiters.ts';
import { normaliseEmail } from '../users/email.ts';

/** The newest request replaces a pending one, its id and its link included. */
const WRITE_CHANGE = statement<object>(
  'write_email_change',
  `insert into identity.email_changes as c (user_id, new_email, token_hash) values ($1, $2, $3)
   on conflict (user_id) where confirmed_at is null and ended_at is null do update
      set id = excluded.id, new_email = excluded.new_email, token_hash = excluded.token_hash,
          created_at = excluded.created_at, expires_at = excluded.expires_at`,
  { indexes: ['email_changes_pending_idx'] },
);

const FIND_ADDRESS = statement<{ name: string | null; is_reserved: boolean }>(
  'find_address_of_email_change',
  `select (select u.name from identity.users u where u.email = $1 and u.email_verified_at is not null) as name,
          identity.is_address_reserved($1, $2) as is_reserved`,
  { indexes: ['users_email_key'] },
);

/** The response always takes this long, longer than the work, whether or not the address has an account. */
const RESPONSE_MILLIS = 150;

/**
 * Mails a link to the address that the caller wants to use. The row is the same for an address that has an account, whose
 * owner gets another mail: neither the response nor the caller's export tells the two apart.
 */
export function createEmailChange({
  throttle,
  newAddresses,
}: {
  throttle: AccountThrottle;
  /** For one account and one address. Beyond it the link that was mailed last stays good. */
  newAddresses: Limiter;
}): Handler<'EmailChangeService.CreateEmailChange'> {
  return async (context, input) => {
    const { id, email: ownEmail } = context.facts.identities_user;
    const email = normaliseEmail(input.email);
    if (email === ownEmail) {
      const message = 'This is your address already.';
      return context.refuse('email_unchanged', {
        detail: message,
        errors: [{ field: 'email', code: 'email_unchanged', message }],
      });
    }
    await countUse({ throttle, system: 'user', account: ownEmail }, context);
    const pair = keyOf(`${id} ${email}`);
    const wait = await newAddresses.use(pair);
    if (wait !== null) {
      return context.refuse('rate_limited', {
        detail:
          'You have requested several emails to this address. Use the link in the newest one, or try again tomorrow.',
        retryAfterSeconds: wait,
      });
    }
    const responseTime = delay(RESPONSE_MILLIS);
    try {
      await context.transaction(async (tx) => {
        const { token, tokenHash } = createSecretToken();
        await tx.query(WRITE_CHANGE, [id, email, tokenHash]);
        await tx.audit({ action: 'user.email_change_requested', subject_kind: 'user', subject_id: id });
        await mailTo(tx, { email, userId: id, token });
      });
    } catch (error) {
      // Nothing was mailed, such as in an outage.
      await newAddresses.uncount(pair);
      throw error;
    }
    await responseTime;
    return null;
  };
}

async function mailTo(
  tx: Transaction,
  { email, userId, token }: { email: string; userId: string; token: string },
): Promise<void> {
  const { name, is_reserved } = onlyRow(await tx.query(FIND_ADDRESS, [email, userId]), 'the address');
  if (name !== null) {
    await tx.mail('address_in_use', { to: email, values: { name, link: '/login?switch_account' } });
  } else if (is_reserved) {
    await tx.mail('address_reserved', { to: email, values: {} });
  } else {
    // By topic: the request of another user for the same address replaces no mail of this one.
    const link = `/confirm-email-change#token=${token}` as const;
    await tx.mail('confirm_new_address', { to: email, topic: userId, values: { link } });
  }
}
