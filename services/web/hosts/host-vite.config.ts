import { reactRouter } from '@react-router/dev/vite';
import type { UserConfig } from 'vite';
import { clientOutput, clientTreeshake, modulePreload } from './client-output.ts';
import { inlineEndpoints } from './inline-endpoints.ts';
import { inlineScripts } from './inline-script.config.ts';

/** Vite's configuration for a host. */
export function viteConfigOf(host: string): UserConfig {
  // Always a production build: with a test runner's NODE_ENV it would contain React's development build.
  process.env['NODE_ENV'] = 'production';
  return {
    cacheDir: `../../node_modules/.vite-${host}`,
    // The strict policy for styles and images allows no data: URL.
    build: { assetsInlineLimit: 0, emptyOutDir: true },
    environments: {
      client: {
        build: { modulePreload, rolldownOptions: { output: clientOutput, treeshake: clientTreeshake } },
      },
    },
    plugins: [inlineEndpoints(), inlineScripts(), reactRouter()],
  };
}
