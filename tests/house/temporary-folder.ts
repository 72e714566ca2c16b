import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { owes } from '../support/running';

/** Creates a folder that is deleted after the test file. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'house-test-'));
  owes(() => rm(folder, { recursive: true, force: true }));
  return folder;
};
