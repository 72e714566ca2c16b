import { randomInt } from 'node:crypto';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { knexOf, quote, tableOf, transaction } from '../../../core/database/connection';
import { holdLock } from '../../../core/database/locks';
import { createDocumentRows } from '../../../core/database/rows/document-rows';
import { selectRows } from '../../../core/database/statement';
import { slugFromName } from '../../../core/protocol/text/slugify';
import { serviceOf } from '../../../core/service';
import { fieldRefused } from '../../../core/strapi/errors';
import { defaultLocale, isLocalized } from '../../../core/strapi/locales';
import { rulePanelUids } from '../../../core/strapi/panel/uids';
import { fieldColumns } from '../content-type/columns';

/** Matches slugs of dots only, such as `..`, which browsers resolve as relative paths and never request. */
const STEP = /^\.+$/;

/** Whether a slug is reserved, regardless of case. @param reserved slugs, or suffixes of slugs after `*` */
const isReservedAmong =
  (reserved: readonly string[]) =>
  (slug: string): boolean => {
    const requested = slug.toLowerCase();
    return (
      STEP.test(slug) ||
      reserved.some((entry) => {
        const name = entry.toLowerCase();
        return name.startsWith('*') ? requested.endsWith(name.slice(1)) : requested === name;
      })
    );
  };

/** Maximum length of a slug made from a title, without a suffix. */
const LENGTH = 180;
/** The slug for a title without letters or digits that can be transliterated. */
const FALLBACK = 'work';

/**
 * Creates a random suffix for a slug. The next free number would be slow to find, and would show readers how many
 * entries share a title.
 */
const randomSuffix = (): string =>
  randomInt(36 ** 6)
    .toString(36)
    .padStart(6, '0');

/** Makes a slug from a title, cut at a word and never empty. */
export const slugFromTitle = (title: string): string => {
  const slug = slugFromName(title);
  if (slug === '') return FALLBACK;
  return slug.length <= LENGTH
    ? slug
    : slug
        .slice(0, LENGTH + 1)
        .replace(/-[^-]*$/, '')
        .slice(0, LENGTH);
};

/** The document, and its locale if localized, that needs a slug. */
export interface SlugOwner {
  documentId: string;
  locale: string | null;
}

interface VersionRow {
  id: number;
  title: string | null;
  slug: string | null;
  locale: string | null;
}

/** Whether a slug is missing or has only spaces. */
export const isBlank = (slug: string | null | undefined): boolean =>
  slug == null || slug.trim() === '';

