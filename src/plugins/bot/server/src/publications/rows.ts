import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../config';
import { FILE_UID, PUBLICATION_DETAIL_UID, PUBLICATION_STATUSES } from '../constants';
import {
  fileLinkTable,
  query,
  quote,
  rowsOf,
  tableOf,
  toDate,
  type DatabaseDate,
} from '../database/connection';
import type { Cursor } from '../protocol/cursor';
import type {
  ListedStatus,
  ListQuery,
  MaterialType,
  PublicationStatus,
} from '../protocol/publication';

import { fieldColumns } from './content-type/columns';
import { externalKeyOf } from './details/external-id';
import { createFieldReader } from './fields/reader';
import type { Filter, Statement, Value } from './filters/filter';
import { defaultLocale, isLocalized } from './locales';
import { PUBLIC_VERSION, REVISION_COLUMN, STATUS_COLUMN, TRANSLATION } from './status/columns';

interface Joined {
  document_id: string;
  created_at: DatabaseDate;
  draft_id: number;
  draft_title: string;
  draft_slug: string;
  draft_updated_at: DatabaseDate;
  draft_revision: string | null;
  /** Only of a localized type. */
  draft_locale?: string | null;
  // What is said of it in the table of details, if there is a row.
  external_id: string | null;
  /** Milliseconds since 1970, as in the next. */
  publish_at: number | string | null;
  unpublish_at: number | string | null;
  last_error: string | null;
}

/** A publication: its draft version, and beside it the public one if there is one. */
export type ItemRow = Joined &
  (
    | { public_id: null; published_at: null }
    | {
        public_id: number;
        published_at: DatabaseDate;
        public_title: string;
        public_slug: string;
        public_updated_at: DatabaseDate;
        public_revision: string | null;
        public_locale?: string | null;
      }
  );

export interface MediaRow {
  /** The row of the publication. */
  owner: number;
  /** The attribute in which it stands. */
  field: string;
  /** The row of the file. */
  file_id: number;
  document_id: string;
  url: string;
  type: MaterialType;
  // What signing an address of a private bucket needs.
  provider: string;
  hash: string;
  ext: string;
  alternative_text: string | null;
  caption: string | null;
}

/** The text and the fields of one version, as they are stored. */
export interface TextRow {
  body: unknown;
  /** By the names of their columns. */
  stored: Record<string, unknown>;
}

/** Whether what stands in fields is partly in other tables. */
interface LinkRow {
  is_linked: boolean | number | null;
}

/** The columns by which a list is in its order. */
const NEWEST = { createdAt: 'draft.created_at', id: 'draft.document_id' };
/** Those of a list in the order in which drafts were saved. */
const LAST_SAVED = { ...NEWEST, createdAt: 'draft.updated_at' };

/** What a page is asked with, whatever is on it. */
type PageQuery = Pick<
  ListQuery,
  'limit' | 'cursor' | 'createdAfter' | 'createdBefore' | 'updatedAfter'
>;

/** What a list is asked for, but for what its filters say. */
type RowsQuery = PageQuery & Pick<ListQuery, 'status' | 'externalId'>;

/** What a list, or a part of one, has in common. */
interface Condition extends Statement {
  /** Where its drafts are found, with their public versions; all of them if not given. */
  from?: string;
  place?: typeof NEWEST;
  /** Whether it holds of no more than `FEW`, so that these are found first, and sorted then. */
  isOfFew?: boolean;
}

/** A page, as far as it was looked for. */
export interface FoundRows {
  rows: ItemRow[];
  /** The last place that was looked at, if there is more behind it. */
  end?: Cursor;
}

/** Rows of a filter that are sorted for a page; of more, the list is walked instead. */
const FEW = 5000;
/** Publications of a status that are looked at for a page of a filtered list that is walked: at first, and if these do not fill it. */
const LOOKED_AT = [500, 10_000];

/** The column of a page by which it is in its order. */
const orderOf = ({ updatedAfter }: PageQuery): string =>
  updatedAfter === undefined ? 'created_at' : 'draft_updated_at';

const and = (condition: Condition, others: Statement[]): Condition => ({
  ...condition,
  sql: [condition.sql, ...others.map(({ sql }) => `AND ${sql}`)].join(' '),
  values: [...condition.values, ...others.flatMap(({ values }) => values)],
});

