import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sayProgress } from './report/say.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM'];

/** Servers that were told to end may write a last file meanwhile. */
const PATIENCE = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

/** Runs `work` with a new temp folder, which is gone afterwards, also when a signal ends the run. */
export const withTemporaryFolder = async (work) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-bench-'));
  const remove = () => {
    try {
      rmSync(folder, PATIENCE);
    } catch (error) {
      // Not worth to hide what the work found, or why it failed.
      sayProgress(`Left behind: ${folder} (${error.code})`);
    }
  };
  const end = (signal) => {
    sayProgress(`Ended by ${signal}`);
    remove();
    process.exit(1);
  };
  SIGNALS.forEach((signal) => process.once(signal, end));
  try {
    return await work(folder);
  } finally {
    SIGNALS.forEach((signal) => process.off(signal, end));
    remove();
  }
};
