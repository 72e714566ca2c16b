/** Tells how far it is, beside the report: a report can go to a file. */
export const sayProgress = (line) => {
  process.stderr.write(`${line}\n`);
};

/** Writes the report. */
export const print = (text) => {
  process.stdout.write(`${text}\n`);
};
