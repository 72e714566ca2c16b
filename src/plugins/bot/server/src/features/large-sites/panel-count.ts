import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import type { ReadMiddleware } from '../../core/writes/phases';
import { isLocalized } from '../../core/strapi/locales';

import { isAskedByPanel, statusesAskedFor } from './list-parameters';
import { createPublicationCount } from './count';

/** Answers the panel, which asks with each page of its list how many works there are. */
export const createPanelCount = (strapi: Core.Strapi): ReadMiddleware => {
  const { contentType } = botConfig(strapi);
  const counts = new Map<string, () => Promise<number>>();
  // A count of its own goes on behind the request, where a transaction would have ended.
  return (read, next) => {
    const statuses =
      read.action === 'count' &&
      isAskedByPanel(strapi) &&
      !strapi.db.inTransaction() &&
      !isLocalized(strapi, contentType) &&
      statusesAskedFor(read.params);
    if (!statuses) return next();
    const key = statuses.join();
    const count = counts.get(key) ?? createPublicationCount(strapi, statuses);
    counts.set(key, count);
    return count();
  };
};
