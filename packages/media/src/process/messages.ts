import type { MediaErrorCode } from '../errors';
import type { ImageOptions, ProcessedImage } from '../images/received-image';
import type { Recording } from '../recording';
import type { SafeSvg } from '../svg/sanitize';

/** Kind of work to do on a file, with its parameters. */
export type Question =
  | { is: 'image'; mime: string; options: ImageOptions }
  | { is: 'unread-image'; mime: string }
  | { is: 'drawing'; charset?: string }
  | { is: 'recording'; mime: string };

/** A task for the child process that converts files, with the bytes of the file or its path. */
export type FileTask = Question & { content: Buffer | string; size: number };

export interface Results {
  image: ProcessedImage | undefined;
  'unread-image': ProcessedImage | undefined;
  drawing: SafeSvg | undefined;
  recording: Recording;
}

export interface FileMessage {
  question: Question;
  /** Path of the file; undefined if its bytes come through the pipe `CONTENT`. */
  path: string | undefined;
  size: number;
  memoryBytes: number;
  /** Seconds of CPU time after which the process ends itself. */
  cpuSeconds: number;
  /**
   * Seconds of CPU time that optional work may plan with: more than `cpuSeconds` if the file can get a second attempt
   * with more time.
   */
  plannedSeconds: number;
}

/** Result of the file process. Errors are plain objects, because a MediaError would lose its code between processes. */
export type FileOutcome =
  | { is: 'done'; result: Results[keyof Results] }
  | { is: 'refused'; code: MediaErrorCode; message: string; details?: Record<string, unknown> }
  | { is: 'unreadable' | 'failed'; message: string };

/** A result, and whether the process uses so much memory that it should be replaced. */
export interface FileAnswer {
  outcome: FileOutcome;
  isWorn: boolean;
}

/** The exceeded limit that makes a process end itself. */
export type Limit = 'memory' | 'time';

/**
 * File descriptor through which the file process receives the bytes of a file. In an IPC message the bytes would be
 * copied twice on each side and cause full garbage collections in the site's process.
 */
export const CONTENT = 5;

/**
 * File descriptor to which the file process reports: a sign for each second in which it uses the CPU, or the limit that
 * it exceeded.
 */
export const REPORT = { file: 4, sign: '.' } as const;
