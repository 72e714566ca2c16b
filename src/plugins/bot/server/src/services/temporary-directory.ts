import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const remove = (directory: string): Promise<void> =>
  rm(directory, { recursive: true, force: true });

/** Gives out directories that do not outlive what they are for. */
export const createTemporaryDirectoryService = ({ strapi }: { strapi: Core.Strapi }) => {
  // Named after this site, so that two sites on one machine do not sweep each other's.
  const site = createHash('sha256').update(strapi.dirs.app.root).digest('hex').slice(0, 12);
  const root = path.join(os.tmpdir(), `bot-material-${site}`);

  const findStale = async (): Promise<string[]> => {
    const names = await readdir(root).catch(() => []);
    return names
      .filter((name) => {
        const pid = Number.parseInt(name, 10);
        return pid === process.pid || !isAlive(pid);
      })
      .map((name) => path.join(root, name));
  };

  let sweeping: Promise<void> | undefined;

  /**
   * Once, and before the first use: what bears the number of this process is then from one that
   * had the same, as in a container.
   */
  const sweepOnce = (): Promise<void> => {
    sweeping ??= findStale()
      .then((stale) => Promise.all(stale.map(remove)))
      .then(
        () => undefined,
        (error: unknown) => void strapi.log.warn(error)
      );
    return sweeping;
  };

  const make = async (): Promise<string> => {
    await sweepOnce();
    await mkdir(root, { recursive: true, mode: 0o700 });
    return mkdtemp(path.join(root, `${process.pid}-`));
  };

  return {
    /**
     * Runs `work` with what gives it a directory of its own, made when it is first asked for, and
     * removes that with all that is in it, whatever happens. `work` must not ask for it any more
     * when it has ended.
     */
    async use<Result>(
      work: (directory: () => Promise<string>) => Promise<Result>
    ): Promise<Result> {
      let made: Promise<string> | undefined;
      try {
        return await work(() => (made ??= make()));
      } finally {
        await made?.then(remove, () => undefined);
      }
    },

    /** Removes what a process that was killed has left; at the latest before the first use. */
    sweep: sweepOnce,

    /** What `sweep` would remove. */
    findStale,
  };
};

export type TemporaryDirectoryService = ReturnType<typeof createTemporaryDirectoryService>;
