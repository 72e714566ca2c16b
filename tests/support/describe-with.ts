import { spawnSync } from 'node:child_process';

const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0;

/**
 * `describe` for tests that need programs of Debian. Skips them if one is missing, except in CI, which installs them.
 */
export const describeWith = (...programs: string[]): jest.Describe =>
  process.env.CI || programs.every(isInstalled) ? describe : describe.skip;
