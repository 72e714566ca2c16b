import type { ErrorCode, RefusedRequest, RequestCounts } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import _ from 'lodash';

import { transaction } from '../database/connection';
import { holdLock } from '../database/locks';
import { createState } from '../database/state';
import { codeOf } from '../protocol/errors';
import { serviceOf } from '../service';
import { createPeriodicWorker } from '../strapi/background-loop';

/** Milliseconds between two writes of an instance's request counts to the database. */
const INTERVAL_MILLISECONDS = 10_000;
const HOUR_MILLISECONDS = 3_600_000;
/** Number of hours for which request counts are stored: enough for today and yesterday in any time zone. */
const HOURS_KEPT = 48;
/**
 * Number of hours for which counts of refused requests are stored: enough for today and the 30 days before, in any time
 * zone.
 */
const REJECTED_HOURS_KEPT = 31 * 24;

/** Codes of the errors with which requests without a valid token are refused. */
const OF_STRANGERS: ReadonlySet<ErrorCode | undefined> = new Set([
  'token-missing',
  'token-invalid',
  'too-many-wrong-tokens',
  'malformed-request',
]);

/**
 * Maximum numbers of refused requests that are stored, for the bot and for requests without a valid token. Separate, so
 * that strangers cannot displace the bot's refused requests.
 */
const REMEMBERED = { bot: 200, strangers: 50 };
/** Maximum number of characters stored of a path or message. */
const TOLD = 255;

const newest = (refused: RefusedRequest[]): RefusedRequest[] => {
  const [strangers, bot] = _.partition(refused, ({ data }) =>
    OF_STRANGERS.has(data.code as ErrorCode)
  );
  return _.sortBy(
    [..._.takeRight(strangers, REMEMBERED.strangers), ..._.takeRight(bot, REMEMBERED.bot)],
    'timestamp'
  );
};

const nothing = (): RequestCounts => ({
  lastRequestAt: null,
  lastSuccessAt: null,
  hours: {},
  rejected: {},
});

const hourOf = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 'YYYY-MM-DDTHH'.length);

/** Merge function: takes the later of two times and the sum of two counts. */
const addValue = (one: unknown, other: unknown, key: string): unknown => {
  if (typeof one !== 'number' || typeof other !== 'number') return other === null ? one : undefined;
  return key.endsWith('At') ? Math.max(one, other) : one + other;
};

/** Keeps only the counts of the last `hours` hours. */
const lastHours = <Count>(counts: Record<string, Count>, hours: number): Record<string, Count> => {
  const first = hourOf(Date.now() - hours * HOUR_MILLISECONDS);
  return _.pickBy(counts, (_count, hour) => hour >= first);
};

/** Adds the counts of two instances or periods, without those of hours that are no longer stored. */
const addCounts = (one: RequestCounts, other: RequestCounts): RequestCounts => {
  const sum: RequestCounts = _.mergeWith(nothing(), one, other, addValue);
  return {
    ...sum,
    hours: lastHours(sum.hours, HOURS_KEPT),
    rejected: lastHours(sum.rejected, REJECTED_HOURS_KEPT),
  };
};

/**
 * Counts requests in memory and regularly adds the counts to the site's totals in the database. Requests never wait for
 * this; a crash loses the last seconds.
 */
export const createRequestStatisticsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const counts = createState<RequestCounts>(strapi, 'requests');
  const refusals = createState<RefusedRequest[]>(strapi, 'refused-requests');
  let counted = nothing();
  let refused: RefusedRequest[] = [];

  const stored = async (): Promise<RequestCounts> => (await counts.get()) ?? nothing();

  const write = async (): Promise<void> => {
    if (Object.keys(counted.hours).length === 0) return;
    const [added, addedRefused] = [counted, refused];
    counted = nothing();
    refused = [];
    try {
      await transaction(strapi, async () => {
        await holdLock(strapi, 'start', 'request-statistics');
        await counts.set(addCounts(await stored(), added));
        if (addedRefused.length > 0) {
          await refusals.set(newest([...((await refusals.get()) ?? []), ...addedRefused]));
        }
      });
    } catch (error) {
      counted = addCounts(counted, added);
      refused = newest([...addedRefused, ...refused]);
      throw error;
    }
  };
  const writing = createPeriodicWorker(strapi, INTERVAL_MILLISECONDS, write);

  return {
    start: () => writing.start(),

    /** Stops the regular writes of request counts to the database, and writes the remaining counts. */
    async stop(timeoutMilliseconds: number): Promise<void> {
      await writing.stop(timeoutMilliseconds);
      await write().catch((error: unknown) => void strapi.log.warn(error));
    },

    /** Counts an answered request. @param code undefined if the request succeeded */
    note(code: ErrorCode | undefined): void {
      const now = Date.now();
      const name = hourOf(now);
      const hour = (counted.hours[name] ??= { requests: 0, refused: {} });
      hour.requests += 1;
      if (code !== undefined) {
        hour.refused[code] = (hour.refused[code] ?? 0) + 1;
        counted.rejected[name] = (counted.rejected[name] ?? 0) + 1;
      }
      if (!OF_STRANGERS.has(code)) {
        counted.lastRequestAt = now;
        if (code === undefined) counted.lastSuccessAt = now;
      }
    },

    noteRefused({ method, path, state }: Context, code: ErrorCode, message: string): void {
      const data = { method, path: path.slice(0, TOLD), code, message: message.slice(0, TOLD) };
      const id = String((state as { requestId?: string }).requestId);
      const timestamp = new Date().toISOString();
      refused = newest([...refused, { id, type: 'request.refused', timestamp, data }]);
    },

    /** The stored refused requests, oldest first. */
    refused: async (): Promise<RefusedRequest[]> =>
      newest([...((await refusals.get()) ?? []), ...refused]),

    /** Request counts of all instances. Counts of other instances are some seconds old. */
    read: async (): Promise<RequestCounts> => addCounts(await stored(), counted),
  };
};

export const getRequestStatisticsService =
  serviceOf<typeof createRequestStatisticsService>('requestStatistics');

/** Counts an answered request. @returns the error code, if it was refused */
export const countRequest = (strapi: Core.Strapi, ctx: Context): ErrorCode | undefined => {
  const { error } = Object(ctx.body) as { error?: { message?: string } };
  const code = ctx.status < 400 ? undefined : (codeOf(error) ?? 'internal-error');
  const statistics = getRequestStatisticsService(strapi);
  statistics.note(code);
  if (code !== undefined) statistics.noteRefused(ctx, code, error?.message ?? '');
  return code;
};
