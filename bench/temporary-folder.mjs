import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Retries, because a server that is stopping may still write files. */
const REMOVAL_OPTIONS = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

/** Deletes a folder with its contents. */
export const removeFolder = (folder) => rmSync(folder, REMOVAL_OPTIONS);

/** Creates a temporary folder that is deleted when this process ends, also after a signal. */
export const makeTemporaryFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-bench-'));
  process.once('exit', () => removeFolder(folder));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return folder;
};
