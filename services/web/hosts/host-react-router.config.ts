import type { Config } from '@react-router/dev/config';
import { precompress } from './precompress.ts';

/** React Router's configuration for a host. */
export function reactRouterConfigOf(host: string): Config {
  return {
    buildDirectory: `../../build/${host}`,
    ssr: true,
    // No /__manifest: shared caches may keep it, and clients can ask it for any list of paths.
    routeDiscovery: { mode: 'initial' },
    buildEnd: ({ reactRouterConfig }) => precompress(reactRouterConfig.buildDirectory),
  };
}
