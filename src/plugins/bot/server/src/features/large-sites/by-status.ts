import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import type { ReadMiddleware } from '../../core/writes/phases';
import { isLocalized } from '../../core/strapi/locales';
import { PUBLIC_VERSION, STATUS_ATTRIBUTE } from '../publications';

import { isAskedByPanel, statusAskedFor, type ListParams } from './list-parameters';

/**
 * Lets the panel's list be filtered by status with an index. Strapi looks for each draft whether there is a public
 * version, and sorts all public versions. A row that somebody has written past Strapi is missing until it is marked.
 */
export const createListByStatus = (strapi: Core.Strapi): ReadMiddleware => {
  const { contentType } = botConfig(strapi);
  return (read, next) => {
    const params = read.params as ListParams;
    const status =
      isAskedByPanel(strapi) && !isLocalized(strapi, contentType) && statusAskedFor(params);
    if (status) {
      const marked = { [STATUS_ATTRIBUTE]: status === 'published' ? PUBLIC_VERSION : status };
      params.filters = { $and: [...[params.filters ?? []].flat(), marked] };
      delete params.publicationFilter;
    }
    return next();
  };
};
