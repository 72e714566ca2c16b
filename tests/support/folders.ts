import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Name of the stored database of a new site. Creating tables and settings takes most of a first start. */
export const NEW_DATABASE = 'new-database';

/** Data folders of a test server. */
export interface DataFolders {
  databaseFile: string;
  publicDir: string;
  uploadsDir: string;
  /** Deletes the folders that were created here; folders of the test itself stay. */
  remove: () => Promise<void>;
}

/**
 * Creates a temporary database path and public folder, unless the test has its own. They are inside the folder of this
 * Jest run, which is deleted at its end, so nothing remains of a worker that Jest ends.
 */
export const makeDataFolders = async (options: {
  databaseFile?: string;
  publicDir?: string;
}): Promise<DataFolders> => {
  const root = await mkdtemp(path.join(process.env.TEST_TEMPLATES ?? tmpdir(), 'site-test-'));
  const publicDir = options.publicDir ?? path.join(root, 'public');
  const uploadsDir = path.join(publicDir, 'uploads');
  await mkdir(uploadsDir, { recursive: true });
  return {
    databaseFile: options.databaseFile ?? path.join(root, 'data.db'),
    publicDir,
    uploadsDir,
    remove: () => rm(root, { recursive: true, force: true }),
  };
};
