export { type AccessLock, type AccessLockKind, lockAccess, orderAccessLocks } from './access-locks.ts';
export { createMembershipResolver, type MembershipResolver, type Resolution } from './membership-resolver.ts';
export { SharedQueryOverload } from './shared-query.ts';
