import type { Config } from '@react-router/dev/config';

export default {
  buildDirectory: '../../build/public',
  ssr: true,
  // No /__manifest: shared caches may keep it, and clients can ask it for any list of paths.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
