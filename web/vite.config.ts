import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The built pages lie in the package, where the server finds them.
export default defineConfig({
  plugins: [svelte({ preprocess: vitePreprocess() })],
  build: {
    outDir: '../src/croupier/server/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:8000',
      '/socket': { target: 'ws://127.0.0.1:8000', ws: true },
    },
  },
  test: { include: ['tests/**/*.test.ts'] },
});
