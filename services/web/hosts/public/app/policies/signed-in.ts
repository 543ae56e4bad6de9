import { policyMiddleware } from '#journey/policy.ts';
import { getUserSession } from '#session/session-getter.ts';
import { signedInPolicy } from './decisions.ts';

export { shouldRevalidate } from '#session/should-revalidate.ts';

export const middleware = [policyMiddleware(getUserSession, signedInPolicy)];
export const loader = () => null;
