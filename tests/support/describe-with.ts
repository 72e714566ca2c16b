import { spawnSync } from 'node:child_process';

const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0;

/**
 * `describe` for tests that need programs of Debian: skipped where one is missing, but not in CI,
 * where `.ci/run` has installed them.
 */
export const describeWith = (...programs: string[]): jest.Describe =>
  process.env.CI || programs.every(isInstalled) ? describe : describe.skip;
