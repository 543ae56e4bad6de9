import type { RouteConfigEntry } from '@react-router/dev/routes';

/** Every address pattern that a host's `routes.ts` serves, layouts left out: `/employer/jobs/:id`. */
export function routePatterns(routes: readonly RouteConfigEntry[], parent = ''): readonly string[] {
  return routes.flatMap(({ path, index, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    const below = routePatterns(children ?? [], own);
    return path === undefined && index !== true ? below : [own === '' ? '/' : own, ...below];
  });
}
