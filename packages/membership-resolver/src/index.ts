export { type AccessLock, lockAccess, orderAccessLocks } from './access-locks.ts';
export {
  createMembershipResolver,
  type MembershipResolver,
  type PresentedSessions,
  type Resolution,
} from './membership-resolver.ts';
export { type Requester, SharedQueryOverload } from './shared-query.ts';
export { isLiveSession, returningLive } from './user-facts.ts';
