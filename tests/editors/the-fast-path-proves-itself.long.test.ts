import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

import { createBot } from '../support/bot';
import { requireAsSite, startSite, type Site } from '../support/site';
import { withDatabase } from '../support/sqlite-file';

const WORK = 'api::work.work';

let site: Site;
let lines: string[];
afterEach(() => site.stop());

const listen = (strapi: Core.Strapi): void => {
  lines = [];
  const { info } = strapi.log;
  strapi.log.info = ((line: unknown) => {
    lines.push(String(line));
    return info(line as string);
  }) as typeof info;
};
const saysSo = () => lines.filter((line) => line.includes('fast path'));
const verdictOf = ({ strapi }: Site) => strapi.plugin('bot').service('fastPathVerdict');

/** Publishes a work. @returns whether the fast path wrote it */
const isFast = async (): Promise<boolean> => {
  const bot = createBot(site);
  const publish = jest.spyOn(site.strapi.plugin('bot').service('documentWriter'), 'publish');
  const { id } = await bot.createPublication({ title: 'A work' });
  await bot.publish(id);
  expect((await bot.get(id)).status).toBe('published');
  return publish.mock.calls.length > 0;
};

/** Numbers of rows, by table. The verdict itself is not counted. */
const rowsIn = (file: string): Promise<Record<string, number>> =>
  withDatabase(file, (database) => {
    const tables = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all() as { name: string }[];
    const counted = tables.filter(({ name }) => name !== 'bot_states');
    return Object.fromEntries(
      counted.map(({ name }) => [name, database.prepare(`SELECT 1 FROM "${name}"`).all().length])
    );
  });

test('is on under a version that nobody has listed, and remembers that', async () => {
  site = await startSite({
    config: (strapi) => {
      listen(strapi);
      strapi.config.set('info.strapi', '5.99.0');
    },
  });
  expect(await isFast()).toBe(true);
  expect(saysSo()).toEqual([]);
  const again = jest.fn();
  const { strapi } = site;
  strapi.db.connection.on('query', ({ sql }: { sql: string }) => again(sql));
  await verdictOf(site).recall();
  expect(again.mock.calls.flat().filter((sql) => /insert|update/i.test(sql))).toEqual([]);
});

test('is off where `fastPath` is false', async () => {
  site = await startSite({ env: { BOT_FAST_PATH: 'false' } });
  expect(await isFast()).toBe(false);
});

test('is off, with a line that names table and column, where Strapi writes another value', async () => {
  site = await startSite({
    config: (strapi) => {
      listen(strapi);
      const ofStrapi = createRequire(createRequire(__filename).resolve('@strapi/strapi'));
      const core = path.dirname(ofStrapi.resolve('@strapi/core'));
      const entries = requireAsSite<{ createEntriesService: (...parameters: unknown[]) => object }>(
        path.join(core, 'services/document-service/entries')
      );
      const { createEntriesService } = entries;
      entries.createEntriesService = (...parameters) => {
        const service = createEntriesService(...parameters);
        const publish: (entry: object, params: unknown) => unknown = Reflect.get(
          service,
          'publish'
        );
        const changed = (entry: object, params: unknown) =>
          publish({ ...entry, excerpt: 'By a newer Strapi' }, params);
        return parameters[0] === WORK ? { ...service, publish: changed } : service;
      };
    },
  });
  expect(await isFast()).toBe(false);
  expect(saysSo()).toEqual([expect.stringMatching(/5\.54.* works\.excerpt \(publish\)$/)]);
});

test('shows nothing of its samples to subscribers, middlewares or the feed, and leaves no row', async () => {
  const heard: string[] = [];
  site = await startSite({
    config: () => undefined,
    register: (strapi) => {
      strapi.db.lifecycles.subscribe(({ action, model }) => {
        if (!action.includes('Find') && /work|file|tag/.test(model.uid)) heard.push(action);
      });
      strapi.eventHub.subscribe(async (event: string) => {
        if (/^(entry|media)/.test(event)) heard.push(event);
      });
      strapi.documents.use((context, next) => {
        if (context.uid === WORK) heard.push(context.action);
        return next();
      });
    },
  });
  heard.length = 0;
  const before = await rowsIn(site.databaseFile);
  await verdictOf(site).compare();
  expect(verdictOf(site).isEqual()).toBe(true);
  expect(heard).toEqual([]);
  expect(await rowsIn(site.databaseFile)).toEqual(before);
  const { body } = await createBot(site).request('get', '/changes').expect(200);
  expect(body.items).toEqual([]);
});

test('leaves nothing where the process ends amid the samples', async () => {
  site = await startSite();
  const before = await rowsIn(site.databaseFile);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'killed-'));
  const file = path.join(folder, 'data.db');
  const writer = site.strapi.plugin('bot').service('documentWriter');
  const { publish } = writer;
  const copied = jest.fn(async (params: unknown) => {
    const result = await publish(params);
    // A process killed at this moment would leave these files.
    for (const end of ['', '-wal', '-journal']) {
      await cp(site.databaseFile + end, file + end).catch(() => undefined);
    }
    return result;
  });
  writer.publish = copied;
  await verdictOf(site).compare();
  writer.publish = publish;
  expect(copied).toHaveBeenCalled();
  expect(await rowsIn(file)).toEqual(before);
  await rm(folder, { recursive: true });
});