/**
 * Finds the rows of publications. One row stands for a document: its draft version, which Strapi
 * keeps for as long as the document lives; the public version, which readers see, is joined to it.
 *
 * In SQL and not with the query builder, which takes longer to write a look-up by an index than
 * the database takes to answer it.
 */
export const createPublicationRows = (strapi: Core.Strapi) => {
  const { contentType, attributes } = botConfig(strapi);
  const { title, slug, body } = fieldColumns(strapi);
  const fields = createFieldReader(strapi);
  const quoted = (name: string): string => quote(strapi, name);

  const works = quoted(tableOf(strapi, contentType));
  const files = quoted(tableOf(strapi, FILE_UID));
  const links = quoted(fileLinkTable(strapi));
  const details = quoted(tableOf(strapi, PUBLICATION_DETAIL_UID));
  const place = quoted('link.order');
  // Without translations, a row that somebody has written past Strapi is told by its date alone.
  const localized = isLocalized(strapi, contentType);

  const versionColumns = (version: 'draft' | 'public'): string =>
    Object.entries({
      id: 'id',
      title,
      slug,
      updated_at: 'updated_at',
      revision: REVISION_COLUMN,
      ...(localized ? { locale: 'locale' } : {}),
    })
      .map(([name, column]) => `${quoted(`${version}.${column}`)} AS ${version}_${name}`)
      .join(', ');
  const itemColumns = `draft.document_id, draft.created_at, public.published_at,
    ${versionColumns('draft')}, ${versionColumns('public')}`;
  // A public version that is not marked yet is known by its locale.
  const ofTranslations = `AND CASE WHEN draft.${STATUS_COLUMN} = 'published'
    THEN public.${STATUS_COLUMN} = '${PUBLIC_VERSION}' ELSE public.locale = draft.locale END`;
  const drafts = `${works} AS draft LEFT JOIN ${works} AS public
    ON public.document_id = draft.document_id AND public.published_at IS NOT NULL
    ${localized ? ofTranslations : ''}`;

  // Their own names may be those of other columns.
  const fieldColumnsAs = fields.columns.map((column) => ({ name: `field_${column}`, column }));

  const withStored = <Row extends object>(row: Row): Row & Pick<TextRow, 'stored'> => ({
    ...row,
    stored: Object.fromEntries(
      fieldColumnsAs.map(({ name, column }) => [column, Reflect.get(row, name) as unknown])
    ),
  });

  /** Text and fields of a version that is shown, and whether it has more in other tables. */
  const shownColumns = _.once((): string => {
    const isLinked = fields.isLinked('COALESCE(public.id, draft.id)');
    const columns = [{ name: 'body', column: body }, ...fieldColumnsAs].map(
      ({ name, column }) => `CASE WHEN public.id IS NULL THEN ${quoted(`draft.${column}`)}
        ELSE ${quoted(`public.${column}`)} END AS ${quoted(name)}`
    );
    return [...columns, `${isLinked === undefined ? 'NULL' : `(${isLinked})`} AS is_linked`].join(
      ', '
    );
  });

  const detailColumns = ['external_id', 'publish_at', 'unpublish_at', 'last_error']
    .map((column) => `details.${column}`)
    .join(', ');

  const select = async <Row>(sql: string, values: readonly Value[]): Promise<Row[]> =>
    rowsOf(await query(strapi, (knex) => knex.raw(sql, values)));

  /** The ranges of a page, and what lies behind its cursor, in an order. */
  const stretchOf = (
    { createdAt, id }: typeof NEWEST,
    { cursor, ...page }: PageQuery,
    madeAt: string
  ): Statement => {
    const ranges = [
      { limit: page.createdAfter, sql: `AND ${madeAt} > ?` },
      { limit: page.createdBefore, sql: `AND ${madeAt} < ?` },
      { limit: page.updatedAfter, sql: 'AND draft.updated_at > ?' },
    ].flatMap((range) => (range.limit === undefined ? [] : [{ ...range, limit: range.limit }]));
    // The first condition alone is what an index can seek to; the second settles a tie.
    const behind = `AND ${createdAt} <= ? AND (${createdAt} < ? OR ${id} < ?)`;
    return {
      sql: `${ranges.map((range) => range.sql).join(' ')} ${cursor === undefined ? '' : behind}`,
      values: [
        ...ranges.map((range) => range.limit),
        ...(cursor === undefined ? [] : [cursor.createdAt, cursor.createdAt, cursor.id]),
      ],
    };
  };

  /** The newest on which `condition` holds: a stretch of the index, in its order. */
  const newestWhere = (
    { from = drafts, place = NEWEST, sql, values, isOfFew = false }: Condition,
    page: PageQuery
  ): Statement => {
    const order = page.updatedAfter === undefined ? place : LAST_SAVED;
    const stretch = stretchOf(order, page, place.createdAt);
    const found = `SELECT ${itemColumns} FROM ${from} WHERE ${sql} ${stretch.sql}`;
    // The inner limit cuts nothing: past it, no planner can walk the whole list for its order.
    return isOfFew
      ? {
          sql: `SELECT * FROM (${found} LIMIT ${FEW}) AS few
            ORDER BY ${orderOf(page)} DESC, document_id DESC LIMIT ?`,
          values: [...values, ...stretch.values, page.limit],
        }
      : {
          sql: `${found} ORDER BY ${order.createdAt} DESC, ${order.id} DESC LIMIT ?`,
          values: [...values, ...stretch.values, page.limit],
        };
  };

  /**
   * By status, not by `published_at IS NULL`: half of all rows are that, and a planner that takes
   * it for the better index reads and sorts them all.
   */
  const hasStatus = (status: PublicationStatus): Statement => ({
    sql: `draft.${STATUS_COLUMN} = ?`,
    values: [status],
  });

  /** The order of versions by `leadOf` in `publications/locales.ts`. */
  const rank = (version: string): string =>
    `CASE WHEN ${version}.locale = ? THEN '' ELSE COALESCE(${version}.locale, ' ') END`;

  /** The draft by which a document of a localized type is shown comes first. */
  const leadFirst = (version: string): string =>
    `AND (${version}.${STATUS_COLUMN} IS NULL OR ${version}.${STATUS_COLUMN} <> '${TRANSLATION}')
      ORDER BY CASE WHEN ${version}.${STATUS_COLUMN} IS NULL THEN 1 ELSE 0 END, ${rank(version)}`;

  // No planner may take this for an anti-join, which would read all that is public.
  const isOf = `AND CASE WHEN public.id IS NULL THEN 'draft' ELSE 'published' END = ?`;

  /**
   * Rows that somebody has written past this plugin, or while it was off, have no status until they
   * are repaired; what they are can be seen from their document. There are few of them, if any.
   */
  const hasNoStatus = async (status: PublicationStatus | undefined): Promise<Statement> => {
    const locale = localized ? await defaultLocale(strapi) : '';
    const isLead = `AND NOT EXISTS (SELECT 1 FROM ${works} AS other
      WHERE other.document_id = draft.document_id AND other.published_at IS NULL
        AND CASE WHEN other.${STATUS_COLUMN} IS NULL THEN ${rank('other')} < ${rank('draft')}
          ELSE other.${STATUS_COLUMN} <> '${TRANSLATION}' END)`;
    return {
      // An index by `published_at` has half of all rows there, and looks as good to SQLite.
      sql: `draft.${STATUS_COLUMN} IS NULL AND CASE WHEN draft.published_at IS NULL THEN 1 ELSE 0 END <> 0
        AND draft.created_at IS NOT NULL AND draft.document_id IS NOT NULL
        ${localized ? isLead : ''} ${status === undefined ? '' : isOf}`,
      values: [...(localized ? [locale, locale] : []), ...(status === undefined ? [] : [status])],
    };
  };

  /** The row of the draft by which a document is shown. */
  const leadOf = async (documentId: string): Promise<Statement> => ({
    sql: `(SELECT lead.id FROM ${works} AS lead WHERE lead.document_id = ${documentId}
      AND lead.published_at IS NULL ${localized ? leadFirst('lead') : ''} LIMIT 1)`,
    values: localized ? [await defaultLocale(strapi)] : [],
  });

  /**
   * What waits for its time is few among many: it has an index of its own, in the same order.
   * Each draft is looked up from there, so that no planner reads the works first.
   */
  const isScheduled = async (): Promise<Condition> => {
    const lead = await leadOf('waiting.document_id');
    return {
      from: `${details} AS waiting CROSS JOIN ${drafts}`,
      place: { createdAt: 'waiting.scheduled_created_at', id: 'waiting.document_id' },
      sql: `waiting.scheduled_created_at IS NOT NULL AND draft.id = ${lead.sql}`,
      values: lead.values,
    };
  };

  /** One publication by the name that the bot has for it. */
  const hasExternalId = async (
    externalId: string,
    status: ListedStatus | undefined
  ): Promise<Condition> => {
    const named = `FROM ${details} WHERE external_key = ?`;
    const lead = await leadOf(`(SELECT document_id ${named})`);
    const key = externalKeyOf(externalId);
    const ofStatus: Statement =
      status === 'scheduled'
        ? { sql: `AND (SELECT publish_at ${named}) IS NOT NULL`, values: [key] }
        : { sql: status === undefined ? '' : isOf, values: status === undefined ? [] : [status] };
    return {
      sql: `draft.id = ${lead.sql} ${ofStatus.sql}`,
      values: [key, ...lead.values, ...ofStatus.values],
    };
  };

  /** What few rows of a filter say of publications; each draft is looked up from there. */
  const isOfFew = async (
    { documents }: Filter,
    status: PublicationStatus | undefined
  ): Promise<Condition> => {
    const lead = await leadOf('found.document_id');
    return {
      from: `(SELECT DISTINCT document_id FROM (${documents.sql} LIMIT ${FEW}) AS matching) AS found
        CROSS JOIN ${drafts}`,
      sql: `draft.id = ${lead.sql} AND draft.created_at IS NOT NULL ${status === undefined ? '' : isOf}`,
      values: [...documents.values, ...lead.values, ...(status === undefined ? [] : [status])],
      isOfFew: true,
    };
  };

  /** The first of some filters that few rows stand for. */
  const findFew = async (filters: Filter[]): Promise<Filter | undefined> => {
    for (const filter of filters) {
      const [found] = await select<{ count: number | string }>(
        `SELECT COUNT(*) AS count FROM (${filter.rows.sql} LIMIT ${FEW + 1}) AS matching`,
        filter.rows.values
      );
      if (Number(found?.count) <= FEW) {
        return filter;
      }
    }
    return undefined;
  };

  /**
   * How far a list is looked through for a page: to the last of so many publications of each
   * status, by the index alone. Undefined if it is looked through to its end.
   */
  const endOfLook = async (
    statuses: readonly PublicationStatus[],
    page: PageQuery,
    looks: number
  ): Promise<Cursor | undefined> => {
    const order = page.updatedAfter === undefined ? NEWEST : LAST_SAVED;
    const stretch = stretchOf(order, page, NEWEST.createdAt);
    const parts = statuses.map(
      (_status, index) => `SELECT * FROM (SELECT ${order.createdAt} AS place, draft.document_id
        FROM ${works} AS draft WHERE draft.${STATUS_COLUMN} = ? ${stretch.sql}
        ORDER BY ${order.createdAt} DESC, ${order.id} DESC LIMIT 1 OFFSET ${looks - 1}) AS last_${index}`
    );
    const [last] = await select<{ place: DatabaseDate; document_id: string }>(
      `${parts.join(' UNION ALL ')} ORDER BY place DESC, document_id DESC LIMIT 1`,
      statuses.flatMap((status) => [status, ...stretch.values])
    );
    return last && { createdAt: toDate(last.place), id: last.document_id };
  };

  /** What holds of a publication up to a place in the list. */
  const isBefore = ({ createdAt, id }: Cursor, page: PageQuery): Statement => {
    const order = page.updatedAfter === undefined ? NEWEST : LAST_SAVED;
    return {
      sql: `${order.createdAt} >= ? AND (${order.createdAt} > ? OR ${order.id} >= ?)`,
      values: [createdAt, createdAt, id],
    };
  };

  const conditionsOf = async (
    status: ListedStatus | undefined,
    externalId: string | undefined
  ): Promise<Condition[]> => {
    if (externalId !== undefined) {
      return [await hasExternalId(externalId, status)];
    }
    if (status === 'scheduled') {
      return [await isScheduled()];
    }
    const statuses = status === undefined ? PUBLICATION_STATUSES : [status];
    return [...statuses.map(hasStatus), await hasNoStatus(status)];
  };

  /** Rows of all parts of a list, in its order. */
  const readParts = (conditions: Condition[], page: PageQuery): Promise<ItemRow[]> => {
    const parts = conditions.map((condition) => newestWhere(condition, page));
    // Details are looked up for what is on the page alone, whatever a planner may think of them.
    const union = parts
      .map(({ sql }, index) => {
        const list = `newest_${index}`;
        return `SELECT ${list}.*, ${detailColumns} FROM (${sql}) AS ${list}
            LEFT JOIN ${details} AS details ON details.document_id = ${list}.document_id`;
      })
      .join(' UNION ALL ');
    return select(`${union} ORDER BY ${orderOf(page)} DESC, document_id DESC LIMIT ?`, [
      ...parts.flatMap(({ values }) => values),
      page.limit,
    ]);
  };

  /**
   * The newest on which filters hold. No index has all publications of a tag or a title in the order
   * of the list. So where few rows stand for one of the filters, these are found and sorted; where
   * many do, what is asked for is met soon on a walk through the list, which ends after so many.
   */
  const findFiltered = async (
    { status, externalId, ...page }: RowsQuery,
    filters: Filter[]
  ): Promise<FoundRows> => {
    const hold = filters.map(({ condition }) => condition);
    if (externalId !== undefined || status === 'scheduled') {
      const conditions = await conditionsOf(status, externalId);
      return {
        rows: await readParts(
          conditions.map((one) => and(one, hold)),
          page
        ),
      };
    }
    const few = await findFew(filters);
    if (few !== undefined) {
      return { rows: await readParts([and(await isOfFew(few, status), hold)], page) };
    }
    const statuses = status === undefined ? PUBLICATION_STATUSES : [status];
    const conditions = await conditionsOf(status, undefined);
    let found: FoundRows = { rows: [] };
    for (const looks of LOOKED_AT) {
      const end = await endOfLook(statuses, page, looks);
      const looked = end === undefined ? hold : [...hold, isBefore(end, page)];
      const rows = await readParts(
        conditions.map((one) => and(one, looked)),
        page
      );
      found = { rows, end };
      if (rows.length === page.limit || end === undefined) break;
    }
    return found;
  };

  return {
    /**
     * The newest publications behind the cursor; those of the same moment by their ids.
     *
     * They are among the newest of each status. An index without the status would do as well, but a
     * planner may then walk it for the drafts too, past every published work that is newer than the
     * first draft.
     */
    async newest(query: RowsQuery, filters: Filter[] = []): Promise<FoundRows> {
      if (filters.length > 0) {
        return findFiltered(query, filters);
      }
      const { status, externalId, ...page } = query;
      return { rows: await readParts(await conditionsOf(status, externalId), page) };
    },

    /** One publication with the text of the version that is shown. */
    async byId(id: string): Promise<(ItemRow & TextRow & LinkRow) | undefined> {
      const [row] = await select<ItemRow & Pick<TextRow, 'body'> & LinkRow>(
        `SELECT ${itemColumns}, ${detailColumns}, ${shownColumns()}
          FROM ${drafts} LEFT JOIN ${details} AS details ON details.document_id = draft.document_id
          WHERE draft.document_id = ? AND draft.published_at IS NULL ${localized ? leadFirst('draft') : ''} LIMIT 1`,
        [id, ...(localized ? [await defaultLocale(strapi)] : [])]
      );
      return row && withStored(row);
    },

    /** The text and the fields of one version, as they are stored. */
    async textOf(version: number): Promise<TextRow> {
      const columns = fieldColumnsAs
        .map(({ name, column }) => `, ${quoted(column)} AS ${quoted(name)}`)
        .join('');
      const [row = { body: null }] = await select<Pick<TextRow, 'body'>>(
        `SELECT ${quoted(body)} AS body ${columns} FROM ${works} WHERE id = ?`,
        [version]
      );
      return withStored(row);
    },

    /**
     * The media of some rows, each row's in its order.
     * @param names the attributes in which they stand; that of a publication's media if none are named
     */
    mediaOf(
      ids: readonly number[],
      names: readonly string[] = [attributes.media]
    ): Promise<MediaRow[]> {
      return select(
        `SELECT link.related_id AS owner, link.field, file.id AS file_id, file.document_id, file.url, file.type,
            file.provider, file.hash, file.ext, file.alternative_text, file.caption
          FROM ${links} AS link JOIN ${files} AS file ON file.id = link.file_id
          WHERE link.related_id IN (${ids.map(() => '?').join(', ')})
            AND link.related_type = ? AND link.field IN (${names.map(() => '?').join(', ')})
          ORDER BY ${place}`,
        [...ids, contentType, ...names]
      );
    },
  };
};
