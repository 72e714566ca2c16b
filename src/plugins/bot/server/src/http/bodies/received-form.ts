import type { ReceivedBytes } from '../../bytes/received-bytes';

/** A file part. */
export interface ReceivedFile {
  bytes: ReceivedBytes;
  /** The file name as the client sent it. */
  name: string;
}

/** What a multipart body held, in the order of its parts. */
export interface ReceivedForm {
  files: { field: string; file: ReceivedFile }[];
  fields: { field: string; value: string }[];
}
