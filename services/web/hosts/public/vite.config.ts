import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  cacheDir: '../../node_modules/.vite-public',
  // The strict policy for styles and images allows no data: URL.
  build: { assetsInlineLimit: 0, emptyOutDir: true },
  plugins: [reactRouter()],
});
