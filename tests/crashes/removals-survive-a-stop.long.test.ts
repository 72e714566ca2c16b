import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { createBot } from '../support/bot';
import { countRows } from '../support/database';
import { textFile } from '../support/files';
import { startObjectStorage, type ObjectStorage } from '../support/object-storage';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { startSite, type Site } from '../support/site';
import { withDatabase } from '../support/sqlite-file';
import { eventually, storageSettles, storedFiles } from '../support/storage';
import { until } from '../support/until';

describe('a site that was stopped with removals left', () => {
  let site: Site;

  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.stop());

  const leave = async (name: string, provider = 'local', dueAt = new Date(0)) => {
    await writeFile(path.join(site.uploadsDir, `${name}.txt`), name);
    await site.strapi.db.query('plugin::bot.removal').create({
      data: {
        provider,
        objects: [{ hash: name, ext: '.txt', mime: 'text/plain', url: `/uploads/${name}.txt` }],
        dueAt,
        attempts: 0,
      },
    });
  };

  test('finishes them when it starts', async () => {
    await leave('left');
    await site.restart();
    expect(await storageSettles(site, [])).toBe(true);
  });

  test('forgets what it has finished', async () => {
    await leave('left-too');
    await site.restart();
    expect(await eventually(async () => (await countRows(site, 'bot_removals')) === 0)).toBe(true);
  });

  test('is not troubled by bytes that are gone already', async () => {
    await site.strapi.db.query('plugin::bot.removal').create({
      data: {
        provider: 'local',
        objects: [
          { hash: 'nowhere', ext: '.txt', mime: 'text/plain', url: '/uploads/nowhere.txt' },
        ],
        dueAt: new Date(0),
        attempts: 0,
      },
    });
    await site.restart();
    expect(await eventually(async () => (await countRows(site, 'bot_removals')) === 0)).toBe(true);
  });

  test('does not touch what is not due, such as an upload under way', async () => {
    await leave('under-way', 'local', new Date(Date.now() + 3_600_000));
    await leave('due');
    await site.restart();
    expect(await storageSettles(site, ['under-way.txt'])).toBe(true);
  });

  test('keeps what lies with a provider that is not the configured one', async () => {
    await leave('elsewhere', 'aws-s3');
    await site.restart();
    await eventually(async () => {
      const [row] = await site.strapi.db
        .query('plugin::bot.removal')
        .findMany({ where: { provider: 'aws-s3' } });
      return row?.attempts > 0;
    });
    expect(await storedFiles(site)).toContain('elsewhere.txt');
  });
});

describe('a site that is stopped while it removes files from a slow bucket', () => {
  /** Number of objects in one removal, deleted one by one. */
  const OBJECTS = 60;
  /** Number of removals that wait after it. */
  const WAITING = 600;
  const PAUSE = 50;

  let storage: ObjectStorage;
  let server: ServerProcess;

  beforeAll(async () => {
    storage = await startObjectStorage();
    server = await startServerProcess({ env: storage.env });
  });
  afterAll(async () => {
    await server.stop();
    await storage.stop();
  });
  beforeEach(() => {
    storage.gate = ({ method }) => (method === 'DELETE' ? pause(PAUSE) : Promise.resolve());
  });

  const deleted = (): string[] =>
    storage.requests.filter(({ method }) => method === 'DELETE').map(({ key }) => key);

  /** Deletes a publication with `count` files, and waits until some of them are removed. */
  const beginToRemove = async (count: number): Promise<void> => {
    const bot = createBot(server);
    const media = [];
    for (let number = 0; number < count; number += 1) {
      media.push(await bot.upload(textFile(`${number}.txt`, `${number}`)));
    }
    const { id } = await bot.createPublication({ title: 'Gone', media });
    const before = deleted().length;
    await bot.remove(id);
    await until('some are removed', () => deleted().length >= before + 5);
  };

  const removals = () =>
    withDatabase(server.databaseFile, async (_database, select) =>
      (
        await select<{ objects: string; attempts: number }>(
          'SELECT objects, attempts FROM bot_removals ORDER BY id'
        )
      ).map(({ objects, attempts }) => ({
        attempts,
        names: (JSON.parse(objects) as { hash: string; ext: string }[]).map(
          ({ hash, ext }) => hash + ext
        ),
      }))
    );

  test('and killed leaves no file behind when it is started again', async () => {
    await beginToRemove(OBJECTS);
    await server.kill9();
    expect((await storage.keys()).length).toBeGreaterThan(0);
    expect(await removals()).toHaveLength(1);

    storage.gate = undefined;
    server = await server.restart();
    await until('all are gone', async () => (await storage.keys()).length === 0);
    await until('it is known', async () => (await removals()).length === 0);
  });

  test('ends within its bound, and does the rest, and only that, when it is started again', async () => {
    const before = deleted().length;
    await withDatabase(server.databaseFile, (database) => {
      const insert = database.prepare(
        `INSERT INTO bot_removals (provider, objects, due_at, attempts) VALUES ('aws-s3', ?, ?, 0)`
      );
      for (let number = 0; number < WAITING; number += 1) {
        const object = { hash: `waiting-${number}`, ext: '.txt', mime: 'text/plain' };
        insert.run(JSON.stringify([object]), Date.now() + 1000);
      }
    });
    await beginToRemove(OBJECTS);
    process.kill(server.pid, 'SIGTERM');
    const begun = Date.now();
    expect(await server.exited).toEqual({ code: 0, signal: null });
    // Finishing all removals would take twice as long as the site's stop may take.
    expect(Date.now() - begun).toBeLessThan(15_000);

    const done = deleted().slice(before);
    const left = await removals();
    const names = left.flatMap((removal) => removal.names);
    expect(done.length + names.length).toBe(WAITING + OBJECTS);
    expect(new Set([...done, ...names]).size).toBe(WAITING + OBJECTS);
    // The started removal has only its remaining objects, and the others have no attempt.
    expect(left.filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(1);

    storage.gate = undefined;
    server = await server.restart();
    await until('all are done', async () => (await removals()).length === 0, 60_000, 50);
    const again = deleted().slice(before);
    expect(again).toHaveLength(WAITING + OBJECTS);
    expect(new Set(again).size).toBe(WAITING + OBJECTS);
    expect(await storage.keys()).toEqual([]);
  }, 120_000);
});
