import type { ErrorCode } from '../../../protocol/errors';
import type { ImageOptions, ProcessedImage } from '../received-image';

/** What is asked of an image process. */
export interface ImageTask {
  /** The bytes of an image, or the path of a file that has them. */
  image: Buffer | string;
  mime: string;
  options: ImageOptions;
  /** The estimate of the work, in milliseconds, that is done here; for more, the answer is `heavy`. */
  mostCost: number;
  /** Bytes of memory that the process may take. */
  memoryBytes: number;
}

/** What it answers. An error of the protocol would lose its code on the way between processes. */
export type ImageOutcome =
  | { is: 'done'; image: ProcessedImage | undefined }
  | { is: 'heavy' }
  | { is: 'refused'; code: ErrorCode; message: string; details: Record<string, unknown> }
  | { is: 'failed'; message: string };

/** An outcome, and whether the process is to be replaced since it holds much memory. */
export interface ImageAnswer {
  outcome: ImageOutcome;
  isWorn: boolean;
}
