import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import type { Core } from '@strapi/strapi';
import supertest from 'supertest';

import { createBot, type Bot } from './bot';
import { bootSite, startSite, type Site, type SiteOptions } from './site';
import { withDatabase, type Database } from './sqlite-file';

/** The site that the test files of a worker share, and what it is like when it is new. */
interface SharedSite {
  site: Site;
  /** A copy of its database. */
  copy: string;
  parts: Record<string, unknown>;
  /** The test file that has it, or had it last. */
  user: string;
}

/** What `environment-with-node.cjs` keeps from one test file to the next. */
declare const outside: {
  globalThis: typeof globalThis;
  kept: { shared?: SharedSite; stop?: () => Promise<void> };
};

/** What a test may put something else in the place of: functions, and settings. */
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

/** Refuses subscribers: a running Strapi does not tell whether it has any. */
const refuseSubscribers = ({ db, eventHub }: Core.Strapi): void => {
  const refuse = () => {
    throw new Error('A file whose tests subscribe needs useOwnSite()');
  };
  Object.assign(db.lifecycles, { subscribe: refuse });
  Object.assign(eventHub, { on: refuse, once: refuse, subscribe: refuse });
};

/** What the site notes by itself, whatever is asked of it: rows of which tables do not count. */
const OWN_NOTES: Record<string, string> = {
  bot_states: 'TRUE',
  // Strapi counts its files 15 seconds after its first start.
  strapi_core_store_settings: `"key" = 'plugin_upload_metrics'`,
};

/** The tables that hold rows of their own. */
const TABLES = `SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`;

/** Runs `work` on the database of the site beside a copy of what it was when it was new. */
const besideCopy = <Result>(
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

/** What is not as in a new site: functions and settings, rows, stored files. */
const differencesOf = async (shared: SharedSite): Promise<string[]> => {
  const now = partsOf(shared.site);
  const parts = Object.keys(shared.parts).filter((name) => now[name] !== shared.parts[name]);
  const tables = await besideCopy(shared, (database, names) =>
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

/** Strapi's own code reads the global one, which is that of the site started last, or none. */
const makeGlobal = ({ site }: SharedSite): void => {
  outside.globalThis.strapi = site.strapi;
};

const stop = async (shared: SharedSite): Promise<void> => {
  outside.kept = {};
  makeGlobal(shared);
  await shared.site.stop();
};

/** Throws a line that names the test file which has left something behind; the next one gets a new site. */
const expectNew = async (shared: SharedSite): Promise<void> => {
  const differences = await differencesOf(shared);
  if (differences.length === 0) return;
  await stop(shared);
  throw new Error(`${shared.user} left behind: ${differences.join(', ')}`);
};

/** Gives the site the rows that it had when it was new, and an empty folder of uploads. */
const reset = async (shared: SharedSite): Promise<void> => {
  await besideCopy(shared, (database, names) => {
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
  // What went on after the end of the file before.
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

/** What `make` makes before the first test, which can be named before it is there. */
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

/** The default site, which has no works and no files yet. Files use it one after another. */
export const useSite = (): Used => use(takeShared);

/** A site for one file: with settings, or where its tests change the running Strapi. */
export const useOwnSite = (options?: SiteOptions): Used => use(() => startSite(options));
