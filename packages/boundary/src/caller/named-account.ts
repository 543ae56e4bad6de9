import type { IncomingHttpHeaders } from 'node:http';
import type { RequestFacts } from '@gatehouse/access';
import { refuse } from '../refusal.ts';
import { accountIdOf } from './caller.ts';

/**
 * A page names its account in `X-Account-Id`, because another tab may have changed the session of their browser: what one user
 * has entered is not written for another one (G8). Call it before the rule is decided, whose refusal would lead the page away;
 * without a session the rule refuses. The account of a session never changes, so no transaction repeats this.
 * @throws {Refusal} account_changed when the request names anything but the account of its session.
 */
export function requireNamedAccount(facts: RequestFacts, headers: IncomingHttpHeaders): void {
  const named = headers['x-account-id'];
  const accountId = accountIdOf(facts);
  if (named === undefined || accountId === null || named === accountId) return;
  refuse('account_changed', {
    detail: 'Sign in with the account of this page in another tab, then save again. Or reload the page.',
  });
}
