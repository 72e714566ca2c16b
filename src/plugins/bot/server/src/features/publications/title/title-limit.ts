import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';

/** Characters that the column of a `string` holds on PostgreSQL and MySQL. */
const COLUMN_LENGTH = 255;

interface TitleAttribute {
  type: string;
  maxLength?: number;
  pluginOptions?: { bot?: { characters?: number } };
}

const titleOf = (strapi: Core.Strapi): TitleAttribute => {
  const { contentType, attributes } = botConfig(strapi);
  return Reflect.get(strapi.getModel(contentType).attributes, attributes.title);
};

/**
 * Makes the limit of a title one of characters, as its column has it. Strapi's validator counts
 * UTF-16 units, of which a character has two at most: it gets twice the number, and what the
 * schema said is kept beside it (`pluginOptions`, which the Content-Type Builder leaves alone).
 */
export const countTitleInCharacters = (strapi: Core.Strapi): void => {
  const title = titleOf(strapi);
  const known = title.pluginOptions?.bot?.characters;
  const limit =
    known !== undefined && title.maxLength === 2 * known ? known : (title.maxLength ?? Infinity);
  const held = title.type === 'string' ? Math.min(limit, COLUMN_LENGTH) : limit;
  if (held !== Infinity) {
    title.maxLength = 2 * held;
    title.pluginOptions = { ...title.pluginOptions, bot: { characters: held } };
  }
};

/** Characters of a title at most. */
export const titleLimit = (strapi: Core.Strapi): number =>
  titleOf(strapi).pluginOptions?.bot?.characters ?? Infinity;
