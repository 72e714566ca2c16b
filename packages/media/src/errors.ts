export type MediaErrorCode =
  | 'file-too-large'
  | 'file-type-not-allowed'
  | 'image-type-not-supported'
  | 'svg-not-safe'
  | 'images-busy'
  | 'images-unavailable'
  | 'aborted'
  | 'stopped';

/** What this package throws on purpose; the message is one for whoever sent the file. */
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

/** A file that takes more than it may to be read, or that ends whatever reads it. */
export class Unreadable extends Error {}

/** The parts of a container do not add up: it is damaged, or something else altogether. */
export class BrokenContainer extends Error {}

/** Catches that a container is broken, which is not edited; gives `otherwise`. */
export const ifBroken =
  <Value>(otherwise: Value) =>
  (error: unknown): Value => {
    if (error instanceof BrokenContainer) {
      return otherwise;
    }
    throw error;
  };
