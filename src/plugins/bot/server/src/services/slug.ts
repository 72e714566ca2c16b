import { randomInt } from 'node:crypto';

import { errors } from '@strapi/utils';
import type { Core } from '@strapi/strapi';

import { query, tableOf } from '../database/connection';
import { holdLock } from '../database/locks';
import { slugify } from '../text/slugify';

import { botConfig } from './lookup';

/** Characters of a slug made from a title, before a suffix. */
const LENGTH = 180;
/** What a title without a single letter or digit that can be transliterated becomes. */
const FALLBACK = 'work';

/**
 * Six random characters rather than the next free number: finding that costs more with each
 * work of the same title, and tells readers how many there are.
 */
const randomSuffix = (): string =>
  randomInt(36 ** 6)
    .toString(36)
    .padStart(6, '0');

/** Makes a slug from a title: transliterated, lower case, cut at a word. */
export const slugFromTitle = (title: string): string => {
  const slug = slugify(title, { separator: '-', lowercase: true });
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

/** Finds slugs that no other publication has. */
export const createSlugService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType } = botConfig(strapi);

  const isTaken = async (slug: string, documentId: string | undefined): Promise<boolean> => {
    await holdLock(strapi, 'slug', slug);
    const row: unknown = await query(strapi, (knex) => {
      const others = knex(tableOf(strapi, contentType)).where({ slug }).first('id');
      return documentId === undefined ? others : others.whereNot('document_id', documentId);
    });
    return row !== undefined;
  };

  return {
    /**
     * A free slug for a title; `documentId` names the document that may have it already.
     * In a transaction, it stays free until that ends.
     */
    async free(title: string, documentId?: string): Promise<string> {
      const slug = slugFromTitle(title);
      return (await isTaken(slug, documentId)) ? `${slug}-${randomSuffix()}` : slug;
    },

    /**
     * Checks a slug that somebody chose.
     * @throws ValidationError on the field `slug` if another publication has it
     */
    async claim(slug: string, documentId?: string): Promise<string> {
      if (await isTaken(slug, documentId)) {
        const message = 'This slug is already taken by another work';
        throw new errors.ValidationError(message, {
          errors: [{ path: ['slug'], message, name: 'ValidationError' }],
        });
      }
      return slug;
    },
  };
};

export type SlugService = ReturnType<typeof createSlugService>;
