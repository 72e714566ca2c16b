import type { Response } from 'supertest';

import { createBot, type Bot } from '../support/bot';
import { describeWithMariaDb } from '../support/mariadb';
import { describeWithPostgres } from '../support/postgres';
import { startSiteOn, type SiteOnServer } from '../support/site-on';

const WORKS = 60;

/** Works inserted by a migration within one millisecond, a microsecond apart, in another order than their ids. */
const NUMBERS = Array.from({ length: WORKS }, (_, index) => (index * 7) % WORKS);
const timeOf = (number: number): string =>
  `2026-03-01 12:00:00.1230${String(number).padStart(2, '0')}`;
const textOf = (number: number): string => `'${String(number).padStart(24, 'a')}'`;

describe.each([
  ['postgres', describeWithPostgres],
  ['mysql', describeWithMariaDb],
] as const)('rows with microseconds on %s', (client, describeOn) => {
  describeOn('are listed once each', () => {
    let on: SiteOnServer;
    let bot: Bot;
    beforeAll(async () => {
      on = await startSiteOn(client);
      bot = createBot(on.site);
      const { connection } = on.site.strapi.db;
      for (const published of ['NULL', 'time']) {
        const rows = NUMBERS.map((number) => {
          const time = `'${timeOf(number)}'`;
          const at = published === 'NULL' ? 'NULL' : time;
          return `(${textOf(number)}, 'Work ${number}', 'work-${number}', ${time}, ${time}, ${time}, ${at}, '${published === 'NULL' ? 'published' : 'public-version'}')`;
        });
        await connection.raw(
          `INSERT INTO works (document_id, title, slug, created_at, updated_at, first_published_at, published_at, bot_status) VALUES ${rows.join(', ')}`
        );
      }
    }, 120_000);
    afterAll(() => on.stop());

    const newestFirst = [...NUMBERS]
      .sort((one, other) => other - one)
      .map((number) => `Work ${number}`);

    const walk = async (query: string): Promise<string[]> => {
      const titles: string[] = [];
      let path: string | undefined = `/publications?limit=7${query}`;
      while (path !== undefined) {
        const answer: Response = await bot.request('get', path).expect(200);
        const { body, headers } = answer;
        titles.push(...body.map(({ title }: { title: string }) => title));
        const next: string | undefined = /<([^>]+)>; rel="next"/.exec(headers.link ?? '')?.[1];
        path = next && `/publications${new URL(next).search}`;
      }
      return titles;
    };

    test.each(['', '&status=published', '&createdAfter=2026-01-01T00:00:00Z'])(
      'by the bot%s',
      async (query) => {
        expect(await walk(query)).toEqual(newestFirst);
      }
    );

    test('by the bot in the order of their saving', async () => {
      const titles = await walk('&updatedAfter=2026-01-01T00:00:00Z');
      expect([...titles].sort()).toEqual([...newestFirst].sort());
    });

    test('by readers, and each has the others beside it', async () => {
      const titles: string[] = [];
      let path: string | undefined = '/works';
      while (path !== undefined) {
        const { text }: Response = await on.site.request.get(path).expect(200);
        titles.push(
          ...[...text.matchAll(/<h2[^>]*><a href="\/works\/work-\d+">([^<]+)</g)].map(([, title]) =>
            String(title)
          )
        );
        path = /<a class="older" rel="next" href="([^"]+)"/.exec(text)?.[1];
      }
      expect(titles).toEqual(newestFirst);
      const { text } = await on.site.request.get('/works/work-30').expect(200);
      const adjacent = /class="pages adjacent"[^]*?<\/nav>/.exec(text)?.[0] ?? '';
      expect(
        [...adjacent.matchAll(/\/works\/(work-\d+)"/g)].map(([, slug]) => slug).sort()
      ).toEqual(['work-29', 'work-31']);
    });
  });
});
