import { createInterface } from 'node:readline/promises';

import type { Client } from '../../client';
import type { ImportResult } from '../../folder/import';
import { prune, type Pruned } from '../../folder/importing/prune';
import { UsageError } from '../output';
import type { SiteOptions } from '../sites';

export interface PruneOptions extends SiteOptions {
  /** Deletes what is on the site and no longer in the folder. */
  prune?: boolean;
  /** Deletes it without a question. */
  yes?: boolean;
  overwrite?: boolean;
  dryRun?: boolean;
}

/** @throws UsageError if a question is needed and nobody is there to answer it */
export const assertCanAsk = ({ prune: isPruning, yes, dryRun, fleet }: PruneOptions): void => {
  if (!isPruning || yes || dryRun) return;
  if (fleet !== undefined) throw new UsageError('With --fleet, --prune needs --yes');
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new UsageError('Without a terminal, --prune needs --yes');
  }
};

const ask = async (question: string): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
};

/** The reason for which nothing is to be deleted: the folder could not be read as a whole. */
const doubtOf = ({ texts }: ImportResult): string | undefined => {
  if (texts.length === 0) return 'the folder has no texts';
  const failed = texts.filter(({ action }) => action === 'failed').length;
  return failed > 0 ? `${failed} of its texts failed` : undefined;
};

/** Deletes the publications of a folder whose texts are not in it any more, after a question. */
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
    const isWanted = await ask(
      `${site}: delete these ${missing.length}, which are no longer in the folder? [y/N] `
    );
    if (!isWanted) return missing;
  }
  return prune(client, missing, { overwrite });
};
