import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { findLanguage } from './page/translations/language';

const WORK = 'api::work.work';
const message = 'language must be a language like de or zh-Hant (BCP 47)';

/**
 * Rejects an invalid language tag, from the bot and from editors, because browsers do not understand it. A work keeps
 * an invalid tag that it already has.
 */
export const validateLanguage = (strapi: Core.Strapi): void => {
  strapi.documents.use(async ({ uid, params }, next) => {
    const { documentId, data } = params as { documentId?: string; data?: { language?: unknown } };
    const language = data?.language;
    if (
      uid === WORK &&
      typeof language === 'string' &&
      language !== '' &&
      findLanguage(language) === null &&
      (await strapi.db.query(WORK).count({ where: { documentId, language } })) === 0
    ) {
      throw new errors.ValidationError(message, {
        errors: [{ path: ['language'], message, name: 'ValidationError' }],
      });
    }
    return next();
  });
};
