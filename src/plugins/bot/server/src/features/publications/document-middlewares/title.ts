import { isLongerThan, oneLine } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import type { DocumentMiddleware } from '../../../core/strapi/document-middleware';
import { fieldRefused } from '../../../core/strapi/errors';

import { titleLimit } from './title-limit';

/**
 * Takes control characters out of a title, whoever writes it, and refuses one that has more
 * characters than its type allows, in the words of Strapi's own validator, which cannot count
 * characters.
 */
export const createTitleRule = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType, attributes } = botConfig(strapi);
  const name = attributes.title;

  return async (context, next) => {
    if (context.uid === contentType && 'data' in context.params) {
      const data = Object(context.params.data) as Record<string, unknown>;
      const title = data[name];
      if (typeof title === 'string') {
        const line = oneLine(title);
        const limit = titleLimit(strapi);
        if (isLongerThan(line, limit)) {
          throw fieldRefused([name], `${name} must be at most ${limit} characters`);
        }
        data[name] = line;
      }
    }
    return next();
  };
};
