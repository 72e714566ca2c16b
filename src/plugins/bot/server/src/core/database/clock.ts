import type { Core } from '@strapi/strapi';

import type { Knex } from './connection';

type Raw = ReturnType<Knex['raw']>;

interface Clock {
  /** The time so many seconds from now. */
  now: (knex: Knex, seconds: number) => Raw;
  /** Milliseconds since 1970, for columns that hold such. */
  milliseconds: (knex: Knex) => Raw;
  /** The seconds from now until the time in a column. */
  secondsUntil: (knex: Knex, column: string) => Raw;
}

/** By dialect. Datetime columns hold UTC, and have no time zone. */
const CLOCKS: Record<string, Clock> = {
  // One process uses the database at a time, so its clock is the only one.
  sqlite: {
    now: (knex, seconds) => knex.raw('?', [Date.now() + seconds * 1000]),
    milliseconds: (knex) => knex.raw('?', [Date.now()]),
    secondsUntil: (knex, column) => knex.raw('(?? - ?) / 1000.0', [column, Date.now()]),
  },
  postgres: {
    now: (knex, seconds) =>
      knex.raw(`timezone('utc', clock_timestamp()) + make_interval(secs => ?)`, [seconds]),
    milliseconds: (knex) => knex.raw('floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint'),
    secondsUntil: (knex, column) =>
      knex.raw(`extract(epoch FROM ?? - timezone('utc', clock_timestamp()))`, [column]),
  },
  mysql: {
    now: (knex, seconds) => knex.raw('UTC_TIMESTAMP(6) + INTERVAL ? SECOND', [seconds]),
    milliseconds: (knex) =>
      knex.raw(`TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000`),
    secondsUntil: (knex, column) =>
      knex.raw('TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), ??) / 1000000', [column]),
  },
};

/**
 * The clock of the database, as SQL. Instances of a site may have clocks that differ by minutes;
 * what they agree on with one another goes by this one.
 */
export const databaseClock = (strapi: Core.Strapi): Clock => {
  const { client } = strapi.db.dialect;
  const clock = CLOCKS[client];
  if (clock === undefined) {
    throw new Error(`The time of a database of the kind ${client} is not known`);
  }
  return clock;
};
