/** A row with all the text by which it is found. */
export interface IndexedText {
  id: number;
  text: string;
}

/** The rows of a table, by what stands anywhere in their texts. */
export interface TextIndex {
  /** Makes it where there is none. @returns whether this database can have it */
  make(): Promise<boolean>;
  /** Adds rows, in place of what was known of them. */
  put(rows: IndexedText[]): Promise<void>;
  /**
   * Finds rows in whose text this stands, large or small letters; some more of them, too, but not one less. Of words
   * some databases find the beginnings only.
   * @returns so many numbers of rows at most; undefined if it cannot look for that
   */
  find(text: string, limit: number): Promise<number[] | undefined>;
  /** Forgets rows with numbers above `from` and up to `to` that are gone from the table. */
  forgetGone(from: number, to: number): Promise<void>;
}

/** Letters that stand side by side in each part of a text that is indexed; less cannot be looked for. */
export const LETTERS = 3;
