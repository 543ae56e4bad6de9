import type { Queryable } from '@gatehouse/boundary';
import { isAddressFamiliar } from './familiar-address.ts';
import type { SignInThrottle } from './throttles.ts';

/** What of a request a try needs: every endpoint that takes a password or a code has it. */
interface AttemptContext {
  readonly read: Queryable;
  readonly client: { readonly address: string };
  refuse(code: 'rate_limited', options: { retryAfterSeconds: number }): never;
}

/**
 * Runs one try of somebody's password or code when its turn comes, and refuses it, untried, while failures before it make
 * it wait. Counting a failure is the try's own business: only it knows what went wrong.
 * @param account the e-mail address, in normal form.
 */
export function attemptInTurn<T>(
  { throttle, system, account }: { throttle: SignInThrottle; system: 'user' | 'admin'; account: string },
  context: AttemptContext,
  attempt: () => Promise<T>,
): Promise<T> {
  const { address } = context.client;
  return throttle.inTurn(account, async () => {
    const isFamiliar = () => isAddressFamiliar(context.read, system, account, address);
    const wait = await throttle.secondsToWait(account, address, isFamiliar);
    if (wait !== null) context.refuse('rate_limited', { retryAfterSeconds: wait });
    return attempt();
  });
}
