import type { Core } from '@strapi/strapi';

/** A fragment of SQL with its bindings. */
interface Expression {
  sql: string;
  values: (number | string)[];
}

interface DialectClock {
  /** SQL for the current time plus this number of seconds. */
  after: (seconds: number) => Expression;
  /** SQL for the current time in milliseconds since 1970. */
  milliseconds: () => Expression;
  /** SQL for the seconds from now until the time in a column. */
  secondsUntil: (column: string) => Expression;
}

/** SQL for the current time, keyed by database dialect. Datetime columns store UTC without a time zone. */
const CLOCKS: Record<string, DialectClock> = {
  // A SQLite database is used by only one process, whose own clock suffices.
  sqlite: {
    after: (seconds) => ({ sql: '?', values: [Date.now() + seconds * 1000] }),
    milliseconds: () => ({ sql: '?', values: [Date.now()] }),
    secondsUntil: (column) => ({ sql: '(?? - ?) / 1000.0', values: [column, Date.now()] }),
  },
  postgres: {
    after: (seconds) => ({
      sql: `timezone('utc', clock_timestamp()) + make_interval(secs => ?)`,
      values: [seconds],
    }),
    milliseconds: () => ({
      sql: 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
      values: [],
    }),
    secondsUntil: (column) => ({
      sql: `extract(epoch FROM ?? - timezone('utc', clock_timestamp()))`,
      values: [column],
    }),
  },
  mysql: {
    after: (seconds) => ({ sql: 'UTC_TIMESTAMP(6) + INTERVAL ? SECOND', values: [seconds] }),
    milliseconds: () => ({
      sql: `TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000`,
      values: [],
    }),
    secondsUntil: (column) => ({
      sql: 'TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), ??) / 1000000',
      values: [column],
    }),
  },
};

/**
 * SQL expressions of the database's clock, which all instances share. The clocks of the instances may differ by
 * minutes.
 */
export const databaseClock = (strapi: Core.Strapi) => {
  const { client } = strapi.db.dialect;
  const clock = CLOCKS[client];
  if (clock === undefined) {
    throw new Error(`The time of a database of the kind ${client} is not known`);
  }
  const toRaw = ({ sql, values }: Expression) => strapi.db.connection.raw(sql, values);
  return {
    after: clock.after,
    /** SQL for the current time plus this number of seconds, for the query builder. */
    now: (seconds: number) => toRaw(clock.after(seconds)),
    milliseconds: () => toRaw(clock.milliseconds()),
    secondsUntil: (column: string) => toRaw(clock.secondsUntil(column)),
  };
};
