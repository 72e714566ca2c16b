/**
 * Relies on: knex 3.0.1 (`client.driver`, `acquireRawConnection`, `connectionSettings`), pg 8.23 (`getStartupConf`;
 * documented: `defaults.parseInputDatesAsUTC`, `types.setTypeParser`), mysql2 3.24 (documented: `timezone`)
 * Breaks if: knex or pg rename these private members
 * Checked by: `tests/databases/time-zones.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { rowsOf } from '../../database/connection';
import { hasMethods, type Probe } from '../probe';

type StartupParameters = Record<string, unknown>;

interface PgDriver {
  Client: { prototype: { getStartupConf: (this: object) => StartupParameters } };
  defaults: { parseInputDatesAsUTC: boolean };
  types: {
    builtins: { TIMESTAMP: number; TIMESTAMPTZ: number };
    getTypeParser: (type: number) => (text: string) => unknown;
    setTypeParser: (type: number, parse: (text: string) => unknown) => void;
  };
}

interface Client {
  driver: PgDriver;
  connectionSettings: { timezone?: string };
  acquireRawConnection(): Promise<object>;
}

/** The steps that make a dialect use UTC. */
interface Zone {
  /** Configures the driver to use UTC. */
  configure: (client: Client) => void;
  /** Statement for each new connection, if the driver does not set the session's time zone. */
  session?: string;
}

/** Adds the time zone to the start-up parameters, which a pooler respects. A later SET may reach another connection. */
const beginInUtc = ({ prototype }: PgDriver['Client']): void => {
  const { getStartupConf } = prototype;
  prototype.getStartupConf = function (this: object): StartupParameters {
    return { ...getStartupConf.call(this), TimeZone: 'UTC' };
  };
};

const inUtc = new WeakSet<object>();

const ZONES: Record<string, Zone> = {
  postgres: {
    configure({ driver: { Client: Connection, defaults, types } }) {
      // All sites of a process share the driver.
      if (!inUtc.has(Connection)) beginInUtc(Connection);
      inUtc.add(Connection);
      const { TIMESTAMP, TIMESTAMPTZ } = types.builtins;
      const parse = types.getTypeParser(TIMESTAMPTZ);
      defaults.parseInputDatesAsUTC = true;
      types.setTypeParser(TIMESTAMP, (text) => parse(`${text}+00`));
    },
  },
  mysql: {
    configure(client) {
      const acquireRaw = client.acquireRawConnection.bind(client);
      client.acquireRawConnection = () => {
        client.connectionSettings.timezone = 'Z';
        return acquireRaw();
      };
    },
    session: `SET time_zone = '+00:00'`,
  },
};

/**
 * Stores all times as UTC, independent of the time zone of the process.
 *
 * Strapi's columns have no time zone, and drivers write local time: instances in different zones would read different
 * times, and one hour per year is ambiguous. Must be called before functions that watch new connections.
 */
export const keepTimesInUtc = ({ db }: Core.Strapi): void => {
  const zone = ZONES[db.dialect.client];
  if (zone === undefined) return;
  zone.configure(db.connection.client as Client);
  const { session } = zone;
  if (session === undefined) return;
  const initialize = db.dialect.initialize.bind(db.dialect);
  db.dialect.initialize = async (connection) => {
    await initialize(connection);
    await db.connection.raw(session).connection(connection);
  };
};

export const TIMES_IN_UTC: Probe = {
  name: 'times in UTC',
  reliesOn: 'dialect.initialize of @strapi/database, and the settings of the driver,',
  isPresent: ({ db: { connection, dialect } }) =>
    !(dialect.client in ZONES) ||
    (hasMethods(dialect, 'initialize') && hasMethods(connection.client, 'acquireRawConnection')),
  async verify({ db: { connection, dialect } }) {
    const type = { postgres: 'timestamp', mysql: 'datetime' }[String(dialect.client)];
    if (type === undefined) return true;
    const moment = `CAST(:moment AS ${type})`;
    const bindings = { moment: new Date('2026-07-01T12:00:00Z') };
    const [row] = rowsOf<{ read: Date; text: string }>(
      await connection.raw(
        `SELECT ${moment} AS "read", CAST(${moment} AS char(16)) AS "text"`,
        bindings
      )
    );
    return row?.read.getTime() === bindings.moment.getTime() && row.text === '2026-07-01 12:00';
  },
};
