import { Client } from 'pg';
import { createConnection, type Connection } from 'mysql2/promise';

import { createAdmin, type Admin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { describeWithMariaDb } from '../support/mariadb';
import { describeWithPostgres } from '../support/postgres';
import { series } from '../support/series';
import { startSite, type Site, type SiteOptions } from '../support/site';
import { startSiteOn, type SiteOnServer } from '../support/site-on';
import { statementsWhile, type Statement } from '../support/statements';

/** Number of works: enough for searches that end before the whole list, and for planners to treat the list as long. */
/** Options of a site that creates the indexes for large tables. */
const LARGE: SiteOptions = {
  env: { BOT_WORKER: 'false' },
  register: ({ config }) => void config.set('plugin::bot.largeTableRows', 0),
};

const WORKS = 24_000;
const MINUTES_2 = 120_000;

interface Dialect {
  /** SQL for the numbers from 1 to `WORKS`, as a table `series(i)`. */
  series: string;
  hex: (text: string) => string;
  /** SQL for a text followed by a number. */
  numbered: (text: string) => string;
  integer: string;
  date: (milliseconds: string) => string;
  /** Statements that update the planner's statistics. */
  after: string[];
}

const DIALECTS: Record<'sqlite' | 'postgres' | 'mysql', Dialect> = {
  sqlite: {
    series: series.sqlite(WORKS),
    hex: (text) => `lower(hex(${text}))`,
    numbered: (text) => `'${text}' || CAST(i AS TEXT)`,
    integer: 'INTEGER',
    date: (milliseconds) => milliseconds,
    after: [],
  },
  postgres: {
    series: series.postgres(WORKS),
    hex: (text) => `encode(convert_to(${text}, 'UTF8'), 'hex')`,
    numbered: (text) => `'${text}' || CAST(i AS TEXT)`,
    integer: 'INTEGER',
    date: (milliseconds) => `to_timestamp((${milliseconds}) / 1000.0)::timestamp`,
    after: ['VACUUM ANALYZE works', 'VACUUM ANALYZE works_tags_lnk'],
  },
  mysql: {
    series: series.mysql(WORKS),
    hex: (text) => `lower(hex(${text}))`,
    numbered: (text) => `CONCAT('${text}', i)`,
    integer: 'SIGNED',
    date: (milliseconds) => `from_unixtime((${milliseconds}) / 1000)`,
    after: ['ANALYZE TABLE works', 'ANALYZE TABLE works_tags_lnk'],
  },
};

const START = 1_704_067_200_000;

let site: Site;
let bot: Bot;
let admin: Admin;
/** Returns the plan of a statement: a line for each step that reads a table. */
let planOf: (sql: string, bindings: unknown[]) => Promise<string[]>;

/**
 * Inserts the works `i`. Every second work is public. The oldest 4,000 have the tags Old and Older; of the others,
 * every 1,500th has Older, every second Often, and every 4,000th Seldom, on draft and public version. Every 3,000th
 * work was created by a person, and the work 1,500 before it by others.
 */
const seed = async ({ series, hex, numbered, integer, date, after }: Dialect): Promise<void> => {
  const knex = site.strapi.db.connection;
  const tags: Record<string, number> = {};
  for (const name of ['Old', 'Older', 'Often', 'Seldom', 'Nowhere']) {
    const tag = await site.strapi.documents('api::tag.tag').create({ data: { name } });
    tags[name] = Number(tag.id);
  }
  await knex('admin_users').insert({ document_id: 'person', firstname: 'Edith' });
  const { id: person } = await knex('admin_users').where({ document_id: 'person' }).first('id');
  const title = `CASE WHEN i % 4000 = 1 THEN 'Seldom a Harbour' ELSE 'Often the same' END`;
  const at = date(`${START} + i * 20000`);
  const columns = `document_id, title, bot_title_key, slug, created_at, updated_at, created_by_id, bot_made_by`;
  await knex.raw(
    `INSERT INTO works (${columns}, bot_status)
     SELECT ${numbered('work')}, ${title}, ${hex(`lower(${title})`)}, ${numbered('work-')}, ${at}, ${at},
       CASE WHEN i % 3000 = 0 THEN ${Number(person)} ELSE NULL END,
       CASE i % 3000 WHEN 0 THEN 'editor' WHEN 1500 THEN 'other' ELSE 'bot' END,
       CASE WHEN i % 2 = 1 THEN 'published' ELSE 'draft' END
     FROM ${series} ORDER BY i`
  );
  await knex.raw(
    `INSERT INTO works (${columns}, published_at, bot_status)
     SELECT ${columns}, updated_at, 'public-version' FROM works WHERE bot_status = 'published'`
  );
  const number = `CAST(SUBSTR(slug, 6) AS ${integer})`;
  const tagged = {
    Old: `${number} <= 4000`,
    Older: `${number} <= 4000 OR ${number} % 1500 = 0`,
    Often: `${number} % 2 = 0 OR ${number} % 4 = 1`,
    Seldom: `${number} % 4000 = 1`,
  };
  for (const [name, condition] of Object.entries(tagged)) {
    await knex.raw(
      `INSERT INTO works_tags_lnk (work_id, tag_id, tag_ord)
       SELECT id, ${tags[name] ?? 0}, 1 FROM works WHERE ${condition}`
    );
  }
  for (const statement of after) await knex.raw(statement);
};

interface Page {
  ids: number[];
  next?: string;
}

const page = async (path: string): Promise<Page> => {
  const { body, headers } = await bot.request('get', path).expect(200);
  const next = /<[^>]*(\/publications[^>]*)>/.exec(String(headers.link))?.[1];
  return { ids: (body as { id: string }[]).map(({ id }) => Number(id.slice(4))), next };
};

/** Reads all pages of a list. */
const pagesOf = async (query: string): Promise<number[][]> => {
  const found: number[][] = [];
  let next: string | undefined = `/publications?${query}`;
  while (next !== undefined) {
    const one: Page = await page(next);
    found.push(one.ids);
    next = one.next;
  }
  return found;
};

const numbers = (isListed: (i: number) => boolean): number[] =>
  Array.from({ length: WORKS }, (_, index) => WORKS - index).filter(isListed);

const iso = (i: number): string => new Date(START + i * 20_000).toISOString();

const isPublic = (i: number) => i % 2 === 1;
const isSeldom = (i: number) => i % 4000 === 1;
const isOften = (i: number) => i % 2 === 0 || i % 4 === 1;
const isEditors = (i: number) => i % 3000 === 0;
const isOthers = (i: number) => i % 3000 === 1500;

const FILTERS: [query: string, isListed: (i: number) => boolean][] = [
  ['fields.tags=seldom', isSeldom],
  ['fields.tags=Often', isOften],
  ['title=seldom a', isSeldom],
  ['title=OFTEN', (i) => !isSeldom(i)],
  ['madeBy=editor', isEditors],
  ['madeBy=bot', (i) => !isEditors(i) && !isOthers(i)],
  ['madeBy=other', isOthers],
  ['title=often&madeBy=editor&fields.tags=often', isEditors],
  ['fields.tags=often&title=often', (i) => isOften(i) && !isSeldom(i)],
];

/** Further parameters that each filter is combined with. */
const RANGES: [query: string, isListed: (i: number) => boolean][] = [
  ['', () => true],
  ['status=draft', (i) => !isPublic(i)],
  ['status=published', isPublic],
  [`createdAfter=${iso(9000)}`, (i) => i > 9000],
  [`createdBefore=${iso(21_000)}`, (i) => i < 21_000],
  [`updatedAfter=${iso(8001)}`, (i) => i > 8001],
];

const CASES = FILTERS.flatMap(([filter, isFound]) =>
  RANGES.map(([range, isIn]) => ({
    query: [filter, range].filter(Boolean).join('&'),
    isListed: (i: number) => isFound(i) && isIn(i),
  }))
);

const queriesWhile = (work: () => PromiseLike<unknown>): Promise<Statement[]> =>
  statementsWhile(site, work);

const queriesOf = async (query: string): Promise<Statement[]> => {
  const asked = await queriesWhile(() => bot.request('get', `/publications?${query}`).expect(200));
  return asked.filter(({ sql }) => /works/.test(sql) && !/due_at.*attempts/.test(sql));
};

/** Matches a step that scans all works or all links of their tags. */
const WHOLE = /^whole (?:draft|public|works|lead|link|version|other)\b/;

const theyAreFound = () => {
  test.each(CASES)('$query', async ({ query, isListed }) => {
    const expected = numbers(isListed);
    const first = await page(`/publications?${query}&limit=7`);
    expect(first.ids).toEqual(expected.slice(0, 7));
    if (expected.length > 7) {
      const second = await page(String(first.next));
      expect(second.ids).toEqual(expected.slice(7, 14));
    } else {
      expect(first.next).toBeUndefined();
    }
  });

  test('what nothing has, and what there is not, is an empty list', async () => {
    for (const query of ['fields.tags=nowhere', 'fields.tags=no-such-tag', 'title=zebra']) {
      expect(await pagesOf(query)).toEqual([[]]);
    }
  });

  test('a page that has looked at very many says where to go on', async () => {
    const [first, ...others] = await pagesOf('fields.tags=old&status=draft&limit=100');
    expect(first).toEqual([]);
    expect(others.flat()).toEqual(numbers((i) => i <= 4000 && !isPublic(i)));
  });

  test('a page that has found some among many looks further', async () => {
    const { ids } = await page('/publications?fields.tags=older&status=draft&limit=7');
    expect(ids).toEqual(numbers((i) => i % 1500 === 0).slice(0, 7));
  });

  test.each(['', `updatedAfter=${iso(0)}`])(
    'all pages of what is far away, %s, are all there is',
    async (range) => {
      const pages = await pagesOf(`fields.tags=old&limit=100&${range}`);
      expect(pages.flat()).toEqual(numbers((i) => i <= 4000));
    }
  );

  test.each(CASES.map(({ query }) => query))('%s reads no table whole', async (query) => {
    // Counts are excluded: they stop at a limit, up to which PostgreSQL may scan the table.
    const asked = (await queriesOf(query)).filter(({ sql }) => !sql.startsWith('SELECT COUNT(*)'));
    expect(asked.length).toBeGreaterThan(0);
    for (const { sql, bindings } of asked) {
      const steps = await planOf(sql, bindings);
      expect({ sql, fullScans: steps.filter((step) => WHOLE.test(step)) }).toEqual({
        sql,
        fullScans: [],
      });
    }
  });

  test.each([
    [`createdAfter=${iso(9000)}`, 'newest'],
    [`createdBefore=${iso(9000)}`, 'newest'],
    [`updatedAfter=${iso(9000)}`, 'updated'],
  ])('%s is a stretch of an index', async (query, index) => {
    const [list] = await queriesOf(`status=draft&${query}`);
    const steps = await planOf(String(list?.sql), list?.bindings ?? []);
    expect(steps).toContainEqual(
      expect.stringMatching(new RegExp(`^part draft works_status_${index}_index`))
    );
    expect(steps.filter((step) => WHOLE.test(step))).toEqual([]);
  });
};

interface PanelPage {
  results: { documentId: string }[];
  pagination: { total: number };
}

const panelPage = async (query: string): Promise<PanelPage> => {
  const { body } = await admin.agent
    .get(`/content-manager/collection-types/api::work.work?pageSize=10&${query}`)
    .expect(200);
  return body as PanelPage;
};

const thePanelsListIsFound = () => {
  test.each([
    ['page=1&sort=createdAt:DESC', 'created', numbers(() => true).slice(0, 10)],
    ['page=3&sort=createdAt:DESC', 'created', numbers(() => true).slice(20, 30)],
    ['page=2&sort=updatedAt:ASC', 'updated', numbers((i) => i <= 20 && i > 10).reverse()],
    ['page=1&sort=title:DESC', 'title', undefined],
    ['page=900&sort=title:ASC', 'title', undefined],
  ])('a page of the panel, %s, is a stretch of an index', async (query, index, expected) => {
    let found: PanelPage | undefined;
    const asked = await queriesWhile(async () => {
      found = await panelPage(query);
    });
    expect(found?.pagination.total).toBe(WORKS);
    const ids = found?.results.map(({ documentId }) => Number(documentId.slice(4)));
    expect(ids).toEqual(expected ?? expect.any(Array));
    const list = asked.find(({ sql }) => /from .*works. as .t0. .*order by/i.test(sql));
    expect(await planOf(String(list?.sql), list?.bindings ?? [])).toEqual([
      expect.stringMatching(new RegExp(` t0 works_panel_${index}_index$`)),
    ]);
    expect(asked.filter(({ sql }) => /count\(distinct/i.test(sql))).toEqual([]);
  });

  test.each([
    ['status=draft&publicationFilter=never-published', (i: number) => !isPublic(i)],
    ['status=published', isPublic],
  ])('a page of the panel, %s, is a stretch of an index', async (query, isListed) => {
    let found: PanelPage | undefined;
    const asked = await queriesWhile(async () => {
      found = await panelPage(`page=2&sort=createdAt:DESC&${query}`);
    });
    const expected = numbers(isListed);
    expect(found?.pagination.total).toBe(expected.length);
    const ids = found?.results.map(({ documentId }) => Number(documentId.slice(4)));
    expect(ids).toEqual(expected.slice(10, 20));
    const list = asked.find(({ sql }) => /from .*works. as .t0. .*order by/i.test(sql));
    // Databases other than SQLite have statistics on statuses, and use another index for a status with
    // half of the rows.
    const index = site.strapi.db.dialect.client === 'sqlite' ? 'status_newest' : '\\w+';
    expect(await planOf(String(list?.sql), list?.bindings ?? [])).toEqual([
      expect.stringMatching(new RegExp(` t0 works_${index}_index$`)),
    ]);
  });

  test('what is filtered by status and besides is counted as it is', async () => {
    const { pagination } = await panelPage(
      'page=1&status=published&filters[$and][0][title][$startsWith]=Seldom'
    );
    expect(pagination.total).toBe(numbers((i) => isSeldom(i) && isPublic(i)).length);
  });

  test('what is shown besides is looked up by the ids of the page', async () => {
    const asked = await queriesWhile(() => panelPage('page=1&sort=createdAt:DESC'));
    const byIds = asked.filter(({ sql }) => /from \S*works\S? .*document_id.? in \(/i.test(sql));
    expect(byIds.length).toBeGreaterThan(1);
    for (const { sql, bindings } of byIds) {
      const steps = (await planOf(sql, bindings)).filter((step) =>
        / (?:t0|work|works) /.test(step)
      );
      // A walk of drafts is a scan, or uses an index without document ids.
      const walks = steps.filter((step) => /^whole|_panel_|published_at/.test(step));
      expect({ sql, walks }).toEqual({ sql, walks: [] });
    }
    // SQLite would scan the table for an empty IN list.
    expect(asked.filter(({ sql }) => /1 = (?:\?|\$1)/.test(sql))).toEqual([]);
  });

  test('what the panel filters is counted as it is', async () => {
    const { pagination } = await panelPage('page=1&filters[$and][0][title][$startsWith]=Seldom');
    expect(pagination.total).toBe(numbers(isSeldom).length);
  });
};

const topicsAndSitemapsAreStretches = () => {
  beforeAll(async () => {
    // The first request marks the links of topics.
    await site.request.get('/sitemap/topics.xml').expect(200);
    // Invalidates the page cache.
    await site.strapi.documents('api::tag.tag').create({ data: { name: 'Another' } });
    const { after } = DIALECTS[site.strapi.db.dialect.client as keyof typeof DIALECTS];
    for (const statement of after) await site.strapi.db.connection.raw(statement);
  });

  test.each(['/works/tags/often', '/works/tags/seldom', '/sitemap/0.xml', '/sitemap/topics.xml'])(
    '%s reads no table whole',
    async (path) => {
      const asked = await queriesWhile(() => site.request.get(path).expect(200));
      // SQLite would scan the table for an empty IN list.
      expect(asked.filter(({ sql }) => /\b1 = [?$]/.test(sql))).toEqual([]);
      // No work has a category here, and PostgreSQL always scans empty tables.
      const reads = asked.filter(
        ({ sql }) => /^select.*works/i.test(sql) && !sql.includes('works_category_lnk')
      );
      expect(reads.length).toBeGreaterThan(0);
      for (const { sql, bindings } of reads) {
        // PostgreSQL finds common tags by a walk that ends with the page. The sitemap of topics reads all
        // topics.
        const steps = (await planOf(sql, bindings)).filter(
          (step) => !/works_pkey| topic /.test(step)
        );
        const fullScans = steps.filter((step) => WHOLE.test(step));
        expect({ sql, fullScans }).toEqual({ sql, fullScans: [] });
      }
    }
  );
};

describe('lists on SQLite', () => {
  beforeAll(async () => {
    site = await startSite(LARGE);
    bot = createBot(site);
    admin = await createAdmin(site);
    await seed(DIALECTS.sqlite);
    planOf = async (sql, bindings) => {
      const steps: { detail: string }[] = await site.strapi.db.connection.raw(
        `EXPLAIN QUERY PLAN ${sql}`,
        bindings as string[]
      );
      return steps.flatMap(({ detail }) => {
        const [, kind, table] = /^(SCAN|SEARCH) (\S+)/.exec(detail) ?? [];
        const index = / INDEX (\S+)/.exec(detail)?.[1] ?? '';
        if (kind === undefined) return [];
        return [`${kind === 'SCAN' ? 'whole' : 'part'} ${String(table)} ${index}`];
      });
    };
  }, MINUTES_2);
  afterAll(() => site.stop());

  theyAreFound();
  thePanelsListIsFound();
  topicsAndSitemapsAreStretches();
});

interface PostgresStep {
  'Node Type': string;
  Alias?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PostgresStep[];
}

const stepsOfPostgres = (step: PostgresStep): string[] => {
  const type = step['Node Type'];
  // The index of a bitmap scan is a separate step. An index scan without a condition reads the whole
  // index.
  const isWhole = type === 'Seq Scan' || (type.startsWith('Index') && !step['Index Cond']);
  const table = step.Alias?.replace(/_\d+$/, '');
  return [
    ...(table === undefined
      ? []
      : [`${isWhole ? 'whole' : 'part'} ${table} ${step['Index Name'] ?? ''}`]),
    ...(step.Plans ?? []).flatMap(stepsOfPostgres),
  ];
};

describeWithPostgres('lists on PostgreSQL', () => {
  let onServer: SiteOnServer;
  let client: Client;

  beforeAll(async () => {
    onServer = await startSiteOn('postgres', LARGE);
    ({ site } = onServer);
    bot = createBot(site);
    admin = await createAdmin(site);
    await seed(DIALECTS.postgres);
    client = new Client({ connectionString: onServer.databaseUrl });
    await client.connect();
    planOf = async (sql, bindings) => {
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${sql}`, bindings);
      const [{ 'QUERY PLAN': plan }] = rows as { 'QUERY PLAN': { Plan: PostgresStep }[] }[];
      return plan.flatMap(({ Plan }) => stepsOfPostgres(Plan));
    };
  }, MINUTES_2);
  afterAll(async () => {
    await client.end();
    await onServer.stop();
  });

  theyAreFound();
  thePanelsListIsFound();
  topicsAndSitemapsAreStretches();
});

describeWithMariaDb('lists on MariaDB', () => {
  let onServer: SiteOnServer;
  let connection: Connection;

  beforeAll(async () => {
    onServer = await startSiteOn('mysql', LARGE);
    ({ site } = onServer);
    bot = createBot(site);
    admin = await createAdmin(site);
    await seed(DIALECTS.mysql);
    connection = await createConnection(onServer.databaseUrl);
    planOf = async (sql, bindings) => {
      const [rows] = await connection.query(`EXPLAIN ${sql}`, bindings);
      return (rows as { table: string | null; type: string | null; key: string | null }[]).map(
        ({ table, type, key }) =>
          `${type === 'ALL' || type === 'index' ? 'whole' : 'part'} ${String(table)} ${key ?? ''}`
      );
    };
  }, MINUTES_2);
  afterAll(async () => {
    await connection.end();
    await onServer.stop();
  });

  theyAreFound();
  thePanelsListIsFound();
  topicsAndSitemapsAreStretches();
});
