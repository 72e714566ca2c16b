import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { owes } from '../support/running';

/** A separate small disk in memory. */
export interface SmallDisk {
  folder: string;
  /** Rejects all writes from now on, also those of root. */
  makeReadOnly: () => void;
  makeWritable: () => void;
  /** Unmounts the disk; its content is lost. */
  remove: () => Promise<void>;
}

const mount = (...args: string[]): void => {
  execFileSync('mount', args, { stdio: 'pipe' });
};

/** Mounts a disk of this size. @throws where mounting is not permitted */
export const mountSmallDisk = (mebibytes: number): SmallDisk => {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-disk-'));
  try {
    mount('-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder);
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  const remove = async (): Promise<void> => {
    settled();
    // Unmounts lazily, because a stopping server may still have open files.
    execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' });
    rmSync(folder, { recursive: true });
  };
  const settled = owes(remove);
  return {
    folder,
    makeReadOnly: () => mount('-o', 'remount,ro', folder),
    makeWritable: () => mount('-o', 'remount,rw', folder),
    remove,
  };
};

const canMount = (): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    const folder = mkdtempSync(path.join(tmpdir(), 'site-disk-'));
    try {
      mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder);
      execFileSync('umount', [folder], { stdio: 'pipe' });
    } finally {
      rmSync(folder, { recursive: true });
    }
    return true;
  } catch {
    return false;
  }
};

/** Works like `describe`, but skips the tests where this user may not mount a disk. */
export const describeWithSmallDisk = (name: string, tests: () => void): void => {
  if (canMount()) describe(name, tests);
  else describe.skip(`${name} (skipped: needs root on Linux, to mount a small disk)`, tests);
};
