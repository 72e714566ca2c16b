import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../config';
import type { DocumentMiddleware } from '../../strapi/document-middleware';
import { isLocalized } from '../locales';

import { createPublicationCount } from './count';

/** Where the panel reads its lists. */
const OF_THE_PANEL = /^\/content-manager\//;

interface CountParams {
  filters?: unknown;
  _q?: string;
  status?: string;
  publicationFilter?: unknown;
  hasPublishedVersion?: unknown;
}

/** Whether nothing is asked: `{}`, or an `$and` of nothing else. An `$in` of nothing asks for nothing at all. */
const isEmptyFilter = (filters: unknown): boolean =>
  filters == null ||
  (_.isPlainObject(filters) &&
    Object.entries(filters).every(
      ([name, all]) => name === '$and' && Array.isArray(all) && all.every(isEmptyFilter)
    ));

/** Whether all publications are asked for. */
const isOfAll = ({ filters, status = 'draft', ...params }: CountParams): boolean =>
  status === 'draft' &&
  !params._q &&
  params.publicationFilter === undefined &&
  params.hasPublishedVersion === undefined &&
  isEmptyFilter(filters);

/** Answers the panel, which asks with each page of its list how many works there are. */
export const createPanelCount = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);
  const count = _.once(() => createPublicationCount(strapi));
  const isPanel = (): boolean => OF_THE_PANEL.test(strapi.requestContext.get()?.path ?? '');
  // A count of its own goes on behind the request, where a transaction would have ended.
  return (context, next) =>
    context.uid === contentType &&
    context.action === 'count' &&
    isPanel() &&
    !strapi.db.inTransaction() &&
    !isLocalized(strapi, contentType) &&
    isOfAll(context.params)
      ? count()()
      : next();
};
