import type { Limiter } from './limiters.ts';

/**
 * Counts one use by an account. @throws {Refusal} rate_limited, with the seconds to wait, when there were too many.
 * @param id of the caller, a user or an admin.
 */
export async function countAccountUse(
  context: { refuse(code: 'rate_limited', options: { retryAfterSeconds: number }): never },
  accounts: Limiter,
  id: string,
): Promise<void> {
  const wait = await accounts.use(id);
  if (wait !== null) context.refuse('rate_limited', { retryAfterSeconds: wait });
}
