import jest from './jest.config.js';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [
    'src/plugins/bot/server/src/core/protocol/cursor.ts',
    'src/plugins/bot/server/src/core/protocol/headers/*.ts',
    'src/plugins/bot/server/src/core/protocol/text/*.ts',
    'packages/protocol/src/**/*.ts',
    'packages/media/src/metadata/iso/coordinates.ts',
  ],
  ignorePatterns: ['/bench', '/dist', '/docs', '/public', '/types'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules'],
  jest: {
    // Avoids the global setup of jest.config.js, which creates a site.
    configFile: 'package.json',
    config: {
      ...jest.projects[0],
      roots: ['<rootDir>/packages', '<rootDir>/src/plugins/bot/server/src', '<rootDir>/tests/unit'],
      testMatch: [
        '<rootDir>/tests/unit/{cursor,slug-from-title,slug-of-plain-words}.test.ts',
        '<rootDir>/tests/unit/protocol/{byte-range,headers,types-and-texts}.test.ts',
        '<rootDir>/packages/protocol/tests/*.test.ts',
        '<rootDir>/packages/media/tests/coordinates.test.ts',
      ],
    },
  },
  // Stryker would read the file with TypeScript, which is not installed with it.
  tsconfigFile: 'none',
  // Mutants in constants at the top of a module would each run all tests in new processes.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: 'coverage/mutation.json',
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { logTests: false },
  concurrency: 1,
  timeoutMS: 30000,
};
