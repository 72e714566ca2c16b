import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Servers that were told to end may write a last file meanwhile. */
const PATIENCE = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

/** A new temp folder, which is gone when this process ends, also by a signal. */
export const makeTemporaryFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-bench-'));
  process.once('exit', () => rmSync(folder, PATIENCE));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return folder;
};
