import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { createBot } from '../support/bot';
import { countRows } from '../support/database';
import { textFile } from '../support/files';
import { startServerProcess } from '../support/server-process';
import { startSite, type Site } from '../support/site';
import { eventually, storageSettles, storedFiles } from '../support/storage';

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

// A few milliseconds later the worker has taken the rows and has not yet removed all the bytes.
test.each([0, 5])(
  'a site that is killed %d ms after the answer to a delete leaves no file behind',
  async (milliseconds) => {
    let server = await startServerProcess();
    try {
      const bot = createBot(server);
      const media = [];
      for (let number = 0; number < 40; number += 1) {
        media.push(await bot.upload(textFile(`${number}.txt`, `${number}`)));
      }
      const { id } = await bot.createPublication({ title: 'Killed', media });
      await bot.publish(id);
      await bot.remove(id);
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      await server.kill9();
      server = await server.restart();
      expect(await storageSettles(server, [])).toBe(true);
    } finally {
      await server.stop();
    }
  }
);
