import type { Config } from '@react-router/dev/config';

export default {
  buildDirectory: '../../build/public',
  ssr: true,
  // No /__manifest: it would be cacheable by everybody and takes lists of paths from anyone.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
