import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { importFolder, type ImportOptions, type ImportResult } from '../../folder/import';
import { EXIT } from '../output';
import { onEachSite, type CommonOptions } from '../run';

import { reportOf, type Report } from './import-report';
import { assertCanConfirm, pruneMissing, type PruneOptions } from './prune';

/** Reports the progress of an import on standard error: one updated line on a terminal, else one line per text. */
const createProgressReporter =
  (site: string): NonNullable<ImportOptions['onText']> =>
  ({ action, file }, { done, count }) => {
    const { isTTY, columns: width = 80 } = process.stderr;
    const text = `${site}: ${done} of ${count}`;
    const line = `\r${text} ${file}`.slice(0, width) + '\x1b[K' + (done === count ? '\n' : '');
    process.stderr.write(isTTY ? line : `${text}: ${action} ${file}\n`);
  };

/** Writes former and new URLs, one pair per line. URLs that stay the same are left out. */
const writeRedirects = (file: string, { redirects }: ImportResult): Promise<void> => {
  const lines = redirects
    .filter(([from, to]) => from !== new URL(to).pathname)
    .map(([from, to]) => `${encodeURI(from)} ${to}\n`);
  return writeFile(file, lines.join(''));
};

interface ImportCommandOptions extends CommonOptions, ImportOptions, PruneOptions {
  /**
   * File for former and new URLs. With a fleet, each site has its own file: the site's name is inserted before the
   * extension.
   */
  redirects?: string;
}

/** `fleet-bot import <folder>`: imports a folder into each site. The exit code is 1 if a text or a deletion failed. */
export const importTo = async (folder: string, options: ImportCommandOptions): Promise<void> => {
  assertCanConfirm(options);
  await onEachSite<Report>(
    options,
    async ({ client, name }, { keep }) => {
      const partial: Report = { texts: [], others: [], redirects: [], missing: [] };
      keep(partial);
      const reportProgress = createProgressReporter(name);
      const result = await importFolder(client, folder, {
        ...options,
        onText: (text, progress) => {
          partial.texts.push(text);
          reportProgress(text, progress);
        },
      });
      if (options.redirects !== undefined) {
        const { dir, name: base, ext } = path.parse(options.redirects);
        const own = options.fleet === undefined ? base : `${base}.${name}`;
        await writeRedirects(path.join(dir, own + ext), result);
      }
      const missing = options.prune
        ? await pruneMissing(client, name, result, options)
        : result.missing;
      return { ...result, missing };
    },
    reportOf,
    ({ texts, missing }) =>
      [...texts, ...missing].some((one) => 'action' in one && one.action === 'failed')
        ? EXIT.refused
        : EXIT.done
  );
};
