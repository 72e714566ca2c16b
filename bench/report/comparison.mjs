import { markdownTable } from './markdown.mjs';

const HEAD = [
  'row',
  'at',
  'side',
  'req/s',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'queries',
  'with BEGIN, COMMIT',
  'CPU ratio',
];
const TARGET_HEAD = ['row', 'at', 'CPU ratio', 'at most', 'met'];
/** What a row may cost against an earlier commit: noise is a twentieth. */
const AS_DEAR = 1.05;

const cellsOf = ({ rate, p50, p99, cpu, queries, statements }) => [
  rate.toFixed(1),
  p50.toFixed(1),
  p99.toFixed(1),
  cpu.toFixed(2),
  queries.toFixed(1),
  statements.toFixed(1),
];

/** Whether each row is within what it is to cost at most; against an earlier commit, as much as then. */
const reportTargets = (results, against) => {
  const targets = results
    .map((result) => ({ ...result, target: against ? AS_DEAR : result.scenario.target }))
    .filter(({ target }) => target !== undefined);
  return markdownTable(
    TARGET_HEAD,
    targets.map(({ scenario, concurrency, ratio, target }) => [
      scenario.title,
      concurrency,
      ratio.toFixed(2),
      target.toFixed(2),
      ratio <= target ? 'yes' : 'NO',
    ])
  );
};

/**
 * The tables of a comparison.
 *
 * @param {{ scenario: object, concurrency: number, now: object, other: object, ratio: number }[]} results
 *   with what `summarise` makes of each side.
 * @param {string} [against] the commit that is compared with, if it is not Strapi's own routes.
 */
export const reportComparison = (results, against) => {
  const rows = results.flatMap(({ scenario, concurrency, now, other, ratio }) => [
    [scenario.title, concurrency, 'this site', ...cellsOf(now), ratio.toFixed(2)],
    ['', concurrency, against ?? 'Strapi', ...cellsOf(other), ''],
  ]);
  return `${markdownTable(HEAD, rows)}\n\n${reportTargets(results, against)}\n`;
};
