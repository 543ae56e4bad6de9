export { type AccessLock, type AccessLockKind, orderAccessLocks } from './access-locks.ts';
export { createMembershipResolver, type MembershipResolver, type Resolution } from './membership-resolver.ts';
export { SharedQueryOverload } from './shared-query.ts';
