import { type Queryable, Refusal } from '@gatehouse/boundary';
import type { AccountThrottle } from './account-throttle.ts';
import { isAddressFamiliar } from './familiar-address.ts';

/** What of a request a try needs: every endpoint that takes a password or a code has it. */
interface AttemptContext {
  readonly read: Queryable;
  readonly client: { readonly address: string };
  refuse(code: 'rate_limited', options: { retryAfterSeconds: number }): never;
}

/** What is tried, and on whose account: the e-mail address, in normal form. */
interface Attempted {
  readonly throttle: AccountThrottle;
  readonly system: 'user' | 'admin';
  readonly account: string;
}

/** Refusals that end a try in which a password or a code was looked at and let nobody in. */
const FAILED_TRIES: ReadonlySet<string> = new Set([
  'credentials_invalid',
  'email_unverified',
  'totp_required',
  'totp_invalid',
]);

/** Counts one use of an account's budget, before it happens. @throws {Refusal} rate_limited when there were too many. */
export async function countUse(
  { throttle, system, account }: Attempted,
  context: AttemptContext,
): Promise<void> {
  const { address } = context.client;
  const isFamiliar = () => isAddressFamiliar(context.read, system, account, address);
  const wait = await throttle.use(account, address, isFamiliar);
  if (wait !== null) context.refuse('rate_limited', { retryAfterSeconds: wait });
}

/**
 * Makes one try of an account's password or code, counted before it is made, so that parallel tries cannot pass a limit.
 * A try that succeeds forgets the account's failures; one that ends otherwise than by a failure (the database is away, the
 * caller has gone) was none.
 * @throws {Refusal} rate_limited, with nothing tried, when there were too many.
 */
export async function attempt<T>(
  attempted: Attempted,
  context: AttemptContext,
  tryIt: () => Promise<T>,
): Promise<T> {
  await countUse(attempted, context);
  const { throttle, account } = attempted;
  const { address } = context.client;
  try {
    const result = await tryIt();
    await throttle.forget(account, address);
    return result;
  } catch (error) {
    const isFailure = error instanceof Refusal && FAILED_TRIES.has(error.code);
    if (!isFailure) await throttle.takeBack(account, address);
    throw error;
  }
}
