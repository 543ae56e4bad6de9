import { policyMiddleware } from '#journey/policy.ts';
import { getUserSession } from '#session/session-getter.ts';
import { employerInactivePolicy } from './decisions.ts';

export { shouldRevalidate } from '#session/should-revalidate.ts';

export const middleware = [policyMiddleware(getUserSession, employerInactivePolicy)];
export const loader = () => null;
