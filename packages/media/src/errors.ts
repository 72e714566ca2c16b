export type MediaErrorCode =
  | 'file-too-large'
  | 'file-type-not-allowed'
  | 'image-type-not-supported'
  | 'svg-not-safe'
  | 'images-busy'
  | 'images-unavailable'
  | 'aborted'
  | 'stopped';

/** An expected error of this package. Its message is meant for the client that sent the file. */
export class MediaError extends Error {
  readonly details?: Record<string, unknown>;

  constructor(
    readonly code: MediaErrorCode,
    message: string,
    options: { cause?: unknown; details?: Record<string, unknown> } = {}
  ) {
    super(message, { cause: options.cause });
    this.details = options.details;
  }
}

/** The file exceeds a limit of the file process, or crashes it. */
export class Unreadable extends Error {}

/** The structure of a container is inconsistent: the file is damaged or of another format. */
export class BrokenContainer extends Error {}

/** Returns a `catch` handler that maps `BrokenContainer` to `otherwise` and rethrows other errors. */
export const ifBroken =
  <Value>(otherwise: Value) =>
  (error: unknown): Value => {
    if (error instanceof BrokenContainer) {
      return otherwise;
    }
    throw error;
  };
