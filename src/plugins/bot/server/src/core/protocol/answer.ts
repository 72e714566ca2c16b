/** The columns of a file that tell where its bytes can be read. */
export interface ReadableFile {
  provider: string;
  hash: string;
  ext: string;
  /** As the provider gave it: a path of this site, or an address that is not signed. */
  url: string;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** An answer as it is kept to be given again. */
export interface KeptAnswer extends Answer {
  /**
   * By id, the files of the materials in the body. Their addresses are made anew for each answer:
   * those of a private bucket are signed and expire.
   */
  files?: Record<string, ReadableFile>;
}

/**
 * Called by a command inside the transaction that makes its result true, so that what is
 * remembered of the request commits with it or not at all.
 */
export type RecordResult<Result> = (result: Result) => Promise<void>;
