import { PUBLICATION_STATUSES, type PublicationStatus } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { query, tableOf, type Knex } from '../../core/database/connection';
import { isLocalized } from '../../core/strapi/locales';
import { narrow, type ReadMiddleware } from '../../core/writes/phases';
import { PUBLIC_VERSION, STATUS_ATTRIBUTE, STATUS_COLUMN } from '../publications';

import {
  isAskedByPanel,
  statusAskedFor,
  statusesAskedFor,
  type ListParams,
} from './list-parameters';

/** Up to so many, works are counted each time. */
const EXACT = 10_000;
/** How long a number of very many is good enough. */
const FRESH_MILLISECONDS = 60_000;

/**
 * How many publications of some statuses there are: as many as there are up to 10,000; of more, as many as there
 * were about a minute ago. To count a million on each page of the panel's list takes longer than to find the page.
 */
const createPublicationCount = (strapi: Core.Strapi, statuses: readonly PublicationStatus[]) => {
  const table = tableOf(strapi, botConfig(strapi).contentType);
  let known: { count: number; at: number } | undefined;
  let counting: Promise<number> | undefined;

  const count = async (choose: (knex: Knex) => ReturnType<Knex>): Promise<number> => {
    const row: { count?: number | string } | undefined = await query(strapi, (knex) =>
      choose(knex).count({ count: '*' }).first()
    );
    return Number(row?.count);
  };
  const marked = (knex: Knex) => knex(table).whereIn(STATUS_COLUMN, statuses);
  /** With rows that somebody has written past Strapi and that are not marked yet. */
  const all = (knex: Knex) =>
    statuses.length < PUBLICATION_STATUSES.length
      ? marked(knex)
      : knex(table).whereNull('published_at');

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
        all(knex)
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
      // There a list has a locale.
      !isLocalized(strapi, contentType) &&
      statusesAskedFor(read.params);
    if (!statuses) return next();
    const key = statuses.join();
    const count = counts.get(key) ?? createPublicationCount(strapi, statuses);
    counts.set(key, count);
    return count();
  };
};

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
      narrow(read, { [STATUS_ATTRIBUTE]: status === 'published' ? PUBLIC_VERSION : status });
      delete params.publicationFilter;
    }
    return next();
  };
};

const SORT = /^(\w+):(asc|desc)$/i;

/** A list that is sorted by one attribute, with works of the same value in the same direction. */
const withId = (sort: unknown): unknown => {
  const [only, ...others]: unknown[] = [sort].flat();
  const [, name, direction] =
    typeof only === 'string' && others.length === 0 ? (SORT.exec(only) ?? []) : [];
  return name === undefined || name === 'id' || name === 'status'
    ? sort
    : [`${name}:${String(direction)}`, `id:${String(direction)}`];
};

/**
 * Lets a page of the panel's list be a stretch of an index. Strapi puts works of the same value into the order
 * of their rows, upwards, also where the list goes down; no index is in such an order, and MySQL sorts all works.
 */
export const sortAsIndexes: ReadMiddleware = (read, next) => {
  const params = read.params as { sort?: unknown };
  if (read.action === 'findMany' && params.sort !== undefined) params.sort = withId(params.sort);
  return next();
};
