/** Error whose message tells the user all they need; printed as one line without a stack trace. */
export class UserFacingError extends Error {
  readonly isUserFacing = true;
}
