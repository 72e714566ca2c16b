import os from 'node:os';

/** Formats milliseconds as seconds: "3.2 s". */
export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Prints progress to standard error, because the report may be redirected to a file. */
export const logProgress = (line) => process.stderr.write(`${line}\n`);

/** Prints the report to standard output. */
export const print = (text) => process.stdout.write(`${text}\n`);

/** Formats a Markdown table, with the first column aligned left and numbers aligned right. */
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

/** Describes the machine of the measurement in one line. */
export const describeMachine = () => {
  const [first] = os.cpus();
  const gibibytes = Math.round(os.totalmem() / 1024 ** 3);
  return (
    `${os.availableParallelism()} x ${first?.model.trim() ?? 'unknown CPU'}, ${gibibytes} GiB, ` +
    `Node ${process.version}, load average ${os.loadavg()[0].toFixed(1)}`
  );
};
