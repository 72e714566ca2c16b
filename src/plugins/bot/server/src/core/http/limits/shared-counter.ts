import type { Core } from '@strapi/strapi';
import {
  RateLimiterMemory,
  RateLimiterMySQL,
  RateLimiterPostgres,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

interface Limit {
  name: string;
  /** How much may be consumed in a window. */
  points: number;
  /** Seconds. */
  duration: number;
}

/**
 * Makes a counter that all instances of the site share, by way of the database. On SQLite there
 * is one instance, and memory will do.
 * To be called while the site loads: it may create its table.
 */
export const createSharedCounter = (
  strapi: Core.Strapi,
  { name, points, duration }: Limit
): Promise<RateLimiterAbstract> => {
  const limit = { keyPrefix: name, points, duration };
  const { client } = strapi.db.dialect;
  if (client === 'sqlite') {
    return Promise.resolve(new RateLimiterMemory(limit));
  }
  const Counter = client === 'postgres' ? RateLimiterPostgres : RateLimiterMySQL;
  return new Promise((resolve, reject) => {
    const counter: RateLimiterAbstract = new Counter(
      {
        ...limit,
        storeClient: strapi.db.connection,
        storeType: 'knex',
        tableName: 'bot_rate_limits',
        schemaName: strapi.db.getSchemaName(),
        dbName: strapi.db.getInfo().displayName,
      },
      (error?: Error | null) => (error ? reject(error) : resolve(counter))
    );
  });
};
