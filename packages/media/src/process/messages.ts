import type { MediaErrorCode } from '../errors';
import type { ImageOptions, ProcessedImage } from '../images/received-image';
import type { Recording } from '../recording';
import type { SafeSvg } from '../svg/sanitize';

/** What is asked about a file. */
export type Question =
  | { is: 'image'; mime: string; options: ImageOptions }
  | { is: 'unread-image'; mime: string }
  | { is: 'drawing'; charset?: string }
  | { is: 'recording'; mime: string };

/** What is asked of a file process: about these bytes, or the file at this path. */
export type FileTask = Question & { content: Buffer | string; size: number };

export interface Results {
  image: ProcessedImage | undefined;
  'unread-image': ProcessedImage | undefined;
  drawing: SafeSvg | undefined;
  recording: Recording;
}

export interface FileMessage {
  question: Question;
  /** Undefined for bytes, which come by `CONTENT`. */
  path: string | undefined;
  size: number;
  memoryBytes: number;
  cpuSeconds: number;
}

/** What it answers. A MediaError would lose its code on the way between processes. */
export type FileOutcome =
  | { is: 'done'; result: Results[keyof Results] }
  | { is: 'refused'; code: MediaErrorCode; message: string; details?: Record<string, unknown> }
  | { is: 'unreadable' | 'failed'; message: string };

/** An outcome, and whether the process is to be replaced since it holds much memory. */
export interface FileAnswer {
  outcome: FileOutcome;
  isWorn: boolean;
}

/** What a process has taken too much of when it ends itself. */
export type Limit = 'memory' | 'time';

/**
 * The file of the process by which it gets bytes: in a message, they would be copied twice on either side, and what
 * becomes of copies of files has the site collect all of its garbage.
 */
export const CONTENT = 5;

/** The file of the process that it writes to: a sign that it works, or the limit that it ends by. */
export const REPORT = { file: 4, sign: '.' } as const;
