import { MADE_BY, PUBLICATION_STATUSES } from '@fleet-bot/protocol';
import type { Schema } from '@strapi/strapi';

import type { Index } from '../../../core/additions/indexes';
import { TITLE_KEY_ATTRIBUTE, TITLE_KEY_COLUMN } from '../filters/title-key';

/**
 * What a row of the content type is: `draft`, the draft of an unpublished document; `published`, the draft of
 * a published one; `public-version`, the published version itself; `translation`, a version in a locale by
 * which the document is not shown.
 *
 * Strapi has no such column: it would have to look for another row, and "the newest ten drafts among a
 * million published works" would read all of them.
 */
export const PUBLIC_VERSION = 'public-version';
export const TRANSLATION = 'translation';
export const ROW_STATUSES = [...PUBLICATION_STATUSES, PUBLIC_VERSION, TRANSLATION] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

export const STATUS_ATTRIBUTE = 'botStatus';
export const STATUS_COLUMN = 'bot_status';

/**
 * A random word, new with each write of a row by anyone. Publishing copies it with the draft, so different
 * revisions mean that the draft was saved since. Dates would not do: the clocks of instances differ.
 */
export const REVISION_ATTRIBUTE = 'botRevision';
export const REVISION_COLUMN = 'bot_revision';

/**
 * The date of a document's first publish, or the date that was given instead. All versions of a document have the same
 * value. Strapi's experimental feature of this name has the same attribute, which is then used.
 */
export const FIRST_PUBLISHED_ATTRIBUTE = 'firstPublishedAt';
export const FIRST_PUBLISHED_COLUMN = 'first_published_at';

/** Who has made the document of a row; see `features/publications/status/added-columns.ts`. */
export const MADE_BY_ATTRIBUTE = 'botMadeBy';
export const MADE_BY_COLUMN = 'bot_made_by';

/** Neither in the API nor in the panel, nor in what its search looks through. */
const HIDDEN = {
  configurable: false,
  writable: false,
  visible: false,
  private: true,
  searchable: false,
};

/** What an index depends on. */
interface Facts {
  isPostgres: boolean;
  /** Whether titles are texts that every database can put into an index. */
  isTitleShort: boolean;
}

/**
 * The indexes of the panel's list: of drafts, by when they were made or saved, or by their titles. PostgreSQL knows
 * no order behind `published_at IS NULL`, and walks past the public versions; the others would sort all drafts.
 */
const panelIndexes = (
  prefix: string,
  titleColumn: string,
  { isPostgres, isTitleShort }: Facts
): Index[] =>
  [
    { name: 'created', column: 'created_at' },
    { name: 'updated', column: 'updated_at' },
    ...(isTitleShort ? [{ name: 'title', column: titleColumn }] : []),
  ].map(({ name, column }) => ({
    name: `${prefix}_${name}_index`,
    columns: isPostgres ? [column, 'id'] : ['published_at', column],
  }));

/**
 * What the plugin adds to the content type: hidden attributes, an index for the bot's list, one of slugs
 * unless there is one, and for large tables those of filters and of the panel's list.
 */
export const publicationAdditions = (
  { attributes, collectionName, indexes = [] }: Schema.ContentType,
  { slug: slugColumn, title: titleColumn }: { slug: string; title: string },
  facts: Facts
) => {
  const hasSlugIndex = (indexes as Index[]).some(({ columns }) => columns[0] === slugColumn);
  return {
    attributes: {
      [STATUS_ATTRIBUTE]: { type: 'enumeration', enum: [...ROW_STATUSES], ...HIDDEN },
      [REVISION_ATTRIBUTE]: { type: 'string', ...HIDDEN },
      [MADE_BY_ATTRIBUTE]: { type: 'enumeration', enum: [...MADE_BY], ...HIDDEN },
      [TITLE_KEY_ATTRIBUTE]: { type: 'string', ...HIDDEN },
      ...(!(FIRST_PUBLISHED_ATTRIBUTE in attributes) && {
        [FIRST_PUBLISHED_ATTRIBUTE]: { type: 'datetime', ...HIDDEN },
      }),
    },
    indexes: [
      ...(hasSlugIndex
        ? []
        : [{ name: `${collectionName}_bot_slug_index`, columns: [slugColumn] }]),
      {
        name: `${collectionName}_status_newest_index`,
        // By their makers too, a list is walked in the index alone.
        columns: [STATUS_COLUMN, 'created_at', 'document_id', MADE_BY_COLUMN],
      },
      {
        name: `${collectionName}_status_first_published_index`,
        // Pages for readers are in the order of the date and the row.
        columns: [STATUS_COLUMN, FIRST_PUBLISHED_COLUMN, 'id'],
      },
    ],
    indexesWhenLarge: [
      {
        name: `${collectionName}_status_updated_index`,
        columns: [STATUS_COLUMN, 'updated_at', 'document_id'],
      },
      { name: `${collectionName}_made_by_index`, columns: [MADE_BY_COLUMN] },
      { name: `${collectionName}_title_key_index`, columns: [TITLE_KEY_COLUMN] },
      ...panelIndexes(`${collectionName}_panel`, titleColumn, facts),
    ],
  };
};
