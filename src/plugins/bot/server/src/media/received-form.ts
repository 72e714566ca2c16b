/** A file part, stored in a temporary file for as long as the request lasts. */
export interface ReceivedFile {
  path: string;
  /** The file name as the client sent it. */
  name: string;
  /** Bytes. */
  size: number;
}

/** What a multipart body held, in the order of its parts. */
export interface ReceivedForm {
  files: { field: string; file: ReceivedFile }[];
  fields: { field: string; value: string }[];
}
