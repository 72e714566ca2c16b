import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Gives out directories that do not outlive what they are for. */
export const createTemporaryDirectoryService = () => ({
  /** Runs `work` with a new directory, and removes that with all that is in it, whatever happens. */
  async use<Result>(work: (directory: string) => Promise<Result>): Promise<Result> {
    const directory = await mkdtemp(path.join(os.tmpdir(), 'bot-material-'));
    try {
      return await work(directory);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
});

export type TemporaryDirectoryService = ReturnType<typeof createTemporaryDirectoryService>;
