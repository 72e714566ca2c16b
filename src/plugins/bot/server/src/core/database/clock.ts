import type { Core } from '@strapi/strapi';

import type { Knex } from './connection';

type Raw = ReturnType<Knex['raw']>;

/** A fragment of SQL with its bindings. */
interface Expression {
  sql: string;
  values: number[];
}

interface DialectClock {
  /** SQL for the time in this number of seconds. */
  after: (seconds: number) => Expression;
  /** SQL for the current time in milliseconds since 1970. */
  milliseconds: (knex: Knex) => Raw;
  /** SQL for the seconds from now until the time in a column. */
  secondsUntil: (knex: Knex, column: string) => Raw;
}

interface Clock extends DialectClock {
  /** SQL for the time in this number of seconds, for the query builder. */
  now: (knex: Knex, seconds: number) => Raw;
}

/** Clocks, keyed by dialect. Datetime columns store UTC without a time zone. */
const CLOCKS: Record<string, DialectClock> = {
  // A SQLite database is used by only one process, whose own clock suffices.
  sqlite: {
    after: (seconds) => ({ sql: '?', values: [Date.now() + seconds * 1000] }),
    milliseconds: (knex) => knex.raw('?', [Date.now()]),
    secondsUntil: (knex, column) => knex.raw('(?? - ?) / 1000.0', [column, Date.now()]),
  },
  postgres: {
    after: (seconds) => ({
      sql: `timezone('utc', clock_timestamp()) + make_interval(secs => ?)`,
      values: [seconds],
    }),
    milliseconds: (knex) => knex.raw('floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint'),
    secondsUntil: (knex, column) =>
      knex.raw(`extract(epoch FROM ?? - timezone('utc', clock_timestamp()))`, [column]),
  },
  mysql: {
    after: (seconds) => ({ sql: 'UTC_TIMESTAMP(6) + INTERVAL ? SECOND', values: [seconds] }),
    milliseconds: (knex) =>
      knex.raw(`TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000`),
    secondsUntil: (knex, column) =>
      knex.raw('TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), ??) / 1000000', [column]),
  },
};

/** SQL for the database's clock, which all instances share. Their own clocks may differ by minutes. */
export const databaseClock = (strapi: Core.Strapi): Clock => {
  const { client } = strapi.db.dialect;
  const clock = CLOCKS[client];
  if (clock === undefined) {
    throw new Error(`The time of a database of the kind ${client} is not known`);
  }
  return {
    ...clock,
    now(knex, seconds) {
      const { sql, values } = clock.after(seconds);
      return knex.raw(sql, values);
    },
  };
};
