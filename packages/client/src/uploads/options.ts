import type { UploadTexts } from '@fleet-bot/protocol';

import type { CallerOptions, CallOptions } from '../http/call';

export interface UploadOptions extends UploadTexts, CallOptions {
  /** File name, if the source has none. */
  filename?: string;
  /** Called after each part; `sent` and `total` are numbers of bytes. `total` is undefined for a stream. */
  onProgress?: (progress: { sent: number; total?: number }) => void;
  /** Size in bytes above which a file is sent in parts. A failure then repeats only one part. Default 16 MiB. */
  resumableAbove?: number;
  /** Bytes per part. Default 8 MiB. */
  partSize?: number;
  /** Receives the id of a resumable upload, for `resume`. The site then keeps an aborted upload for a day. */
  onBegin?: (id: string) => void;
  /** Id of an unfinished upload to continue; not for streams. */
  resume?: string;
}

/** Options of an upload, with the retry limits of the client. */
export type Sending = UploadOptions & Pick<CallerOptions, 'patience'>;

/** Milliseconds to wait for an upload that the site still processes. A site may process an upload for an hour. */
export const WHILE_RUNNING = 70 * 60_000;

/** Name, alternative text, caption and checksum, as entries for a form or JSON. Unset values are omitted. */
export const textsOf = ({ name, alternativeText, caption, sha256 }: UploadTexts) =>
  Object.entries({ name, alternativeText, caption, sha256 }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined
  );
