import { policyMiddleware } from '#journey/policy.ts';
import { getAdminSession } from '#session/session-getter.ts';
import { signedOutPolicy } from './decisions.ts';

export { shouldRevalidate } from '#session/should-revalidate.ts';

export const middleware = [policyMiddleware(getAdminSession, signedOutPolicy)];
export const loader = () => null;
