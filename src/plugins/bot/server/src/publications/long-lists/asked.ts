import _ from 'lodash';

/** What a list, or its count, is asked for. */
export interface ListParams {
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
export const asksForAll = ({ filters, status = 'draft', ...params }: ListParams): boolean =>
  status === 'draft' &&
  !params._q &&
  params.publicationFilter === undefined &&
  params.hasPublishedVersion === undefined &&
  isEmptyFilter(filters);
