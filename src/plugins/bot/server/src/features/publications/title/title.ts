import { isLongerThan, oneLine } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { fieldRefused } from '../../../core/strapi/errors';
import type { WritePhases } from '../../../core/writes/phases';

/** Length of a `string` column on PostgreSQL and MySQL, in characters. */
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
 * Sets the maximum length of titles in characters, the unit of the database column. Strapi's validator counts UTF-16
 * units, at most two for a character, so the validator gets the doubled limit; the original limit stays in
 * `pluginOptions`, which the Content-Type Builder keeps.
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

const titleLimit = (strapi: Core.Strapi): number =>
  titleOf(strapi).pluginOptions?.bot?.characters ?? Infinity;

/**
 * Removes control characters from titles at every write, and rejects a title with too many characters with the message
 * of Strapi's validator, which cannot count characters.
 */
export const createTitleRule = (strapi: Core.Strapi): WritePhases => {
  const { title: name } = botConfig(strapi).attributes;

  return {
    complete({ params: { data } }) {
      const title = data?.[name];
      if (data !== undefined && typeof title === 'string') {
        const line = oneLine(title);
        const limit = titleLimit(strapi);
        if (isLongerThan(line, limit)) {
          throw fieldRefused([name], `${name} must be at most ${limit} characters`);
        }
        data[name] = line;
      }
    },
  };
};
