import { PUBLICATION_STATUSES, type PublicationStatus } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';

/** Matches paths of the panel's Content Manager. */
const OF_THE_PANEL = /^\/content-manager\//;

/** Whether the current request comes from the panel's Content Manager. */
export const isPanelRequest = (strapi: Core.Strapi): boolean =>
  OF_THE_PANEL.test(strapi.requestContext.get()?.path ?? '');

export interface ListParams {
  filters?: unknown;
  _q?: string;
  status?: string;
  publicationFilter?: unknown;
  hasPublishedVersion?: unknown;
}

/** Whether filters are empty: `{}`, or an `$and` of empty filters. An empty `$in` is not empty: it matches nothing. */
const isEmptyFilter = (filters: unknown): boolean =>
  filters == null ||
  (_.isPlainObject(filters) &&
    Object.entries(filters).every(
      ([name, all]) => name === '$and' && Array.isArray(all) && all.every(isEmptyFilter)
    ));

const asksForVersions = ({ filters, ...params }: ListParams): boolean =>
  !params._q && params.hasPublishedVersion === undefined && isEmptyFilter(filters);

/** Whether a list includes all publications, without filters or search. */
export const requestsAllStatuses = ({ status = 'draft', ...params }: ListParams): boolean =>
  status === 'draft' && params.publicationFilter === undefined && asksForVersions(params);

/**
 * The single status to which a list of publications is restricted, even if the list has other filters too; undefined
 * without this restriction.
 */
export const requestedStatus = ({
  status = 'draft',
  publicationFilter,
}: ListParams): PublicationStatus | undefined => {
  if (status === 'published' && publicationFilter === undefined) return 'published';
  return status === 'draft' && publicationFilter === 'never-published' ? 'draft' : undefined;
};

/**
 * The statuses that a list of publications includes completely; undefined if a search or another filter excludes some
 * publications.
 */
export const requestedStatuses = (params: ListParams): readonly PublicationStatus[] | undefined => {
  if (requestsAllStatuses(params)) return PUBLICATION_STATUSES;
  const status = requestedStatus(params);
  return status !== undefined && asksForVersions(params) ? [status] : undefined;
};
