import { policyMiddleware } from '#journey/policy.ts';
import { getUserSession } from '#session/session-getter.ts';
import { employerDisabledPolicy } from './decisions.ts';

export { shouldRevalidate } from '#session/should-revalidate.ts';

export const middleware = [policyMiddleware(getUserSession, employerDisabledPolicy)];
export const loader = () => null;
