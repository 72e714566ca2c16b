import path from 'node:path';

import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import { importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

import rooms from './eslint.rooms.mjs';
import plainWords from './scripts/lint/plain-words.mjs';

const ADMIN = ['src/admin/**/*.{ts,tsx,mts}', 'src/plugins/*/admin/**/*.{ts,tsx,mts}'];

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      '**/dist',
      'build',
      'coverage',
      '.stryker-tmp',
      '.cache',
      '.strapi',
      '.tmp',
      'public',
      'types/generated',
      'src/plugins/bot/strapi-server.d.ts',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{js,cjs,mjs}'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.{ts,tsx,mts}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Strapi's services and knex's rows have the type `any`; their results are typed where they are read.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // Controllers, middlewares and test hooks are passed to callers that await them.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      // Methods that a caller awaits may have nothing to await themselves.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ADMIN,
    extends: [reactHooks.configs.flat.recommended],
    languageOptions: {
      globals: globals.browser,
      // The plugins' panel sources belong to this project too, although their folders have no configuration.
      parserOptions: { projectService: false, project: 'src/admin/tsconfig.json' },
    },
  },
  {
    files: ['**/*.cjs', 'jest.config.js'],
    languageOptions: { sourceType: 'commonjs' },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    files: ['src/plugins/*/server/**'],
    ignores: ['src/plugins/bot/server/src/core/strapi/errors.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: '@strapi/utils',
          importNames: ['errors'],
          message: 'A site may have two copies of these classes: see strapi/errors.ts.',
        },
      ],
    },
  },
  {
    plugins: { 'plain-words': plainWords },
    rules: { 'plain-words/comments': 'error', 'plain-words/names': 'error' },
  },
  ...rooms,
  {
    // `npm start` builds these files without installing development dependencies.
    files: ['config/**', 'src/**', 'packages/{media,protocol}/src/**'],
    plugins: { 'import-x': importX },
    rules: {
      'import-x/no-extraneous-dependencies': [
        'error',
        {
          devDependencies: false,
          whitelist: ['@fleet-bot/media', '@fleet-bot/protocol'],
          packageDir: ['.', 'src/plugins/bot', 'packages/media', 'packages/protocol'].map(
            (folder) => path.join(import.meta.dirname, folder)
          ),
        },
      ],
    },
  },
  {
    // Programs that print a report may use the console.
    files: ['bench/**', 'tests/chaos/**'],
    rules: { 'no-console': 'off' },
  },
  prettier
);
