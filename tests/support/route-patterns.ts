import type { RouteConfigEntry } from '@react-router/dev/routes';

/** An address pattern that a host's `routes.ts` serves, with the policy above it: `/employer/jobs/:id`, `policies/employer.ts`. */
export interface RoutePattern {
  readonly pattern: string;
  /** Null: a public page. */
  readonly policy: string | null;
}

/** Every pattern of a host's routes, layouts left out. */
export function routePatterns(
  routes: readonly RouteConfigEntry[],
  parent = '',
  policy: string | null = null,
): readonly RoutePattern[] {
  return routes.flatMap(({ path, index, file, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    const below = routePatterns(children ?? [], own, file.startsWith('policies/') ? file : policy);
    if (path === undefined && index !== true) return below;
    return [{ pattern: own === '' ? '/' : own, policy }, ...below];
  });
}
