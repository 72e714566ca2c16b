import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import type { ReadMiddleware } from '../../../core/writes/phases';
import { asksForAll, type ListParams } from '../list-parameters';

import { createSearch, type Found } from './search';

/**
 * Narrows Strapi's search of drafts to those that may have the text, by an index. Strapi looks for it in them as ever.
 * Of very many a page is soon found by walking the list; they are counted by the index.
 */
export const createSearchByIndex = (strapi: Core.Strapi): ReadMiddleware => {
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

  return async (read, next) => {
    const params = read.params as ListParams;
    const { _q: text, status = 'draft' } = params;
    if (typeof text !== 'string' || status !== 'draft' || strapi.db.inTransaction()) {
      return next();
    }
    const found = await find(text);
    if (found?.rows !== undefined) {
      params.filters = { $and: [...[params.filters ?? []].flat(), { id: { $in: found.rows } }] };
    } else if (found && read.action === 'count' && asksForAll({ ...params, _q: undefined })) {
      return found.about();
    }
    return next();
  };
};
