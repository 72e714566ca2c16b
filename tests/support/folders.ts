import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What is kept of the first start of a site; to make tables and settings is most of what it takes. */
export const NEW_DATABASE = 'new-database';

/** Where a test server keeps its data. */
export interface DataFolders {
  databaseFile: string;
  publicDir: string;
  uploadsDir: string;
  /** Removes what was made here; folders that the test brought itself stay. */
  remove: () => Promise<void>;
}

/**
 * Makes a temp database path and a temp public folder, other than the test brings its own. They are in the folder of
 * this run of Jest, which goes at its end: of a worker that Jest ends, nothing stays behind.
 */
export const makeDataFolders = async (given: {
  databaseFile?: string;
  publicDir?: string;
}): Promise<DataFolders> => {
  const root = await mkdtemp(path.join(process.env.TEST_TEMPLATES ?? tmpdir(), 'site-test-'));
  const publicDir = given.publicDir ?? path.join(root, 'public');
  const uploadsDir = path.join(publicDir, 'uploads');
  await mkdir(uploadsDir, { recursive: true });
  return {
    databaseFile: given.databaseFile ?? path.join(root, 'data.db'),
    publicDir,
    uploadsDir,
    remove: () => rm(root, { recursive: true, force: true }),
  };
};
