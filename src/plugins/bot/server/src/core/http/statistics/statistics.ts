import type { ErrorCode } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { serviceOf } from '../../service';
import { transaction } from '../../database/connection';
import { holdLock } from '../../database/locks';
import { createState } from '../../database/state';

import { NO_REQUESTS, addCounts, hourOf, type RequestCounts } from './counts';

/** How often an instance writes down what it has counted. */
const INTERVAL_MILLISECONDS = 10_000;

/** Refusals of whoever has not shown the bot's token. */
const OF_STRANGERS: ReadonlySet<ErrorCode | undefined> = new Set([
  'token-missing',
  'token-invalid',
  'too-many-wrong-tokens',
  'malformed-request',
]);

const nothing = (): RequestCounts => ({ ...NO_REQUESTS, hours: {} });

/**
 * Counts requests in memory, and adds what it has counted to what the site's instances know in
 * common from time to time: no request waits for it, and a crash loses the last seconds.
 */
export const createRequestStatisticsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const counts = createState<RequestCounts>(strapi, 'requests');
  let counted = nothing();
  let timer: NodeJS.Timeout | undefined;

  const stored = async (): Promise<RequestCounts> => (await counts.get()) ?? NO_REQUESTS;

  const write = async (): Promise<void> => {
    if (Object.keys(counted.hours).length === 0) {
      return;
    }
    const added = counted;
    counted = nothing();
    try {
      await transaction(strapi, async () => {
        await holdLock(strapi, 'start', 'request-statistics');
        await counts.set(addCounts(await stored(), added, Date.now()));
      });
    } catch (error) {
      counted = addCounts(counted, added, Date.now());
      throw error;
    }
  };

  const writeOrLog = (): Promise<void> =>
    write().catch((error: unknown) => void strapi.log.warn(error));

  return {
    start(): void {
      timer = setInterval(() => void writeOrLog(), INTERVAL_MILLISECONDS).unref();
    },

    /** Writes down the rest. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await writeOrLog();
    },

    /**
     * Counts a request that was answered.
     * @param code undefined if it was not refused
     */
    note(code: ErrorCode | undefined): void {
      const now = Date.now();
      const name = hourOf(now);
      const hour = (counted.hours[name] ??= { requests: 0, refused: {} });
      hour.requests += 1;
      if (code !== undefined) {
        hour.refused[code] = (hour.refused[code] ?? 0) + 1;
      }
      if (!OF_STRANGERS.has(code)) {
        counted.lastRequestAt = now;
        if (code === undefined) counted.lastSuccessAt = now;
      }
    },

    /** What all instances have counted; of the others, until some seconds ago. */
    async read(): Promise<RequestCounts> {
      return addCounts(await stored(), counted, Date.now());
    },
  };
};

export const getRequestStatisticsService =
  serviceOf<typeof createRequestStatisticsService>('requestStatistics');
