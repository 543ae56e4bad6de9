import type { Limiter } from './limiters.ts';

/** Counts one use by the caller's account. @throws {Refusal} rate_limited, with the seconds to wait, when there were too many. */
export async function countAccountUse(
  context: {
    readonly facts: { readonly identities_user: { readonly id: string } };
    refuse(code: 'rate_limited', options: { retryAfterSeconds: number }): never;
  },
  accounts: Limiter,
): Promise<void> {
  const wait = await accounts.use(context.facts.identities_user.id);
  if (wait !== null) context.refuse('rate_limited', { retryAfterSeconds: wait });
}
