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
  /** By id, the files of the materials in the body, for new addresses: those of a private bucket expire. */
  files?: Record<string, ReadableFile>;
}

/** Called in the transaction that makes the result true, so that what is stored of the request commits with it. */
export type RecordResult<Result> = (result: Result) => Promise<void>;
