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

  return {
    /** Runs `work` with a new directory, and removes that with all that is in it, whatever happens. */
    async use<Result>(work: (directory: string) => Promise<Result>): Promise<Result> {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const directory = await mkdtemp(path.join(root, `${process.pid}-`));
      try {
        return await work(directory);
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    },

    /**
     * Removes what a process that was killed has left. To be called before the first use: what
     * bears the number of this process is then from one that had the same, as in a container.
     */
    async sweep(): Promise<void> {
      const stale = await findStale();
      await Promise.all(stale.map((directory) => rm(directory, { recursive: true, force: true })));
    },

    /** What `sweep` would remove. */
    findStale,
  };
};

export type TemporaryDirectoryService = ReturnType<typeof createTemporaryDirectoryService>;
