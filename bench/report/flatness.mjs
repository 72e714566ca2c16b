import { markdownTable } from './markdown.mjs';

/** What a request may take with more works, against the fewest; people wait for the panel, and bots for nobody. */
const allowedFor = (title) => (title.startsWith('panel: ') ? 3 : 1.5);

/**
 * The table of one kind of database.
 *
 * @param {import('../seed/shapes.mjs').Shape[]} shapes the first is what the others are compared with.
 * @param {{ title: string, p50: number[] }[]} results
 */
export const reportFlatness = (shapes, results) => {
  const [base, ...others] = shapes;
  const head = ['p50 in ms', base.title, ...others.flatMap(({ title }) => [title, 'ratio']), 'met'];
  const rows = results.map(({ title, p50: [first, ...rest] }) => {
    const ratios = rest.map((value) => value / first);
    return [
      title,
      first.toFixed(2),
      ...rest.flatMap((value, index) => [value.toFixed(2), ratios[index].toFixed(2)]),
      ratios.every((ratio) => ratio <= allowedFor(title)) ? 'yes' : 'NO',
    ];
  });
  return `${markdownTable(head, rows)}\n`;
};
