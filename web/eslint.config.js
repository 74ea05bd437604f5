import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['src/wire/', 'dist/', '.vitest/', 'public/']),
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { globals: globals.browser },
    rules: {
      // A leading underscore marks an unused parameter, as in tsconfig's noUnusedParameters.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Svelte trims spaces at the edge of a block: {' · '} keeps them.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  {
    files: ['*.{js,ts}', 'scripts/**'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.ts', '**/*.svelte'],
    // svelte-check reports undefined names and, unlike this rule, knows the types of the DOM.
    rules: { 'no-undef': 'off' },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
);
