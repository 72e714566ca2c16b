import type { Response } from 'supertest';

import { titleKeyOf } from '../../src/plugins/bot/server/src/features/publications/filters/title-key';
import { createAdmin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { describeWithMariaDb } from '../support/mariadb';
import { describeWithPostgres } from '../support/postgres';
import { startSite, type Site } from '../support/site';
import { startSiteOn } from '../support/site-on';

const WORKS = 60;

/**
 * Works inserted by a migration in another order than their ids: within one millisecond, the first half at one
 * microsecond, the others each a microsecond later.
 */
const NUMBERS = Array.from({ length: WORKS }, (_, index) => (index * 7) % WORKS);
const microsecondOf = (number: number): number => Math.max(number, WORKS / 2);
const textOf = (number: number): string => `'${'a'.repeat(22)}${String(number).padStart(2, '0')}'`;

interface Dialect {
  describeOn: (name: string, tests: () => void) => void;
  start: () => Promise<Site>;
  /** SQL of the time of a work. */
  timeOf: (number: number) => string;
  /** Whether the times of two works can be told apart. */
  hasMicroseconds: boolean;
}

const timeOf = (number: number): string =>
  `'2026-03-01 12:00:00.1230${String(microsecondOf(number)).padStart(2, '0')}'`;

const DIALECTS: Record<string, Dialect> = {
  sqlite: {
    describeOn: describe,
    start: () => startSite(),
    timeOf: () => String(Date.parse('2026-03-01T12:00:00.123Z')),
    hasMicroseconds: false,
  },
  postgres: {
    describeOn: describeWithPostgres,
    start: async () => (await startSiteOn('postgres')).site,
    timeOf,
    hasMicroseconds: true,
  },
  mysql: {
    describeOn: describeWithMariaDb,
    start: async () => (await startSiteOn('mysql')).site,
    timeOf,
    hasMicroseconds: true,
  },
};

for (const [client, { describeOn, start, timeOf: sqlOf, hasMicroseconds }] of Object.entries(
  DIALECTS
))
  describeOn(`rows with microseconds on ${client} are listed once each`, () => {
    let site: Site;
    let bot: Bot;
    beforeAll(async () => {
      site = await start();
      bot = createBot(site);
      const { connection } = site.strapi.db;
      const tag = await site.strapi
        .documents('api::tag.tag')
        .create({ data: { name: 'Topic', slug: 'topic' } });
      for (const isPublic of [false, true]) {
        const rows = NUMBERS.map((number) => {
          const time = sqlOf(number);
          return `(${textOf(number)}, 'Work ${number}', 'work-${number}', ${time}, ${time}, ${time}, ${isPublic ? time : 'NULL'}, '${isPublic ? 'public-version' : 'published'}', '${titleKeyOf(`Work ${number}`)}')`;
        });
        await connection.raw(
          `INSERT INTO works (document_id, title, slug, created_at, updated_at, first_published_at, published_at, bot_status, bot_title_key) VALUES ${rows.join(', ')}`
        );
      }
      await connection.raw(
        `INSERT INTO works_tags_lnk (work_id, tag_id, tag_ord) SELECT id, ${Number(tag.id)}, 1 FROM works`
      );
    }, 120_000);
    afterAll(() => site.stop());

    /** The newest first, those of one moment in the order that a list has for them. */
    const inOrder = (placeOf: (number: number) => number): string[] =>
      [...NUMBERS]
        .sort(
          (one, other) =>
            (hasMicroseconds && microsecondOf(other) - microsecondOf(one)) ||
            placeOf(other) - placeOf(one)
        )
        .map((number) => `Work ${number}`);
    const byId = inOrder((number) => number);
    const byRow = inOrder((number) => NUMBERS.indexOf(number));

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

    const MOMENT = '2026-03-01T12:00:00';
    test.each([
      '',
      '&status=published',
      `&createdAfter=${MOMENT}.122Z`,
      `&createdBefore=${MOMENT}.124Z`,
      `&updatedAfter=${MOMENT}.122Z`,
      `&publishedAfter=${MOMENT}.122Z&publishedBefore=${MOMENT}.124Z`,
      '&fields.tags=topic',
      '&title=Work',
    ])('by the bot%s', async (query) => {
      expect(await walk(query)).toEqual(byId);
    });

    test.each(['/works', '/works/tags/topic'])('by readers of %s', async (list) => {
      const titles: string[] = [];
      let path: string | undefined = list;
      while (path !== undefined) {
        const { text }: Response = await site.request.get(path).expect(200);
        titles.push(
          ...[...text.matchAll(/<h2[^>]*><a href="\/works\/work-\d+">([^<]+)</g)].map(([, title]) =>
            String(title)
          )
        );
        path = /<a class="older" rel="next" href="([^"]+)"/.exec(text)?.[1];
      }
      expect(titles).toEqual(byRow);
    });

    test('by readers who go from work to work', async () => {
      const { text } = await site.request.get('/works/work-40').expect(200);
      const adjacent = /class="pages adjacent"[^]*?<\/nav>/.exec(text)?.[0] ?? '';
      const place = byRow.indexOf('Work 40');
      expect(
        [...adjacent.matchAll(/\/works\/work-(\d+)"/g)].map(([, number]) => `Work ${number}`).sort()
      ).toEqual([byRow[place - 1], byRow[place + 1]].sort());
    });

    test('by the sitemap', async () => {
      const { text } = await site.request.get('/sitemap/0.xml').expect(200);
      const found = [...text.matchAll(/\/works\/work-(\d+)</g)].map(([, number]) => Number(number));
      expect(found.sort((one, other) => one - other)).toEqual(
        [...NUMBERS].sort((one, other) => one - other)
      );
    });

    test('by people who review', async () => {
      // After all others: the works are drafts from here on.
      const { connection } = site.strapi.db;
      await connection.raw(
        `UPDATE works SET bot_status = 'draft', bot_made_by = 'bot' WHERE published_at IS NULL`
      );
      const { agent } = await createAdmin(site);
      const titles: string[] = [];
      let before: string | null | undefined;
      while (before !== null) {
        const { body }: Response = await agent
          .get('/bot/overview/review')
          .query(before === undefined ? {} : { before })
          .expect(200);
        titles.push(...body.data.items.map(({ title }: { title: string }) => title));
        before = body.data.next;
      }
      expect(titles).toEqual(byId);
    });
  });
