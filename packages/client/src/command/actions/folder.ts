import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { exportSite } from '../../folder/export';
import { importFolder, type ImportOptions, type ImportResult } from '../../folder/import';
import { columns, EXIT } from '../output';
import { onEachSite, type CommonOptions } from '../run';

/** Counts words, the most frequent one first: `weight (12), layout (3)`. */
const countWords = (words: string[]): string => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([word, count]) => `${word} (${count})`)
    .join(', ');
};

const summaryOf = ({ texts, others }: ImportResult): string[] => {
  const lines: [string, string][] = [
    ['Texts', countWords(texts.map(({ action }) => action))],
    ['Keys left out', countWords(texts.flatMap(({ ignoredKeys }) => ignoredKeys))],
    [
      'Texts cut to what the site takes',
      countWords(texts.flatMap(({ truncatedFields }) => truncatedFields)),
    ],
    ['Shortcodes left as they are', countWords(texts.flatMap(({ shortcodes }) => shortcodes))],
    ['Other files', countWords(others.map((name) => path.extname(name) || path.basename(name)))],
  ];
  const unpublished = texts.filter(({ needsPublish }) => needsPublish).length;
  return [
    ...texts.flatMap(({ file, warnings }) => warnings.map((warning) => `${file}: ${warning}`)),
    ...lines.filter(([, what]) => what !== '').map(([name, what]) => `${name}: ${what}`),
    ...(unpublished > 0 ? [`--publish would publish or plan ${unpublished} of them`] : []),
  ];
};

/** Tells on standard error how far an import is: on a terminal in one line, elsewhere with a line for each text. */
const tellProgress =
  (site: string): NonNullable<ImportOptions['onText']> =>
  ({ action, file }, { done, count }) => {
    const { isTTY, columns: width = 80 } = process.stderr;
    const text = `${site}: ${done} of ${count}`;
    const line = `\r${text} ${file}`.slice(0, width) + '\x1b[K' + (done === count ? '\n' : '');
    process.stderr.write(isTTY ? line : `${text}: ${action} ${file}\n`);
  };

/** Writes former and new addresses, one pair a line. Nothing is written for an address that stays. */
const writeRedirects = (file: string, { redirects }: ImportResult): Promise<void> => {
  const lines = redirects
    .filter(([from, to]) => from !== new URL(to).pathname)
    .map(([from, to]) => `${encodeURI(from)} ${to}\n`);
  return writeFile(file, lines.join(''));
};

interface ImportCommandOptions extends CommonOptions, ImportOptions {
  /** The file for former and new addresses; of a fleet each site has its own, with its name before the ending. */
  redirects?: string;
}

/** `fleet-bot import <folder>` */
export const importTo = (folder: string, options: ImportCommandOptions) =>
  onEachSite<ImportResult>(
    options,
    async ({ client, name }, { keep }) => {
      const partial: ImportResult = { texts: [], others: [], redirects: [] };
      keep(partial);
      const tell = tellProgress(name);
      const result = await importFolder(client, folder, {
        ...options,
        onText: (text, progress) => {
          partial.texts.push(text);
          tell(text, progress);
        },
      });
      if (options.redirects !== undefined) {
        const { dir, name: base, ext } = path.parse(options.redirects);
        const own = options.fleet === undefined ? base : `${base}.${name}`;
        await writeRedirects(path.join(dir, own + ext), result);
      }
      return result;
    },
    (result) => [
      ...columns([
        ['ACTION', 'FILE', 'UPLOADS', 'WHAT'],
        ...result.texts.map(({ action, file, uploads, what }) => [
          action,
          file,
          String(uploads),
          what.join(', '),
        ]),
      ]),
      ...summaryOf(result),
    ],
    ({ texts }) => (texts.some(({ action }) => action === 'failed') ? EXIT.refused : EXIT.done)
  );

/** `fleet-bot export <address> <folder>`; of a fleet each site has a folder of its own in it. */
export const exportFrom = (address: string, folder: string | undefined, options: CommonOptions) => {
  const isFleet = options.fleet !== undefined;
  const target = isFleet ? address : (folder ?? 'export');
  return onEachSite(
    isFleet ? options : { ...options, site: address },
    ({ client, name }) => exportSite(client, isFleet ? path.join(target, name) : target),
    (files) => [`${files.length} publications in ${target}`]
  );
};
