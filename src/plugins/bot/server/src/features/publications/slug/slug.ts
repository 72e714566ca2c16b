import { randomInt } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { query, quote, tableOf, transaction } from '../../../core/database/connection';
import { holdLock } from '../../../core/database/locks';
import { selectRows } from '../../../core/database/statement';
import { slugFromName } from '../../../core/protocol/text/slugify';
import { serviceOf } from '../../../core/service';
import { fieldRefused } from '../../../core/strapi/errors';
import { isLocalized, defaultLocale } from '../../../core/strapi/locales';
import { rulePanelUids } from '../../../core/strapi/panel/uids';

import { fieldColumns } from '../content-type/columns';

/** A step in a path: no browser asks for it. */
const STEP = /^\.+$/;

/** Whether a slug is reserved, in any case, as in routes. @param reserved slugs, or ends of slugs after `*` */
const isReservedAmong =
  (reserved: readonly string[]) =>
  (slug: string): boolean => {
    const asked = slug.toLowerCase();
    return (
      STEP.test(slug) ||
      reserved.some((entry) => {
        const name = entry.toLowerCase();
        return name.startsWith('*') ? asked.endsWith(name.slice(1)) : asked === name;
      })
    );
  };

/** Characters of a slug made from a title, before a suffix. */
const LENGTH = 180;
/** What a title without a single letter or digit that can be transliterated becomes. */
const FALLBACK = 'work';

/** Random and not the next free number, which is slow to find and tells readers how many works share a title. */
const randomSuffix = (): string =>
  randomInt(36 ** 6)
    .toString(36)
    .padStart(6, '0');

/** Makes a slug from a title: as from a name, cut at a word, and never empty. */
export const slugFromTitle = (title: string): string => {
  const slug = slugFromName(title);
  if (slug === '') {
    return FALLBACK;
  }
  return slug.length <= LENGTH
    ? slug
    : slug
        .slice(0, LENGTH + 1)
        .replace(/-[^-]*$/, '')
        .slice(0, LENGTH);
};

/** Who asks for a slug: a document, in one of its locales if it has those. */
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

export const isBlank = (slug: string | null | undefined): boolean =>
  slug == null || slug.trim() === '';

/** Finds slugs that no other publication has, and no other translation of the same one. */
export const createSlugService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType, urlPattern, attributes, reservedSlugs } = botConfig(strapi);
  const columns = fieldColumns(strapi);
  const localized = isLocalized(strapi, contentType);
  const isReserved = isReservedAmong(reservedSlugs);
  // With the locale in their addresses, translations may have one slug.
  const isWithinLocale = localized && urlPattern.includes(':locale');

  // In SQL, as it is a part of each creation.
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

  /** Whether it may not be given now, to somebody who only looks. */
  const isUnavailable = async (slug: string, owner: SlugOwner | undefined): Promise<boolean> =>
    isReserved(slug) || (await isOthers(slug, owner));

  /** Whether a draft has it from before it was reserved. */
  const isOwn = async (slug: string, owner: SlugOwner | undefined): Promise<boolean> =>
    owner !== undefined && (await findVersions(owner.documentId)).some((own) => own.slug === slug);

  const withSuffixIf = (taken: boolean, slug: string): string =>
    taken ? `${slug}-${randomSuffix()}` : slug;

  /** A document with a version without a slug. Two look-ups: an OR would hide the index. */
  const findWithout = async (): Promise<string | undefined> => {
    for (const nothing of [null, '']) {
      const row: { document_id: string } | undefined = await query(strapi, (knex) =>
        knex(tableOf(strapi, contentType))
          .where({ [columns.slug]: nothing })
          .first('document_id')
      );
      if (row !== undefined) {
        return row.document_id;
      }
    }
    return undefined;
  };

  const findVersions = (documentId: string): Promise<VersionRow[]> =>
    query(strapi, (knex) =>
      knex(tableOf(strapi, contentType))
        .select('id', { title: columns.title, slug: columns.slug }, 'locale')
        .where('document_id', documentId)
        .orderBy('id')
    );

  const write = async (id: number, slug: string): Promise<void> => {
    await query(strapi, (knex) =>
      knex(tableOf(strapi, contentType))
        .where({ id })
        .update({ [columns.slug]: slug })
    );
  };

  const service = {
    /** The slug of something else that has a name, such as a tag. */
    fromName: slugFromName,

    /** A free slug for a title, which `owner` may have; stays free until the transaction ends. */
    async generate(title: string, owner?: SlugOwner): Promise<string> {
      const slug = slugFromTitle(title);
      return withSuffixIf(isReserved(slug) || (await isTaken(slug, owner)), slug);
    },

    /** The same for somebody who only looks: it may be taken by the time it is used. */
    async propose(title: string, owner?: SlugOwner): Promise<string> {
      const slug = slugFromTitle(title);
      return withSuffixIf(await isUnavailable(slug, owner), slug);
    },

    isFree: async (slug: string, owner?: SlugOwner) => !(await isUnavailable(slug, owner)),

    /** This slug, with a suffix if another publication has it. In a transaction, it stays free until that ends. */
    keep: async (slug: string, owner: SlugOwner): Promise<string> =>
      withSuffixIf(await isTaken(slug, owner), slug),

    /** Checks a chosen slug. @throws ValidationError on its field if another publication or the site has it */
    async reserve(slug: string, owner?: SlugOwner): Promise<string> {
      if (isReserved(slug) && !(await isOwn(slug, owner))) {
        throw fieldRefused([attributes.slug], 'The site has something else under this slug');
      }
      if (await isTaken(slug, owner)) {
        throw fieldRefused([attributes.slug], 'This slug is already taken by another work');
      }
      return slug;
    },

    /** Gives a slug to versions without one: that of the same locale, else one from the title. In a transaction. */
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

    /** Gives slugs of their own to the versions of a copy. To be called in a transaction. */
    async deduplicate(documentId: string): Promise<void> {
      for (const { id, slug, locale } of await findVersions(documentId)) {
        const owner = { documentId, locale };
        if (slug !== null && (await isTaken(slug, owner))) {
          await write(id, await service.generate(slug, owner));
        }
      }
    },

    /** Gives slugs to publications that somebody has written without one, past Strapi. */
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

/** Proposes in the panel the slugs that the site would give, and knows all that are taken. */
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
