/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/tests/**/*.test.ts', '<rootDir>/src/**/*.test.ts'],
  // The compiled server must not be taken for sources, nor its package.json for a second package.
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
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
  setupFilesAfterEnv: [
    '<rootDir>/tests/support/stop-all.ts',
    '<rootDir>/tests/support/try-again.ts',
  ],
  // A test file boots a whole Strapi in its beforeAll.
  testTimeout: 60_000,
  maxWorkers: 2,
};
