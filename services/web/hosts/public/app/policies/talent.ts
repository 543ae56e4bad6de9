import { policyMiddleware } from '#journey/policy.ts';
import { getUserSession } from '#session/session-getter.ts';
import { talentPolicy } from './decisions.ts';

export { shouldRevalidate } from '#session/should-revalidate.ts';

export const middleware = [policyMiddleware(getUserSession, talentPolicy)];
export const loader = () => null;
