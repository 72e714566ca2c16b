import os from 'node:os';

/** A span of time as people read it: "3.2 s". */
export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Tells how far it is, beside the report: a report can go to a file. */
export const sayProgress = (line) => process.stderr.write(`${line}\n`);

/** Writes the report. */
export const print = (text) => process.stdout.write(`${text}\n`);

/** A Markdown table; the first column to the left, numbers to the right. */
export const markdownTable = (head, rows) => {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => String(row[column]).length))
  );
  const pad = (cell, column) =>
    column === 0 ? String(cell).padEnd(widths[column]) : String(cell).padStart(widths[column]);
  const line = (cells) => `| ${cells.map(pad).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
};

/** What the numbers were measured on, in one line. */
export const describeMachine = () => {
  const [first] = os.cpus();
  const gibibytes = Math.round(os.totalmem() / 1024 ** 3);
  return (
    `${os.availableParallelism()} x ${first?.model.trim() ?? 'unknown CPU'}, ${gibibytes} GiB, ` +
    `Node ${process.version}, load average ${os.loadavg()[0].toFixed(1)}`
  );
};
