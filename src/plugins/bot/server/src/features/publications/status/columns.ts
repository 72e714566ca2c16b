import { MADE_BY, PUBLICATION_STATUSES } from '@fleet-bot/protocol';
import type { Schema } from '@strapi/strapi';

import type { Index } from '../../../core/additions/indexes';
import { INTERNAL } from '../../../core/database/rows/entity';
import { TITLE_KEY_ATTRIBUTE, TITLE_KEY_COLUMN } from '../filters/title-key';

/**
 * The status of a row: `draft`, the draft of an unpublished document; `published`, the draft of a published one;
 * `public-version`, the published version itself; `translation`, a version in another locale than the one that
 * represents the document.
 *
 * Strapi has no such column and would have to look for another row: "the newest ten drafts among a million published
 * entries" would read all of them.
 */
export const PUBLIC_VERSION = 'public-version';
export const TRANSLATION = 'translation';
export const ROW_STATUSES = [...PUBLICATION_STATUSES, PUBLIC_VERSION, TRANSLATION] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

export const STATUS_ATTRIBUTE = 'botStatus';
export const STATUS_COLUMN = 'bot_status';

/**
 * A random id that changes with each write of a row. Publishing copies it with the draft, so different revisions mean
 * that the draft was saved after publishing. Dates are not reliable, because the clocks of instances differ.
 */
export const REVISION_ATTRIBUTE = 'botRevision';
export const REVISION_COLUMN = 'bot_revision';

/**
 * Attribute for the date of a document's first publish, or for a date set instead. All versions of a document have the
 * same value. Strapi's experimental feature may have added an attribute with the name `firstPublishedAt`, which is then
 * reused.
 */
export const FIRST_PUBLISHED_ATTRIBUTE = 'firstPublishedAt';
export const FIRST_PUBLISHED_COLUMN = 'first_published_at';

/** The creator of a row's document; see `features/publications/status/added-columns.ts`. */
export const MADE_BY_ATTRIBUTE = 'botMadeBy';
export const MADE_BY_COLUMN = 'bot_made_by';

/** Options of hidden attributes: not in the API, not in the panel, and not in its search. */
const HIDDEN = {
  configurable: false,
  writable: false,
  visible: false,
  private: true,
  searchable: false,
};

/** Facts that determine which indexes are created. */
interface Facts {
  isPostgres: boolean;
  /** Whether titles are short enough for an index on every database. */
  isTitleShort: boolean;
}

/**
 * Indexes for the panel's list of drafts, sorted by creation, last save or title. PostgreSQL cannot use the order of an
 * index after `published_at IS NULL`, so its indexes omit this column and a query skips the public versions. Without
 * the indexes, other databases would sort all drafts.
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
 * The plugin's additions to the content type: hidden attributes, an index for the bot's list, and an index of slugs if
 * the type has none. Large tables also get indexes for filters and for the panel's list.
 */
export const publicationAdditions = (
  { attributes, collectionName, indexes = [] }: Schema.ContentType,
  { slug: slugColumn, title: titleColumn }: { slug: string; title: string },
  facts: Facts
) => {
  const hasSlugIndex = (indexes as Index[]).some(({ columns }) => columns[0] === slugColumn);
  return {
    attributes: {
      [STATUS_ATTRIBUTE]: { type: 'enumeration', enum: [...ROW_STATUSES], ...HIDDEN, ...INTERNAL },
      [REVISION_ATTRIBUTE]: { type: 'string', ...HIDDEN, ...INTERNAL },
      [MADE_BY_ATTRIBUTE]: { type: 'enumeration', enum: [...MADE_BY], ...HIDDEN, ...INTERNAL },
      [TITLE_KEY_ATTRIBUTE]: { type: 'string', ...HIDDEN, ...INTERNAL },
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
        // Includes the creator, so that a list filtered by creator only reads the index.
        columns: [STATUS_COLUMN, 'created_at', 'document_id', MADE_BY_COLUMN],
      },
    ],
    indexesWhenLarge: [
      {
        name: `${collectionName}_status_first_published_index`,
        columns: [STATUS_COLUMN, FIRST_PUBLISHED_COLUMN, 'document_id'],
      },
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
