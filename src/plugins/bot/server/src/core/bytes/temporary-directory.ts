import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

import { serviceOf } from '../service';

/** The file by which a directory says that its process lives. */
const LEASE = 'lease';
const BEAT_MILLISECONDS = 5_000;
/** A lease that is older belongs to a process that has ended, or could not write for as long. */
const LEASE_MILLISECONDS = 60_000;
const SWEEP_MILLISECONDS = 30_000;

const remove = (directory: string): Promise<void> =>
  rm(directory, { recursive: true, force: true });

/** When a file or directory was last written to, by the clock of the file system. */
const writtenAt = async (name: string): Promise<number | undefined> => {
  try {
    return (await stat(name)).mtimeMs;
  } catch {
    return undefined;
  }
};

/**
 * Gives out directories that do not outlive what they are for.
 *
 * Several processes may use one temporary folder, as containers that share it: their numbers tell
 * nothing, each may be process 1. So each directory has a lease, a file that its process writes
 * to as long as it lives, and whoever sees one that is too old may remove the directory. Only
 * times that the file system itself has written are compared.
 */
export const createTemporaryDirectoryService = ({ strapi }: { strapi: Core.Strapi }) => {
  // Named after this site and user: two sites on one machine are none of each other's business.
  const owner = `${strapi.dirs.app.root} ${process.getuid?.()}`;
  const site = createHash('sha256').update(owner).digest('hex').slice(0, 12);
  const root = path.join(os.tmpdir(), `bot-material-${site}`);

  /** Those of this process. */
  const own = new Set<string>();
  let beating: NodeJS.Timeout | undefined;
  let sweeping: NodeJS.Timeout | undefined;

  const renew = async (directory: string): Promise<void> => {
    try {
      // It must be there: one that is being removed is not to get another file.
      const lease = await open(path.join(directory, LEASE), 'r+');
      await lease.write('.', 0).finally(() => lease.close());
    } catch (error) {
      if (own.has(directory)) {
        strapi.log.warn(error);
      }
    }
  };

  const make = async (): Promise<string> => {
    await mkdir(root, { recursive: true, mode: 0o700 });
    // The number is for people only.
    const directory = await mkdtemp(path.join(root, `${process.pid}-`));
    own.add(directory);
    try {
      await writeFile(path.join(directory, LEASE), '.');
    } catch (error) {
      await dispose(directory);
      throw error;
    }
    return directory;
  };

  const dispose = async (directory: string): Promise<void> => {
    own.delete(directory);
    await remove(directory);
  };

  /** The time now, by the clock that leases are written by. */
  const fileSystemTime = async (): Promise<number> => {
    const mark = await mkdtemp(path.join(root, 'now-'));
    const now = await writtenAt(mark);
    await rmdir(mark);
    return now ?? 0;
  };

  /** One without a lease was just made, or its process was killed as it made or removed it. */
  const isStale = async (directory: string, now: number): Promise<boolean> => {
    const lastSign = (await writtenAt(path.join(directory, LEASE))) ?? (await writtenAt(directory));
    return lastSign !== undefined && now - lastSign > LEASE_MILLISECONDS;
  };

  const findStale = async (): Promise<string[]> => {
    const names = await readdir(root).catch(() => []);
    const others = names.map((name) => path.join(root, name)).filter((name) => !own.has(name));
    if (others.length === 0) {
      return [];
    }
    const now = await fileSystemTime();
    const stale = await Promise.all(others.map((directory) => isStale(directory, now)));
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
     * Removes what processes have left that were killed, now and from time to time, and begins to
     * renew the leases of this process.
     */
    async start(): Promise<void> {
      beating ??= setInterval(() => own.forEach((name) => void renew(name)), BEAT_MILLISECONDS);
      sweeping ??= setInterval(() => void sweep(), SWEEP_MILLISECONDS);
      beating.unref();
      sweeping.unref();
      await sweep();
    },

    stop(): void {
      clearInterval(beating);
      clearInterval(sweeping);
    },

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
        await made?.then(dispose, () => undefined);
      }
    },

    /** Removes what processes have left that were killed. */
    sweep,

    /** What `sweep` would remove. */
    findStale,
  };
};

export const getTemporaryDirectoryService =
  serviceOf<typeof createTemporaryDirectoryService>('temporaryDirectory');
