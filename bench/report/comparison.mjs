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

const cellsOf = ({ rate, p50, p99, cpu, queries, statements }) => [
  rate.toFixed(1),
  p50.toFixed(1),
  p99.toFixed(1),
  cpu.toFixed(2),
  queries.toFixed(1),
  statements.toFixed(1),
];

/**
 * The tables of a comparison.
 *
 * @param {{ scenario: object, concurrency: number, adapter: object, native: object }[]} results
 *   with what `summarise` makes of each side.
 */
export const reportComparison = (results) => {
  const rows = results.flatMap(({ scenario, concurrency, adapter, native }) => [
    [
      scenario.title,
      concurrency,
      'adapter',
      ...cellsOf(adapter),
      (adapter.cpu / native.cpu).toFixed(2),
    ],
    ['', concurrency, 'native', ...cellsOf(native), ''],
  ]);
  const aimed = results.filter(({ scenario }) => scenario.target !== undefined);
  const targets = aimed.map(({ scenario, concurrency, adapter, native }) => {
    const ratio = adapter.cpu / native.cpu;
    return [
      scenario.title,
      concurrency,
      ratio.toFixed(2),
      scenario.target.toFixed(2),
      ratio <= scenario.target ? 'yes' : 'NO',
    ];
  });
  return `${markdownTable(HEAD, rows)}\n\n${markdownTable(TARGET_HEAD, targets)}\n`;
};
