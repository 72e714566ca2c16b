import type {
  DescribedMaterial,
  Material,
  Publication,
  PublicationContent,
  PublicationItem,
} from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { serviceOf } from '../../core/service';
import { isoOf, toDate, toExactTime, type DatabaseDate } from '../../core/database/connection';
import { getSiteService } from '../../core/http';
import type { ReadableFile } from '../../core/protocol/send';
import type { Cursor } from '../../core/protocol/cursor';
import { protocolError } from '../../core/protocol/errors';
import { entityTagOf } from '../../core/protocol/headers/entity-tags';
import type { ListQuery } from './requests/list-query';

import { botConfig } from '../../core/config';
import { createBodyForm } from './content-type/body';
import { formerSlugsOf } from './events';
import { textOfMilliseconds } from './details/details';
import { createListFilters } from './filters/filters';
import { beginsWith } from './filters/title-key';
import { createFieldReader, type ReadFields, type Linked } from '../fields';
import type { DescribedRow, ItemRow, ListedRow, MediaRow, TextRow } from './rows/row';
import { createPublicationRows } from './rows/rows';

/** Total size of publication texts, in bytes, at which a page with `include=content` ends. */
const BYTES_AT_ONCE = 1024 * 1024;

export interface Page {
  items: PublicationItem[];
  /** Cursor of the next page; absent on the last page. */
  next?: Cursor;
}

export interface FoundPublication {
  publication: Publication;
  /** Entity tag. Changes with every change of the publication. */
  etag: string;
  /**
   * Stored files of the publication's media, keyed by document id. Stored answers need these files to make new file
   * URLs.
   */
  files: Record<string, ReadableFile>;
}

/** All rows of a publication. */
interface StoredPublication {
  row: ItemRow & TextRow;
  /** The draft, if it differs from the public version. */
  inWork: TextRow | undefined;
  media: DescribedRow[];
  /** Related records and components of the publication's versions, keyed by the row id of the version. */
  links: ReadonlyMap<number, Linked>;
}

/** The version that represents a publication: the public one if there is one, else the draft. */
interface Shown {
  id: number;
  title: string;
  /** The slug is null for a row inserted with SQL, until the next repair (every half minute). */
  slug: string | null;
  updatedAt: DatabaseDate;
  locale?: string | null;
  isPublic: boolean;
}

interface Addressed<Row extends MediaRow = MediaRow> {
  row: Row;
  url: string;
}

const draftOf = (row: ItemRow): Shown => ({
  id: row.draft_id,
  title: row.draft_title ?? '',
  slug: row.draft_slug,
  updatedAt: row.draft_updated_at,
  locale: row.draft_locale,
  isPublic: false,
});

const shownOf = (row: ItemRow): Shown =>
  row.public_id === null
    ? draftOf(row)
    : {
        id: row.public_id,
        title: row.public_title ?? '',
        slug: row.public_slug,
        updatedAt: row.public_updated_at,
        locale: row.public_locale,
        isPublic: true,
      };

/** Whether the draft differs from the public version. Compares more than the revision, to detect writes with SQL. */
const isChanged = (row: ItemRow): boolean =>
  row.public_id !== null &&
  (row.draft_revision !== row.public_revision ||
    row.draft_title !== row.public_title ||
    row.draft_slug !== row.public_slug ||
    toDate(row.draft_updated_at).getTime() !== toDate(row.public_updated_at).getTime());

