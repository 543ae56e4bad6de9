import { policyMiddleware } from '#journey/policy.ts';
import { getAdminSession } from '#session/session-getter.ts';
import { adminPolicy } from './decisions.ts';

export { shouldRevalidate } from '#session/should-revalidate.ts';

export const middleware = [policyMiddleware(getAdminSession, adminPolicy)];
export const loader = () => null;
