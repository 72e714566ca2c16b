import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../../core/config';
import type { DocumentMiddleware } from '../../../core/strapi/document-middleware';
import { asksForAll, type ListParams } from '../list-parameters';

import { createSearch, type Found } from './search';

const READS = ['findMany', 'count'];

/**
 * Narrows Strapi's search of drafts to those that may have the text, by an index. Strapi looks for it in them as ever.
 * Of very many a page is soon found by walking the list; they are counted by the index.
 */
export const createSearchByIndex = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);
  const search = _.once(() => createSearch(strapi));
  /** A page of the panel is read and counted at once. */
  const ofRequests = new WeakMap<object, Map<string, Promise<Found | undefined>>>();

  const find = (text: string): Promise<Found | undefined> => {
    const request = strapi.requestContext.get();
    if (request === undefined) return search()(text);
    const known = ofRequests.get(request) ?? new Map<string, Promise<Found | undefined>>();
    ofRequests.set(request, known);
    const found = known.get(text) ?? search()(text);
    known.set(text, found);
    return found;
  };

  return async (context, next) => {
    const params = context.params as ListParams;
    const { _q: text, status = 'draft' } = params;
    if (
      context.uid !== contentType ||
      !READS.includes(context.action) ||
      typeof text !== 'string' ||
      status !== 'draft' ||
      strapi.db.inTransaction()
    ) {
      return next();
    }
    const found = await find(text);
    if (found?.rows !== undefined) {
      params.filters = { $and: [...[params.filters ?? []].flat(), { id: { $in: found.rows } }] };
    } else if (found && context.action === 'count' && asksForAll({ ...params, _q: undefined })) {
      return found.about();
    }
    return next();
  };
};
