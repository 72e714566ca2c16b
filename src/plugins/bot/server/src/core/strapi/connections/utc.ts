/**
 * Leans on knex 3.0.1 (`client.driver` is the driver's module; a client opens a connection of its pool with
 * `acquireRawConnection` and `connectionSettings`), on `getStartupConf` of pg, and on settings that drivers document: `defaults.parseInputDatesAsUTC`
 * and `types.setTypeParser` of pg 8.23, `timezone` of mysql2 3.24. `tests/databases/time-zones.long.test.ts` notices a change.
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

/** What a dialect needs for times in UTC. */
interface Zone {
  /** How the driver is told. */
  tell: (client: Client) => void;
  /** Said to the server on each new connection, for what statements themselves make of times, if the driver does not. */
  session?: string;
}

/** Has each connection begin in UTC. A pooler keeps this parameter, where a later SET may reach another connection. */
const beginInUtc = ({ prototype }: PgDriver['Client']): void => {
  const { getStartupConf } = prototype;
  prototype.getStartupConf = function (this: object): StartupParameters {
    return { ...getStartupConf.call(this), TimeZone: 'UTC' };
  };
};

const inUtc = new WeakSet<object>();

const ZONES: Record<string, Zone> = {
  postgres: {
    tell({ driver: { Client: Connection, defaults, types } }) {
      // The driver is one for all sites of a process.
      if (!inUtc.has(Connection)) beginInUtc(Connection);
      inUtc.add(Connection);
      const { TIMESTAMP, TIMESTAMPTZ } = types.builtins;
      const parse = types.getTypeParser(TIMESTAMPTZ);
      defaults.parseInputDatesAsUTC = true;
      types.setTypeParser(TIMESTAMP, (text) => parse(`${text}+00`));
    },
  },
  mysql: {
    tell(client) {
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
 * Stores all times as UTC, whatever the time zone of the process.
 *
 * Strapi's columns have no zone, and drivers write the local time of the process: instances with different
 * zones would read different moments, and an hour repeats in autumn. Call it before what watches new
 * connections.
 */
export const keepTimesInUtc = ({ db }: Core.Strapi): void => {
  const zone = ZONES[db.dialect.client];
  if (zone === undefined) {
    return;
  }
  zone.tell(db.connection.client as Client);
  const { session } = zone;
  if (session === undefined) {
    return;
  }
  const initialize = db.dialect.initialize.bind(db.dialect);
  db.dialect.initialize = async (connection) => {
    await initialize(connection);
    await db.connection.raw(session).connection(connection);
  };
};

export const TIMES_IN_UTC: Probe = {
  name: 'times in UTC',
  leansOn: 'dialect.initialize of @strapi/database, and the settings of the driver,',
  isThere: ({ db: { connection, dialect } }) =>
    !(dialect.client in ZONES) ||
    (hasMethods(dialect, 'initialize') && hasMethods(connection.client, 'acquireRawConnection')),
  async works({ db: { connection, dialect } }) {
    const type = { postgres: 'timestamp', mysql: 'datetime' }[String(dialect.client)];
    if (type === undefined) return true;
    const moment = `CAST(:moment AS ${type})`;
    const given = { moment: new Date('2026-07-01T12:00:00Z') };
    const [row] = rowsOf<{ read: Date; text: string }>(
      await connection.raw(
        `SELECT ${moment} AS "read", CAST(${moment} AS char(16)) AS "text"`,
        given
      )
    );
    return row?.read.getTime() === given.moment.getTime() && row.text === '2026-07-01 12:00';
  },
};
