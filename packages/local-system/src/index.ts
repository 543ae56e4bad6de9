export { type ChildService, startChildService } from './child-service.ts';
export { findFreePort } from './free-port.ts';
export { createIngress, type Upstreams } from './ingress.ts';
export { type LocalSystem, startLocalSystem } from './local-system.ts';
export { allOrReason, startEach } from './start-each.ts';
export { ensureWebBuild } from './web-build.ts';
