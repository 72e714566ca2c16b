import type { Term } from './words';

/** A publication with the terms by which it is found. */
export interface IndexedWork {
  /** The row of its draft. */
  id: number;
  isPublic: boolean;
  title: string[];
  topics: string[];
  text: string[];
}

/** What is looked for. */
export interface Asked {
  terms: Term[];
  isPublic: boolean;
  /** Whether all of it has to stand in the title. */
  isInTitle?: boolean;
}

/** The drafts of publications, by the words that are in what is shown of these. */
export interface WordIndex {
  /** Makes it where there is none. @returns whether this database can have it */
  make(): Promise<boolean>;
  /** Adds publications, in place of what was known of them. */
  put(works: IndexedWork[]): Promise<void>;
  /** Those that have all the terms, the newest first. */
  newest(asked: Asked, limit: number): Promise<number[]>;
  /** The same, the best first. */
  best(asked: Asked, limit: number): Promise<number[]>;
  /** Forgets rows with numbers above `from` and up to `to` that are gone from the table. */
  forgetGone(from: number, to: number): Promise<void>;
}
