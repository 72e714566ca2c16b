import path from 'node:path';

import type { ImportResult } from '../../folder/import';
import type { Missing, Pruned } from '../../folder/importing/prune';
import { columns } from '../output';

/** Result of an import, with the outcome of `--prune` for publications whose files are no longer in the folder. */
export type Report = Omit<ImportResult, 'missing'> & { missing: (Missing | Pruned)[] };

/** Formats words with their frequency, most frequent first: `weight (12), layout (3)`. */
const countWords = (words: string[]): string => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([word, count]) => `${word} (${count})`)
    .join(', ');
};

/** Maximum number of files that a line names for the same warning. */
const FEW = 3;

/** Lines about problems with the texts, each problem once with its files. */
const warningLines = (texts: Report['texts']): string[] => {
  const files = new Map<string, string[]>();
  for (const { file, warnings } of texts) {
    for (const warning of warnings) {
      const all = files.get(warning) ?? [];
      all.push(file);
      files.set(warning, all);
    }
  }
  return [...files].map(([warning, all]) => {
    const rest = all.length > FEW ? ` and ${all.length - FEW} more` : '';
    return `${all.slice(0, FEW).join(', ')}${rest}: ${warning}`;
  });
};

const summaryOf = ({ texts, others }: Report): string[] => {
  const lines: [string, string][] = [
    ['Texts', countWords(texts.map(({ action }) => action))],
    ['Keys left out', countWords(texts.flatMap(({ ignoredKeys }) => ignoredKeys))],
    [
      'Texts cut to what the site takes',
      countWords(texts.flatMap(({ truncatedFields }) => truncatedFields)),
    ],
    ['Shortcodes left as they are', countWords(texts.flatMap(({ shortcodes }) => shortcodes))],
    ['Components left out', countWords(texts.flatMap(({ components }) => components))],
    ['Other files', countWords(others.map((name) => path.extname(name) || path.basename(name)))],
  ];
  const unpublished = texts.filter(({ needsPublish }) => needsPublish).length;
  return [
    ...warningLines(texts),
    ...lines.filter(([, what]) => what !== '').map(([name, what]) => `${name}: ${what}`),
    ...(unpublished > 0 ? [`--publish would publish or plan ${unpublished} of them`] : []),
  ];
};

/** Lines about the publications without a file, or about their deletion. */
const missingLines = (missing: Report['missing']): string[] => {
  if (missing.length === 0) return [];
  const rows = missing.map((one) =>
    'action' in one
      ? [one.action, one.externalId, one.title, one.what.join(', ')]
      : [one.status, one.externalId, one.title]
  );
  const isPruned = missing.some((one) => 'action' in one);
  const hint = isPruned ? '' : '; --prune deletes them';
  return [`On the site and no longer in the folder: ${missing.length}${hint}`, ...columns(rows)];
};

/** Formats the report of an import as lines: a table of texts, a summary, and publications without a file. */
export const reportOf = (report: Report): string[] => [
  ...columns([
    ['ACTION', 'FILE', 'UPLOADS', 'WHAT'],
    ...report.texts.map(({ action, file, uploads, what }) => [
      action,
      file,
      String(uploads),
      what.join(', '),
    ]),
  ]),
  ...summaryOf(report),
  ...missingLines(report.missing),
];
