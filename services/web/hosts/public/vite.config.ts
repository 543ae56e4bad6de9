import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { clientOutput } from '../client-output.ts';
import { inlineEndpoints } from '../inline-endpoints.ts';

// Always a production build: with a test runner's NODE_ENV it would contain React's development build.
process.env['NODE_ENV'] = 'production';

export default defineConfig({
  cacheDir: '../../node_modules/.vite-public',
  // The strict policy for styles and images allows no data: URL.
  build: { assetsInlineLimit: 0, emptyOutDir: true },
  environments: {
    client: { build: { rolldownOptions: { output: clientOutput } } },
  },
  plugins: [inlineEndpoints(), reactRouter()],
});
