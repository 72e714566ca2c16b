/** Tells the person at the terminal what is being done. */
export const say = (line) => {
  process.stdout.write(`${line}\n`);
};

/** A span of time as people read it: "3.2 s". */
export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

/** An error whose message is all that a person needs; shown as one line, without a stack. */
export class PlainError extends Error {
  plain = true;
}
