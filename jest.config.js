const { availableParallelism } = require('node:os');

/**
 * Test files of `npm run test:long`: slow ones, and those that need programs that npm does not bring. All others are
 * run by `npm test`, which must be done in three minutes on two cores.
 */
const LONG = '\\.long\\.test\\.ts$';

const common = {
  // The compiled server must not be taken for sources, nor its package.json for a second package.
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/src/plugins/bot/dist/',
    '<rootDir>/packages/client/dist/',
    '<rootDir>/packages/media/dist/',
    '<rootDir>/.stryker-tmp/',
  ],
  moduleNameMapper: { '^@fleet-bot/([a-z-]+)$': '<rootDir>/packages/$1/src' },
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        // import() must stay: file-type is an ES module and cannot be required.
        module: { type: 'commonjs', ignoreDynamic: true },
      },
    ],
  },
};

const onSites = {
  ...common,
  testEnvironment: '<rootDir>/tests/support/environment-with-node.cjs',
  // It would go through what is shared between test files.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  setupFilesAfterEnv: ['<rootDir>/tests/support/stop-all.ts'],
};

/** @type {import('jest').Config} */
module.exports = {
  globalSetup: '<rootDir>/tests/support/template/setup.ts',
  testSequencer: '<rootDir>/tests/support/longest-first.cjs',
  globalTeardown: '<rootDir>/tests/support/template/teardown.cjs',
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/{tests/unit,packages/*/tests}/**/*.test.ts'],
      testPathIgnorePatterns: [LONG],
    },
    {
      ...onSites,
      displayName: 'site',
      testMatch: ['<rootDir>/tests/!(unit)/**/*.test.ts'],
      testPathIgnorePatterns: [LONG],
    },
    {
      ...onSites,
      displayName: 'long',
      testRegex: [LONG],
    },
  ],
  // A machine with other work takes several times as long for a step as one that is quiet.
  testTimeout: 180_000,
  // Long tests start browsers, databases and several sites: with more of them at once, all wait for the processors.
  maxWorkers: Math.min(availableParallelism(), 8),
  // Each booted Strapi leaves modules behind that Jest cannot free; a worker of some GB spends more
  // time on its heap than on tests.
  workerIdleMemoryLimit: '1GB',
  // One that is over it after the last file is started anew before it ends, and not in half a second.
  workerGracefulExitTimeout: 20_000,
};
