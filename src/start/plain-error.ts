/** Error whose message tells the user all they need; printed as one line without a stack trace. */
export class PlainError extends Error {
  readonly plain = true;
}
