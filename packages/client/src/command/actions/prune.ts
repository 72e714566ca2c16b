import { createInterface } from 'node:readline/promises';

import type { Client } from '../../client';
import type { ImportResult } from '../../folder/import';
import { prune, type Pruned } from '../../folder/importing/prune';
import { UsageError } from '../output';
import type { SiteOptions } from '../sites';

export interface PruneOptions extends SiteOptions {
  /** Deletes publications whose files are no longer in the folder. */
  prune?: boolean;
  /** Deletes publications without asking for confirmation. */
  yes?: boolean;
  overwrite?: boolean;
  dryRun?: boolean;
}

/** Verifies that `--prune` can ask for confirmation. @throws UsageError without a terminal, or with a fleet */
export const assertCanConfirm = ({ prune: isPruning, yes, dryRun, fleet }: PruneOptions): void => {
  if (!isPruning || yes || dryRun) return;
  if (fleet !== undefined) throw new UsageError('With --fleet, --prune needs --yes');
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new UsageError('Without a terminal, --prune needs --yes');
  }
};

const confirm = async (question: string): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
};

/** Reason to delete nothing: the folder is empty, or some of its texts failed. */
const doubtOf = ({ texts }: ImportResult): string | undefined => {
  if (texts.length === 0) return 'the folder has no texts';
  const failed = texts.filter(({ action }) => action === 'failed').length;
  return failed > 0 ? `${failed} of its texts failed` : undefined;
};

/**
 * Deletes publications whose files are no longer in the folder, after a confirmation.
 * @returns the publications with their results; without results if the deletion was unsafe or not confirmed
 */
export const pruneMissing = async (
  client: Client,
  site: string,
  result: ImportResult,
  { yes, overwrite, dryRun }: PruneOptions
): Promise<ImportResult['missing'] | Pruned[]> => {
  const { missing } = result;
  if (missing.length === 0) return missing;
  const doubt = doubtOf(result);
  if (doubt !== undefined) {
    process.stderr.write(`${site}: nothing is deleted, as ${doubt}\n`);
    return missing;
  }
  if (dryRun) return missing.map((one) => ({ ...one, action: 'delete', what: [] }));
  if (!yes) {
    for (const { status, externalId, title } of missing) {
      process.stderr.write(`${status}  ${externalId}  ${title}\n`);
    }
    const isWanted = await confirm(
      `${site}: delete these ${missing.length}, which are no longer in the folder? [y/N] `
    );
    if (!isWanted) return missing;
  }
  return prune(client, missing, { overwrite });
};
