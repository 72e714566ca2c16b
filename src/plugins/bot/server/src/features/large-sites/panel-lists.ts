import { PUBLICATION_STATUSES, type PublicationStatus } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { knexOf, tableOf, type Knex } from '../../core/database/connection';
import { isLocalized } from '../../core/strapi/locales';
import { narrow, type ReadMiddleware } from '../../core/writes/phases';
import { PUBLIC_VERSION, STATUS_ATTRIBUTE, STATUS_COLUMN } from '../publications';

import {
  isPanelRequest,
  requestedStatus,
  requestedStatuses,
  type ListParams,
} from './list-parameters';

/** Maximum number of publications that are counted exactly for each request. */
const EXACT = 10_000;
/** Milliseconds that a count of very many publications is cached. */
const FRESH_MILLISECONDS = 60_000;

/**
 * Creates a function that counts publications with some statuses: exactly up to 10,000, above that with a cache of
 * about a minute. Counting a million for each page of the list takes longer than reading the page.
 */
const createPublicationCount = (strapi: Core.Strapi, statuses: readonly PublicationStatus[]) => {
  const table = tableOf(strapi, botConfig(strapi).contentType);
  let known: { count: number; at: number } | undefined;
  let counting: Promise<number> | undefined;

  const count = async (choose: (knex: Knex) => ReturnType<Knex>): Promise<number> => {
    const row: { count?: number | string } | undefined = await choose(knexOf(strapi))
      .count({ count: '*' })
      .first();
    return Number(row?.count);
  };
  const marked = () => knexOf(strapi)(table).whereIn(STATUS_COLUMN, statuses);
  /** Query for the rows to count. For all statuses, also includes drafts that have no status yet. */
  const all = () =>
    statuses.length < PUBLICATION_STATUSES.length
      ? marked()
      : knexOf(strapi)(table).whereNull('published_at');

  const recount = (): Promise<number> => {
    counting ??= count(marked)
      .then((found) => {
        known = { count: found, at: Date.now() };
        return found;
      })
      .finally(() => {
        counting = undefined;
      });
    return counting;
  };

  return async (): Promise<number> => {
    const few = await count((knex) =>
      knex(
        all()
          .select('id')
          .limit(EXACT + 1)
          .as('few')
      )
    );
    if (few <= EXACT) return few;
    if (known === undefined) return Math.max(await recount(), few);
    if (known.at + FRESH_MILLISECONDS < Date.now()) {
      recount().catch((error: unknown) => void strapi.log.warn(error));
    }
    return Math.max(known.count, few);
  };
};

/**
 * Read middleware that answers count queries of the panel's Content Manager, which requests a count with each list
 * page.
 */
export const createPanelCount = (strapi: Core.Strapi): ReadMiddleware => {
  const { contentType } = botConfig(strapi);
  const counts = new Map<string, () => Promise<number>>();
  // A transaction is excluded, because a recount may continue after its end.
  return (read, next) => {
    const statuses =
      read.action === 'count' &&
      isPanelRequest(strapi) &&
      !strapi.db.inTransaction() &&
      // Localized types are excluded, because their lists depend on the locale.
      !isLocalized(strapi, contentType) &&
      requestedStatuses(read.params);
    if (!statuses) return next();
    const key = statuses.join();
    const count = counts.get(key) ?? createPublicationCount(strapi, statuses);
    counts.set(key, count);
    return count();
  };
};

/**
 * Read middleware that filters the panel's list by status with an index. Strapi would check each draft for a published
 * version, and sort all published versions. Rows inserted with SQL are missing until they get their status.
 */
export const createListByStatus = (strapi: Core.Strapi): ReadMiddleware => {
  const { contentType } = botConfig(strapi);
  return (read, next) => {
    const params = read.params as ListParams;
    const status =
      isPanelRequest(strapi) && !isLocalized(strapi, contentType) && requestedStatus(params);
    if (status) {
      narrow(read, { [STATUS_ATTRIBUTE]: status === 'published' ? PUBLIC_VERSION : status });
      delete params.publicationFilter;
    }
    return next();
  };
};

const SORT = /^(\w+):(asc|desc)$/i;

/** Appends the ID to a sort by one attribute, in the same direction. */
const withId = (sort: unknown): unknown => {
  const [only, ...others]: unknown[] = [sort].flat();
  const [, name, direction] =
    typeof only === 'string' && others.length === 0 ? (SORT.exec(only) ?? []) : [];
  return name === undefined || name === 'id' || name === 'status'
    ? sort
    : [`${name}:${String(direction)}`, `id:${String(direction)}`];
};

/**
 * Read middleware that lets an index sort the panel's list. Strapi orders equal values by ascending ID even in
 * descending lists; no index has this order, and MySQL sorts all rows.
 */
export const sortAsIndexes: ReadMiddleware = (read, next) => {
  const params = read.params as { sort?: unknown };
  if (read.action === 'findMany' && params.sort !== undefined) params.sort = withId(params.sort);
  return next();
};
