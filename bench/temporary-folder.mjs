import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM'];

/** Runs `work` with a new temp folder, which is gone afterwards, also when a signal ends the run. */
export const withTemporaryFolder = async (work) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const end = () => {
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
