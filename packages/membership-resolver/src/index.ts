export { type AccessLock, type AccessLockKind, lockAccess, orderAccessLocks } from './access-locks.ts';
export {
  createMembershipResolver,
  type MembershipResolver,
  type Resolution,
  type SessionResolver,
} from './membership-resolver.ts';
export { type Requester, SharedQueryOverload } from './shared-query.ts';
