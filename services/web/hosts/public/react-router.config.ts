import type { Config } from '@react-router/dev/config';
import { precompress } from '../precompress.ts';

export default {
  buildDirectory: '../../build/public',
  ssr: true,
  // No /__manifest: shared caches may keep it, and clients can ask it for any list of paths.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => precompress(reactRouterConfig.buildDirectory),
} satisfies Config;
