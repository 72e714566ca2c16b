/** Why a file is not taken, or not now. */
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
