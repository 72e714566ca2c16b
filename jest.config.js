const { availableParallelism } = require('node:os');

/**
 * Test files of `npm run test:long`: slow tests, and tests that need programs outside npm. `npm test` runs all others,
 * within three minutes on two cores.
 */
const LONG = '\\.long\\.test\\.ts$';

const common = {
  // Excludes compiled code, so that Jest neither runs it nor finds a second package of the same name.
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
  // The cleanup would walk through objects that test files share.
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
  // A step takes several times as long on a busy machine as on an idle one.
  testTimeout: 180_000,
  // Long tests start browsers, databases and several sites: with more workers all of them wait for the processors.
  maxWorkers: Math.min(availableParallelism(), 8),
  // Each started Strapi leaves modules that Jest cannot free. A worker of several GB spends more time on garbage
  // collection than on tests.
  workerIdleMemoryLimit: '1GB',
  // A worker over the memory limit after the last file is restarted before it ends, which takes longer than Jest's
  // default of half a second.
  workerGracefulExitTimeout: 20_000,
};
