import { policyMiddleware } from '#journey/policy.ts';
import { getUserSession } from '#session/session-getter.ts';
import { talentWelcomePolicy } from './decisions.ts';

export { shouldRevalidate } from '#session/should-revalidate.ts';

export const middleware = [policyMiddleware(getUserSession, talentWelcomePolicy)];
export const loader = () => null;
