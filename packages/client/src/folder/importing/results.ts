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

/** Result for one text. A dry run returns the expected result. */
export interface Imported {
  file: string;
  id?: string;
  action: Action;
  /** Names of changed properties, or the reason for skipping or failing. */
  what: string[];
  /** Number of files uploaded for this text. */
  uploads: number;
  /** Problems with their reasons: files not imported, links without a target text, a slug that is taken. */
  warnings: string[];
  /** Front matter keys that are unknown, or name a field that publications on the site do not have. */
  ignoredKeys: string[];
  /** Names of fields that were cut to the site's length limit. */
  truncatedFields: string[];
  /** Names of unknown shortcodes and variables, which stay in the text. */
  shortcodes: string[];
  /** Names of components that were left out and have no content. */
  components: string[];
  /** Whether the option `publish` would publish or schedule this text. */
  needsPublish: boolean;
}

const NOTHING = {
  uploads: 0,
  warnings: [],
  ignoredKeys: [],
  truncatedFields: [],
  shortcodes: [],
  components: [],
  needsPublish: false,
};

/** Action and reason of a text that was not written: `skipped` after an editor's change, or else `failed`. */
export const refusedBy = (error: unknown) => {
  const code = error instanceof BotError ? error.code : undefined;
  const reason = code === undefined ? '' : `${code}: `;
  const action = code === 'changed-by-editor' ? ('skipped' as const) : ('failed' as const);
  return { action, what: [reason + (error as Error).message] };
};

/** Result for a text whose publication was deleted on the site. */
export const deletedOnSite = (file: string): Imported => ({
  ...NOTHING,
  file,
  action: 'skipped',
  what: ['deleted on the site; --restore-deleted brings it back'],
});

/** Result for a text that could not be imported because of an error. */
export const notImported = (file: string, error: unknown): Imported => ({
  file,
  ...NOTHING,
  ...refusedBy(error),
});
