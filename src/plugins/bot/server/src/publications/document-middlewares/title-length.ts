import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import { isLongerThan } from '../../protocol/text/characters';
import type { DocumentMiddleware } from '../../strapi/document-middleware';
import { fieldRefused } from '../../strapi/errors';

import { titleLimit } from './title-limit';

/**
 * Refuses a title that has more characters than its type allows, whoever writes it, in the words
 * of Strapi's own validator, which cannot count characters.
 */
export const createTitleLength = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType, attributes } = botConfig(strapi);
  const name = attributes.title;

  return async (context, next) => {
    if (context.uid === contentType && 'data' in context.params) {
      const title: unknown = Reflect.get(Object(context.params.data), name);
      const limit = titleLimit(strapi);
      if (typeof title === 'string' && isLongerThan(title, limit)) {
        throw fieldRefused([name], `${name} must be at most ${limit} characters`);
      }
    }
    return next();
  };
};
