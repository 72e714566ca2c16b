/** An error whose message is all that a person needs; shown as one line, without a stack. */
export class PlainError extends Error {
  readonly plain = true;
}
