import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import type { Core } from '@strapi/strapi';
import supertest from 'supertest';

import { createBot, type Bot } from './bot';
import { bootSite, startSite, type Site, type SiteOptions } from './site';
import { withDatabase, type Database } from './sqlite-file';

/** The site that the test files of a worker share, and its state when it was new. */
interface SharedSite {
  site: Site;
  /** Path of a copy of the site's database from before the first test. */
  copy: string;
  parts: Record<string, unknown>;
  /** Name of the test file that uses the site, or used it last. */
  user: string;
}

/** Objects that `environment-with-node.cjs` passes from one test file to the next. */
declare const outside: {
  globalThis: typeof globalThis;
  kept: { shared?: SharedSite; stop?: () => Promise<void> };
};

/** Functions and settings that a test may replace. */
const partsOf = ({ strapi }: Site): Record<string, unknown> => {
  const { config, db, documents, eventHub, log, server } = strapi;
  const { bot, upload } = strapi.plugins as Record<string, { services: object }>;
  const owners = { strapi, db, documents, eventHub, log, server, ...upload, ...bot?.services };
  const parts: Record<string, unknown> = {};
  for (const [owner, members] of Object.entries(owners)) {
    for (const [name, member] of Object.entries(Object(members) as object)) {
      if (typeof member === 'function') parts[`${owner}.${name}`] = member;
    }
  }
  for (const name of Object.keys(config).filter((it) => it.startsWith('plugin::'))) {
    parts[`settings of ${name}`] = JSON.stringify(config.get(name));
  }
  return parts;
};

/** Rejects subscriptions, because a running Strapi cannot list its subscribers. */
const refuseSubscribers = ({ db, eventHub }: Core.Strapi): void => {
  const refuse = () => {
    throw new Error('A file whose tests subscribe needs useOwnSite()');
  };
  Object.assign(db.lifecycles, { subscribe: refuse });
  Object.assign(eventHub, { on: refuse, once: refuse, subscribe: refuse });
};

/** Conditions for rows, by table, that the site writes on its own. They are ignored in the comparison. */
const OWN_NOTES: Record<string, string> = {
  bot_states: 'TRUE',
  // Strapi counts its files 15 seconds after its first start.
  strapi_core_store_settings: `"key" = 'plugin_upload_metrics'`,
};

/** Query for the names of all ordinary tables. */
const TABLES = `SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`;

/** Runs `work` on the site's database with the copy of the new database attached. */
const withCopyLock = <Result>(
  { site, copy }: SharedSite,
  work: (database: Database, tables: string[]) => Result
): Promise<Result> =>
  withDatabase(site.databaseFile, (database) => {
    database.exec(`PRAGMA foreign_keys = OFF; ATTACH '${copy}' AS copy`);
    return work(
      database,
      (database.prepare(TABLES).all() as { name: string }[]).map(({ name }) => name)
    );
  });

/** Differences from a new site: functions and settings, rows, stored files. */
const differencesOf = async (shared: SharedSite): Promise<string[]> => {
  const now = partsOf(shared.site);
  const parts = Object.keys(shared.parts).filter((name) => now[name] !== shared.parts[name]);
  const tables = await withCopyLock(shared, (database, names) =>
    names.filter((name) => {
      const rowsThatCount = `SELECT * FROM main."${name}" WHERE NOT (${OWN_NOTES[name] ?? 'FALSE'})`;
      return (
        database.prepare(`${rowsThatCount} EXCEPT SELECT * FROM copy."${name}"`).all().length > 0
      );
    })
  );
  const files = await readdir(shared.site.uploadsDir);
  return [...parts, ...tables.map((name) => `rows of ${name}`), ...files];
};

/** Sets the global `strapi`, which Strapi's own code reads and which belongs to the last started site. */
const makeGlobal = ({ site }: SharedSite): void => {
  outside.globalThis.strapi = site.strapi;
};

const stop = async (shared: SharedSite): Promise<void> => {
  outside.kept = {};
  makeGlobal(shared);
  await shared.site.stop();
};

/** Throws an error with the name of the test file that has left something behind. The next file gets a new site. */
const expectNew = async (shared: SharedSite): Promise<void> => {
  const differences = await differencesOf(shared);
  if (differences.length === 0) return;
  await stop(shared);
  throw new Error(`${shared.user} left behind: ${differences.join(', ')}`);
};

/** Restores the rows of the new site, and empties the uploads folder. */
const reset = async (shared: SharedSite): Promise<void> => {
  await withCopyLock(shared, (database, names) => {
    database.exec('BEGIN IMMEDIATE');
    for (const name of names) {
      database.exec(`DELETE FROM "${name}"; INSERT INTO "${name}" SELECT * FROM copy."${name}"`);
    }
    database.exec('COMMIT');
  });
  const { uploadsDir } = shared.site;
  const files = await readdir(uploadsDir);
  await Promise.all(
    files.map((name) => rm(path.join(uploadsDir, name), { force: true, recursive: true }))
  );
  await expectNew(shared);
};

const startShared = async (): Promise<SharedSite> => {
  const site = await bootSite({});
  const copy = `${site.databaseFile}-copy`;
  await site.strapi.db.connection.raw('VACUUM INTO ?', [copy]);
  refuseSubscribers(site.strapi);
  const shared = { site, copy, parts: partsOf(site), user: '' };
  outside.kept = { shared, stop: () => stop(shared) };
  return shared;
};

const takeShared = async (): Promise<Site> => {
  // The previous file may have changed the site after its end.
  if (outside.kept.shared) await expectNew(outside.kept.shared);
  const shared = outside.kept.shared ?? (await startShared());
  makeGlobal(shared);
  shared.user = path.basename(expect.getState().testPath ?? '');
  return {
    ...shared.site,
    get request() {
      return supertest(shared.site.strapi.server.httpServer);
    },
    restart: () => Promise.reject(new Error('A file that calls restart() needs useOwnSite()')),
    stop: () => reset(shared),
  };
};

/** A value that is created before the first test, but can be referenced earlier. */
export const before = <Thing extends object>(make: () => Promise<Thing>): Thing => {
  let thing: Thing | undefined;
  beforeAll(async () => {
    thing = await make();
  });
  return new Proxy({} as Thing, {
    get: (_target, name) => {
      if (thing === undefined) throw new Error('It is made before the first test, not yet here');
      return Reflect.get(thing, name);
    },
  });
};

interface Used {
  site: Site;
  bot: Bot;
}

const use = (start: () => Promise<Site>): Used => {
  const site = before(start);
  afterAll(() => site.stop());
  return { site, bot: before(async () => createBot(site)) };
};

/** The default site, without works and files. Test files use it one after another. */
export const useSite = (): Used => use(takeShared);

/** A site for one test file: with its own settings, or if its tests change the running Strapi. */
export const useOwnSite = (options?: SiteOptions): Used => use(() => startSite(options));