/** Finds slugs that no other publication and no other translation of the same publication uses. */
export const createSlugService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType, urlPattern, attributes, reservedSlugs } = botConfig(strapi);
  const columns = fieldColumns(strapi);
  const localized = isLocalized(strapi, contentType);
  const isReserved = isReservedAmong(reservedSlugs);
  // Translations may have the same slug if the locale is in the address.
  const isWithinLocale = localized && urlPattern.includes(':locale');

  // Plain SQL for speed, because each creation runs it.
  const holders = `SELECT id FROM ${quote(strapi, tableOf(strapi, contentType))}
    WHERE ${quote(strapi, columns.slug)} = ?`;
  const isOfLocale = `COALESCE(locale, '') = ?`;
  const ofOthers = isWithinLocale
    ? `AND document_id <> ? AND ${isOfLocale}`
    : localized
      ? `AND NOT (document_id = ? AND ${isOfLocale})`
      : 'AND document_id <> ?';

  const isOthers = async (slug: string, owner: SlugOwner | undefined): Promise<boolean> => {
    const own = owner && [owner.documentId, ...(localized ? [owner.locale ?? ''] : [])];
    const condition = own === undefined ? '' : ofOthers;
    const values = [slug, ...(own ?? [])];
    const rows = await selectRows(strapi, `${holders} ${condition} LIMIT 1`, values);
    return rows.length > 0;
  };

  const isTaken = async (slug: string, owner: SlugOwner | undefined): Promise<boolean> => {
    await holdLock(strapi, 'slug', slug);
    return isOthers(slug, owner);
  };

  /** Whether a slug is taken or reserved. Takes no lock, so the answer may be outdated. */
  const isUnavailable = async (slug: string, owner: SlugOwner | undefined): Promise<boolean> =>
    isReserved(slug) || (await isOthers(slug, owner));

  /** Whether a version of the document already has a reserved slug, set before the slug was reserved. */
  const isOwn = async (slug: string, owner: SlugOwner | undefined): Promise<boolean> =>
    owner !== undefined && (await findVersions(owner.documentId)).some((own) => own.slug === slug);

  const withSuffixIf = (taken: boolean, slug: string): string =>
    taken ? `${slug}-${randomSuffix()}` : slug;

  /**
   * Finds a document that has a version without a slug. Runs two queries, because a single query with OR would not use
   * the index.
   */
  const findWithout = async (): Promise<string | undefined> => {
    for (const nothing of [null, '']) {
      const row: { document_id: string } | undefined = await knexOf(strapi)(
        tableOf(strapi, contentType)
      )
        .where({ [columns.slug]: nothing })
        .first('document_id');
      if (row !== undefined) return row.document_id;
    }
    return undefined;
  };

  const findVersions = (documentId: string): Promise<VersionRow[]> =>
    knexOf(strapi)(tableOf(strapi, contentType))
      .select('id', { title: columns.title, slug: columns.slug }, 'locale')
      .where('document_id', documentId)
      .orderBy('id');

  const write = async (id: number, slug: string): Promise<void> => {
    await knexOf(strapi)(tableOf(strapi, contentType))
      .where({ id })
      .update({ [columns.slug]: slug });
  };

  const service = {
    /** Makes a slug from a name other than a title, such as the name of a tag. */
    fromName: slugFromName,

    /**
     * Makes a free slug for a title. The slug stays free until the transaction ends. @param owner document that may
     * already have the slug
     */
    async generate(title: string, owner?: SlugOwner): Promise<string> {
      const slug = slugFromTitle(title);
      return withSuffixIf(isReserved(slug) || (await isTaken(slug, owner)), slug);
    },

    /** Makes a free slug for a title without a lock, so it may be taken before it is used. */
    async propose(title: string, owner?: SlugOwner): Promise<string> {
      const slug = slugFromTitle(title);
      return withSuffixIf(await isUnavailable(slug, owner), slug);
    },

    isFree: async (slug: string, owner?: SlugOwner) => !(await isUnavailable(slug, owner)),

    /**
     * Returns the given slug, with a suffix if another publication uses the slug. In a transaction, no other
     * publication can take the given slug until the end.
     */
    keep: async (slug: string, owner: SlugOwner): Promise<string> =>
      withSuffixIf(await isTaken(slug, owner), slug),

    /** Checks a chosen slug. @throws ValidationError on its field if it is taken or reserved */
    async reserve(slug: string, owner?: SlugOwner): Promise<string> {
      if (isReserved(slug) && !(await isOwn(slug, owner))) {
        throw fieldRefused([attributes.slug], 'The site has something else under this slug');
      }
      if (await isTaken(slug, owner)) {
        throw fieldRefused([attributes.slug], 'This slug is already taken by another work');
      }
      return slug;
    },

    /**
     * Sets the slug of versions that have none: the slug of another version in the same locale, else a slug made from
     * the title. Call it in a transaction.
     */
    async assign(documentId: string): Promise<void> {
      const versions = await findVersions(documentId);
      const found = new Map<string | null, string>();
      for (const { slug, locale } of versions) {
        if (slug !== null && !isBlank(slug)) {
          found.set(locale, slug);
        }
      }
      for (const { id, title, locale } of versions.filter(({ slug }) => isBlank(slug))) {
        const slug =
          found.get(locale) ?? (await service.generate(title ?? '', { documentId, locale }));
        found.set(locale, slug);
        await write(id, slug);
      }
    },

    /** Replaces each slug of a copied publication that is already taken. Call it in a transaction. */
    async deduplicate(documentId: string): Promise<void> {
      for (const { id, slug, locale } of await findVersions(documentId)) {
        const owner = { documentId, locale };
        if (slug !== null && (await isTaken(slug, owner))) {
          await write(id, await service.generate(slug, owner));
        }
      }
    },

    /** Sets the slugs of publications that were inserted with SQL without one. */
    async fillIn(): Promise<void> {
      let documentId = await findWithout();
      while (documentId !== undefined) {
        const id = documentId;
        await transaction(strapi, async () => {
          await holdLock(strapi, 'document', id);
          await service.assign(id);
        });
        documentId = await findWithout();
      }
    },
  };
  return service;
};

export const getSlugService = serviceOf<typeof createSlugService>('slug');

const textIn = (data: Record<string, unknown>, name: string): string => {
  const value = data[name];
  return typeof value === 'string' ? value : '';
};

/** Makes the panel propose the same slugs as the site, and recognize all taken slugs. */
export const proposeSlugsInPanel = (strapi: Core.Strapi): void => {
  const { contentType, attributes } = botConfig(strapi);
  const slugs = () => getSlugService(strapi);

  const ownerOf = async (documentId: string, locale?: string): Promise<SlugOwner> => ({
    documentId,
    locale: isLocalized(strapi, contentType) ? (locale ?? (await defaultLocale(strapi))) : null,
  });

  rulePanelUids(strapi, {
    model: contentType,
    attribute: attributes.slug,
    propose: async (data, locale) =>
      slugs().propose(textIn(data, attributes.title), await ownerOf(textIn(data, 'id'), locale)),
    proposeLike: async (slug, locale) => slugs().propose(slug, await ownerOf('', locale)),
    isFree: async (slug, locale) => slugs().isFree(slug, await ownerOf('', locale)),
  });
};

/** Makes the function that returns the slugs of all public versions of a document, one for each locale. */
export const createPublicSlugs = (strapi: Core.Strapi) => {
  const rowsOf = createDocumentRows(strapi, botConfig(strapi).contentType);
  const { slug } = fieldColumns(strapi);

  return async (documentId: string): Promise<(string | null)[]> =>
    (await rowsOf(documentId))
      .filter((row) => row.published_at !== null)
      .map((row) => row[slug] as string | null);
};
