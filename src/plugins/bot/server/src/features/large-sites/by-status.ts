import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import type { DocumentMiddleware } from '../../core/strapi/document-middleware';
import { isLocalized } from '../publications/locales';
import { PUBLIC_VERSION, STATUS_ATTRIBUTE } from '../publications/status/columns';

import { isAskedByPanel, statusAskedFor, type ListParams } from './list-parameters';

const READS = ['findMany', 'count'];

/**
 * Lets the panel's list be filtered by status with an index. Strapi looks for each draft whether there is a public
 * version, and sorts all public versions. A row that somebody has written past Strapi is missing until it is marked.
 */
export const createListByStatus = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);
  return (context, next) => {
    const params = context.params as ListParams;
    const status =
      context.uid === contentType &&
      READS.includes(context.action) &&
      isAskedByPanel(strapi) &&
      !isLocalized(strapi, contentType) &&
      statusAskedFor(params);
    if (status) {
      const marked = { [STATUS_ATTRIBUTE]: status === 'published' ? PUBLIC_VERSION : status };
      params.filters = { $and: [...[params.filters ?? []].flat(), marked] };
      delete params.publicationFilter;
    }
    return next();
  };
};
