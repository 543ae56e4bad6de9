import type { DescService } from '@bufbuild/protobuf';
import { describeEndpoints, type IdentitySystem } from './endpoints.ts';

/**
 * The path prefixes of a service's endpoints of an identity system, for example `/identities/user_sessions`. Each is as
 * short as possible without an endpoint of the other system below it: an ingress that routes only these prefixes on the
 * system's host routes no endpoint of the other system there (G5).
 */
export function pathPrefixes(contract: readonly DescService[], system: IdentitySystem): readonly string[] {
  const endpoints = describeEndpoints(contract);
  const others = endpoints.filter((endpoint) => endpoint.system !== system).map(({ path }) => path);
  const prefixes = endpoints
    .filter((endpoint) => endpoint.system === system)
    .map(({ path }) => shortestBesides(path, others));
  return [...new Set(prefixes)].toSorted();
}

function shortestBesides(path: string, others: readonly string[]): string {
  const segments = path.split('/');
  const prefixes = segments.map((_, index) => segments.slice(0, index + 1).join('/')).slice(1);
  return prefixes.find((prefix) => !others.some((other) => `${other}/`.startsWith(`${prefix}/`))) ?? path;
}
