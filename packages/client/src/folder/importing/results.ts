import { BotError } from '../../http/errors';

export type Action =
  | 'create'
  | 'restore'
  | 'move'
  | 'change'
  | 'publish'
  | 'unpublish'
  | 'unchanged'
  | 'skipped'
  | 'failed';

/** The result for one text; of a dry run, the result that an import would have. */
export interface Imported {
  file: string;
  id?: string;
  action: Action;
  /** The changed fields, or the reason for skipping or failing. */
  what: string[];
  /** The number of files uploaded for this text. */
  uploads: number;
  /** Files that were not imported, links that lead to no text, a slug that is taken, each with the reason. */
  warnings: string[];
  /** Front matter keys without a meaning, or without a field on the site. */
  ignoredKeys: string[];
  /** Fields cut to the length limit of the site. */
  truncatedFields: string[];
  /** Shortcodes that are left in the text. */
  shortcodes: string[];
  /** True if the option `publish` would publish or schedule this text. */
  needsPublish: boolean;
}

const NOTHING = {
  uploads: 0,
  warnings: [],
  ignoredKeys: [],
  truncatedFields: [],
  shortcodes: [],
  needsPublish: false,
};

/** The result for a text that was not written, for an editor's sake or because of an error. */
export const refusedBy = (error: unknown) => {
  const code = error instanceof BotError ? error.code : undefined;
  const reason = code === undefined ? '' : `${code}: `;
  const action = code === 'changed-by-editor' ? ('skipped' as const) : ('failed' as const);
  return { action, what: [reason + (error as Error).message] };
};

/** The result for a text whose publication was deleted on the site. */
export const deletedOnSite = (file: string): Imported => ({
  ...NOTHING,
  file,
  action: 'skipped',
  what: ['deleted on the site; --restore-deleted brings it back'],
});

export const notImported = (file: string, error: unknown): Imported => ({
  file,
  ...NOTHING,
  ...refusedBy(error),
});
