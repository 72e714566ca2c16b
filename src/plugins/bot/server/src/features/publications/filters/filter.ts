/** A value as drivers take it. */
export type Value = string | number | Date;

/** A part of a statement, with the values of its marks. */
export interface Statement {
  sql: string;
  values: Value[];
}

/** A row of a publication, as statements call it. */
export type ShownRow = 'draft' | 'version';

/** Something by which a list is narrowed. */
export interface Filter {
  /**
   * Holds of a publication, of which `draft` and `public` are the versions. It ends in `<> 0`: no planner looks for
   * an index in that, and PostgreSQL takes it to hold of nearly all, so that it walks the list until the page is full.
   */
  condition: Statement;
  /** The same, told by one row of it: the one by which it is shown, or its draft. */
  ofRow: (row: ShownRow) => Statement;
  /** Whether the draft alone tells it. */
  isOfDraft: boolean;
  /** A SELECT of the `id` of each row of which it holds, whatever that stands for, by an index alone. */
  rows: Statement;
}
