import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, rmdir, stat, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

import { serviceOf } from '../service';

const BEAT_MILLISECONDS = 10_000;
/** Milliseconds after which an untouched directory is stale: its process has ended. */
const LEASE_MILLISECONDS = 60_000;

/** Path of a temporary folder for this site and operating system user. Each site on a machine has its own. */
export const temporaryFolder = (strapi: Core.Strapi, name: string): string => {
  const owner = `${strapi.dirs.app.root} ${process.getuid?.()}`;
  const site = createHash('sha256').update(owner).digest('hex').slice(0, 12);
  return path.join(os.tmpdir(), `${name}-${site}`);
};

const remove = (directory: string): Promise<void> =>
  rm(directory, { recursive: true, force: true });

const isStale = async (directory: string, now: number): Promise<boolean> => {
  try {
    return now - (await stat(directory)).mtimeMs > LEASE_MILLISECONDS;
  } catch {
    return false; // The directory was removed in the meantime.
  }
};

/**
 * Time of the file system in milliseconds, from a new directory, because clocks of processes may differ. Uses the time
 * of this process if no directory can be created.
 */
const fileSystemTime = async (folder: string): Promise<number> => {
  try {
    const directory = await mkdtemp(path.join(folder, 'clock-'));
    const { mtimeMs } = await stat(directory);
    await rmdir(directory);
    return mtimeMs;
  } catch {
    return Date.now();
  }
};

/**
 * Provides temporary directories and removes them after use.
 *
 * Several processes, for example containers, may share one temporary folder and even have the same process ID. Each
 * running process therefore touches its directories regularly, and any process removes directories that are no longer
 * touched.
 */
export const createTemporaryDirectoryService = ({ strapi }: { strapi: Core.Strapi }) => {
  const root = temporaryFolder(strapi, 'bot-material');

  const own = new Set<string>();
  let beating: NodeJS.Timeout | undefined;

  const renew = async (directory: string, now: Date): Promise<void> => {
    try {
      await utimes(directory, now, now);
    } catch (error) {
      if (own.has(directory)) {
        strapi.log.warn(error);
      }
    }
  };

  const renewAll = async (): Promise<void> => {
    const now = new Date(await fileSystemTime(root));
    await Promise.all([...own].map((directory) => renew(directory, now)));
  };

  const make = async (): Promise<string> => {
    await mkdir(root, { recursive: true, mode: 0o700 });
    // The process ID only helps people to find the directory.
    const directory = await mkdtemp(path.join(root, `${process.pid}-`));
    own.add(directory);
    return directory;
  };

  const dispose = async (directory: string): Promise<void> => {
    own.delete(directory);
    await remove(directory);
  };

  const findStale = async (): Promise<string[]> => {
    const names = await readdir(root).catch(() => []);
    const others = names.map((name) => path.join(root, name)).filter((name) => !own.has(name));
    const now = await fileSystemTime(root);
    const stale = await Promise.all(others.map((name) => isStale(name, now)));
    return others.filter((_directory, index) => stale[index]);
  };

  const sweep = async (): Promise<void> => {
    try {
      await Promise.all((await findStale()).map(remove));
    } catch (error) {
      strapi.log.warn(error);
    }
  };

  return {
    /**
     * Starts the regular removal of directories of ended processes, and keeps this process's directories from being
     * removed.
     */
    async start(): Promise<void> {
      beating ??= setInterval(() => {
        void renewAll().then(sweep);
      }, BEAT_MILLISECONDS).unref();
      await sweep();
    },

    stop: (): void => clearInterval(beating),

    /**
     * Runs `work` with a function that creates its directory on first use. Removes the directory afterwards, also after
     * an error. `work` must not call the function after it has ended.
     */
    async use<Result>(
      work: (directory: () => Promise<string>) => Promise<Result>
    ): Promise<Result> {
      let made: Promise<string> | undefined;
      try {
        return await work(() => (made ??= make()));
      } finally {
        await made?.then(dispose, () => undefined);
      }
    },

    sweep,

    findStale,
  };
};

export const getTemporaryDirectoryService =
  serviceOf<typeof createTemporaryDirectoryService>('temporaryDirectory');