/** Reads publications. A page of the list needs two queries. */
export const createPublicationReaderService = ({ strapi }: { strapi: Core.Strapi }) => {
  const rows = createPublicationRows(strapi);
  const filtersOf = createListFilters(strapi);
  const bodyForm = createBodyForm(strapi);
  const fieldReader = createFieldReader(strapi);
  const { media: mediaAttribute } = botConfig(strapi).attributes;
  const allMedia = [
    mediaAttribute,
    ...[...fieldReader.media.values()].map(({ attribute }) => attribute),
  ];
  const site = () => getSiteService(strapi);

  const addressed = async <Row extends MediaRow>(files: Row[]): Promise<Addressed<Row>[]> => {
    const urls = await site().urlsOfFiles(files);
    return files.map((row, index) => ({ row, url: urls[index] }));
  };

  const toMaterial = ({ row, url }: Addressed): Material => ({
    id: row.document_id,
    url,
    type: row.type,
  });

  const ofMedia = ({ row }: Addressed<DescribedRow>): boolean => row.field === mediaAttribute;

  const toDescribed = (file: Addressed<DescribedRow>): DescribedMaterial => ({
    ...toMaterial(file),
    alternativeText: file.row.alternative_text,
    caption: file.row.caption,
  });

  /** Sets each media field in a copy of the given fields to its materials. */
  const withFiles = (fields: ReadFields, files: Addressed<DescribedRow>[]): ReadFields => {
    const filled = { ...fields };
    for (const [name, { attribute, many }] of fieldReader.media) {
      const materials = files.filter(({ row }) => row.field === attribute).map(toDescribed);
      filled[name] = many ? materials : (materials[0] ?? null);
    }
    return filled;
  };

  const toContent = async (
    { title, slug, updatedAt }: Shown,
    text: TextRow,
    links: Linked | undefined,
    files: Addressed<DescribedRow>[]
  ): Promise<PublicationContent> => ({
    title,
    slug,
    body: await bodyForm.toMarkdown(text.body),
    media: files.filter(ofMedia).map(toDescribed),
    fields: withFiles(fieldReader.read(rows.storedIn(text), links), files),
    updatedAt: toDate(updatedAt).toISOString(),
  });

  const urlOf = ({ slug, locale, isPublic }: Shown, id: string): string | null =>
    isPublic && slug !== null ? site().urlOfWork({ slug, id, locale }) : null;

  const toItem = <Media extends Material>(row: ItemRow, shown: Shown, media: Media[]) => ({
    id: row.document_id,
    title: shown.title,
    status: shown.isPublic ? ('published' as const) : ('draft' as const),
    url: urlOf(shown, row.document_id),
    changed: isChanged(row),
    externalId: row.external_id,
    publishAt: textOfMilliseconds(row.publish_at),
    unpublishAt: textOfMilliseconds(row.unpublish_at),
    scheduleError: row.last_error,
    media,
    createdAt: toDate(row.created_at).toISOString(),
    updatedAt: toDate(shown.updatedAt).toISOString(),
    publishedAt: isoOf(row.published_at),
    firstPublishedAt: isoOf(row.first_published_at),
  });

  const toItems = async (
    found: ItemRow[],
    include: ListQuery['include']
  ): Promise<PublicationItem[]> => {
    if (found.length === 0) return [];
    const pairs = found.map((row) => ({ row, shown: shownOf(row) }));
    const versions = pairs.map(({ shown }) => shown.id);
    if (include === undefined) {
      const files = _.groupBy(await addressed(await rows.mediaOf(versions)), 'row.owner');
      return pairs.map(({ row, shown }) =>
        toItem(row, shown, (files[shown.id] ?? []).map(toMaterial))
      );
    }
    const described = await addressed(await rows.describedMediaOf(versions, allMedia));
    const files = _.groupBy(described, 'row.owner');
    const fields = await fieldReader.of(versions);
    return pairs.map(({ row, shown }) => {
      const own = files[shown.id] ?? [];
      return {
        ...toItem(row, shown, own.filter(ofMedia).map(toMaterial)),
        fields: withFiles(fields.get(shown.id) ?? {}, own),
      };
    });
  };

  const find = async (id: string): Promise<StoredPublication | undefined> => {
    const row = await rows.byId(id);
    if (row === undefined) return undefined;
    const inWork = isChanged(row) ? await rows.textOf(row.draft_id) : undefined;
    const versions = [shownOf(row).id, ...(inWork === undefined ? [] : [row.draft_id])];
    const texts = [row, ...(inWork === undefined ? [] : [inWork])];
    const media = texts.some(fieldReader.links.hasFiles)
      ? await rows.describedMediaOf(versions, allMedia)
      : [];
    const held = new Set(texts.flatMap((one) => [...fieldReader.links.namesIn(one)]));
    const links = held.size === 0 ? new Map() : await fieldReader.links.of(versions, held);
    return { row, inWork, media, links };
  };

  /**
   * Computes the entity tag of a publication from its rows, not from the answer, because signed addresses differ in
   * each answer.
   */
  const tagOf = ({ row, inWork, media, links }: StoredPublication): string => {
    const linked = [...links].map(([version, { related, components }]) => [
      version,
      [...related],
      [...components],
    ]);
    return entityTagOf({ pattern: site().pattern, row, inWork, media, linked });
  };

  const toFound = async (stored: StoredPublication): Promise<FoundPublication> => {
    const { row, inWork, media, links } = stored;
    const shown = shownOf(row);
    const files = await addressed(media);
    const read = (version: Shown, text: TextRow) =>
      toContent(
        version,
        text,
        links.get(version.id),
        files.filter((file) => file.row.owner === version.id)
      );
    const content = await read(shown, row);
    const draft = inWork === undefined ? null : await read(draftOf(row), inWork);
    return {
      publication: { ...toItem(row, shown, content.media), ...content, draft },
      etag: tagOf(stored),
      files: Object.fromEntries(media.map((file) => [file.document_id, file])),
    };
  };

  /**
   * Reads complete publications for a page, until their texts have `BYTES_AT_ONCE` bytes.
   * @returns the publications; `end` is the last row that was read, undefined if no rows are left
   */
  const toContents = async (listed: ListedRow[]) => {
    const items: PublicationItem[] = [];
    const formerSlugs = await formerSlugsOf.resolve(
      strapi,
      listed.map((row) => row.document_id)
    );
    let bytes = 0;
    for (const row of listed) {
      const stored = await find(row.document_id);
      if (stored !== undefined) {
        const { publication, etag } = await toFound(stored);
        items.push({ ...publication, etag, formerSlugs: formerSlugs.get(publication.id) ?? [] });
        bytes += Buffer.byteLength(`${publication.body}${publication.draft?.body}`);
      }
      if (bytes >= BYTES_AT_ONCE && row !== listed.at(-1)) return { items, end: row };
    }
    return { items, end: undefined };
  };

  return {
    /** Reads a page of the list, newest or last updated first; publications with the same time are ordered by id. */
    async list(listQuery: ListQuery): Promise<Page> {
      const { include, q, title, madeBy, related, ...requested } = listQuery;
      const filters = await filtersOf({ q, title, madeBy, related });
      if (filters === undefined) return { items: [] };
      const { limit } = requested;
      // Reads one row more than the limit, to know whether there is a next page.
      const found = await rows.newest({ ...requested, limit: limit + 1 }, filters);
      const pageRows = found.rows.slice(0, limit);
      // A key has only the beginning of a title, so longer prefixes are checked here.
      const meant =
        title === undefined
          ? pageRows
          : pageRows.filter((row) => beginsWith(shownOf(row).title ?? '', title));
      const { items, end } =
        include === 'content'
          ? await toContents(meant)
          : { items: await toItems(meant, include), end: undefined };
      const last = end ?? (found.rows.length > limit ? pageRows.at(-1) : undefined);
      return {
        items,
        next:
          last === undefined
            ? found.end
            : { createdAt: toExactTime(last.place), id: last.document_id },
      };
    },

    /** Reads a complete publication, or undefined if there is none with this id. */
    async findOne(id: string): Promise<FoundPublication | undefined> {
      const stored = await find(id);
      return stored && toFound(stored);
    },

    /** Reads only the entity tag of a publication; undefined if there is none with this id. */
    async findTag(id: string): Promise<string | undefined> {
      const stored = await find(id);
      return stored && tagOf(stored);
    },
  };
};

export const getPublicationReaderService =
  serviceOf<typeof createPublicationReaderService>('publicationReader');

const known = <Found>(found: Found | undefined): Found => {
  if (found === undefined) throw protocolError('publication-not-found');
  return found;
};

/** Reads a complete publication. @throws `publication-not-found` */
export const readPublication = async (strapi: Core.Strapi, id: string): Promise<FoundPublication> =>
  known(await getPublicationReaderService(strapi).findOne(id));

/** Reads the entity tag of a publication. @throws `publication-not-found` */
export const readTag = async (strapi: Core.Strapi, id: string): Promise<string> =>
  known(await getPublicationReaderService(strapi).findTag(id));
