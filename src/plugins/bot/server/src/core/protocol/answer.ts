/** Columns of a file that determine where its bytes are stored. */
export interface ReadableFile {
  provider: string;
  hash: string;
  ext: string;
  /** URL from the provider: a path of this site, or an unsigned absolute URL. */
  url: string;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** A stored answer for retries of the same request. */
export interface KeptAnswer extends Answer {
  /** Files of the materials in the body, by ID. Used to compute new URLs, because those of a private bucket expire. */
  files?: Record<string, ReadableFile>;
}

/** Function that a command calls in its transaction, so that the stored answer commits together with its effect. */
export type RecordResult<Result> = (result: Result) => Promise<void>;
