import type { MediaErrorCode } from '../../errors';
import type { ImageOptions, ProcessedImage } from '../received-image';

/** What is asked of an image process. */
export interface ImageTask {
  /** The bytes of an image, or the path of a file that has them. */
  image: Buffer | string;
  mime: string;
  options: ImageOptions;
  /** False for an image that is only to be freed of metadata, since it cannot be read. */
  isReadable: boolean;
  /** The estimate of the work, in milliseconds, that is done here; for more, the answer is `heavy`. */
  mostCost: number;
  /** Bytes of memory that the process may take. */
  memoryBytes: number;
  /** Seconds of CPU time that it may take. */
  cpuSeconds: number;
}

/** What it answers. A MediaError would lose its code on the way between processes. */
export type ImageOutcome =
  | { is: 'done'; image: ProcessedImage | undefined }
  | { is: 'heavy' }
  | { is: 'refused'; code: MediaErrorCode; message: string; details?: Record<string, unknown> }
  | { is: 'failed'; message: string };

/** An outcome, and whether the process is to be replaced since it holds much memory. */
export interface ImageAnswer {
  outcome: ImageOutcome;
  isWorn: boolean;
}

/** What a process has taken too much of when it ends itself. */
export type Limit = 'memory' | 'time';

/** The file of the process that it writes to: a sign that it works, or the limit that it ends by. */
export const REPORT = { file: 4, sign: '.' } as const;
