import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { messages } from './scripts/messages.ts';

const PARSER = /^@formatjs\/icu-messageformat-parser$/;

// The built pages lie in the package, where the server finds them.
export default defineConfig({
  plugins: [messages(), svelte({ preprocess: vitePreprocess() })],
  build: {
    outDir: '../src/croupier/server/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Every page needs these modules: one request for all of them.
        codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] },
        // Licence notices stay in what is served.
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:8000',
      '/socket': { target: 'ws://127.0.0.1:8000', ws: true },
    },
  },
  // Messages come parsed; only the tests parse what is written.
  resolve: {
    alias: process.env.VITEST
      ? []
      : [{ find: PARSER, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' }],
  },
  // Long enough on a busy machine: the limit is for tests that hang, not for slow ones.
  test: { include: ['tests/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
});
