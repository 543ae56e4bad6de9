import { type Queryable, Refusal } from '@gatehouse/boundary';
import type { AccountThrottle } from './account-throttle.ts';
import { isAddressFamiliar } from './familiar-address.ts';

/** The parts of a handler's context that an attempt needs. */
interface AttemptContext {
  readonly read: Queryable;
  readonly client: { readonly address: string };
  refuse(code: 'rate_limited', options: { retryAfterSeconds: number }): never;
}

/** The account of an attempt. */
interface Attempted {
  readonly throttle: AccountThrottle;
  readonly system: 'user' | 'admin';
  /** The email address, in normal form. */
  readonly account: string;
}

/** Refusals after a password or a code was checked and did not sign in. */
const FAILURES: ReadonlySet<string> = new Set([
  'credentials_invalid',
  'email_unverified',
  'passkey_invalid',
  'passkey_required',
  'totp_required',
  'totp_invalid',
]);

/** Counts one attempt, before it happens. @throws {Refusal} rate_limited when there were too many. */
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
 * Runs one attempt with an account's password or code. It is counted first, so that concurrent attempts cannot exceed a
 * limit. A success resets the account's counters; an attempt that ends in any other way than a failure (a database outage,
 * a disconnected client) is uncounted.
 * @param run calls `markFailed` as soon as the proof is found wrong: the attempt then counts however it ends, also when
 * its audit event cannot be written.
 * @throws {Refusal} rate_limited, with nothing attempted, when there were too many.
 */
export async function attempt<T>(
  attempted: Attempted,
  context: AttemptContext,
  run: (markFailed: () => void) => Promise<T>,
): Promise<T> {
  await countUse(attempted, context);
  const { throttle, account } = attempted;
  const { address } = context.client;
  let hasFailed = false;
  try {
    const result = await run(() => {
      hasFailed = true;
    });
    await throttle.reset(account, address);
    return result;
  } catch (error) {
    const isFailure = hasFailed || (error instanceof Refusal && FAILURES.has(error.code));
    if (!isFailure) await throttle.uncount(account, address);
    throw error;
  }
}
