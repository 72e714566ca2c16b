/** A value as drivers take it. */
export type Value = string | number | Date;

/** A part of a statement, with the values of its marks. */
export interface Statement {
  sql: string;
  values: Value[];
}

/** Something by which a list is narrowed. */
export interface Filter {
  /**
   * Holds of a publication, of which `draft` and `public` are the versions. It ends in `<> 0`: no planner looks for
   * an index in that, and PostgreSQL takes it to hold of nearly all, so that it walks the list until the page is full.
   */
  condition: Statement;
  /** The same of the row `version` by which the publication is shown. */
  ofVersion: Statement;
  /** Whether the draft alone tells it. */
  isOfDraft: boolean;
  /** A SELECT of all rows that it takes to find those documents, by an index alone, to be counted. */
  rows: Statement;
  /** A SELECT of `document_id`, by an index: of all documents it can hold of, some of them twice. */
  documents: Statement;
}
