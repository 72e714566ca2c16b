import { page, readOn } from '../changes/feed-of';
import { textFile } from '../support/files';
import { statementsWhile, type Statement } from '../support/statements';
import { useOwnSite } from '../support/use-site';

const { site, bot } = useOwnSite({
  env: { BOT_PROTECT_EDITORS: 'true' },
  register: ({ config }) => void config.set('plugin::bot.largeTableRows', 0),
});
let id: string;

beforeAll(async () => {
  const media = [await bot.upload(textFile('a.txt', 'a'))];
  for (const title of ['One', 'Two', 'Three']) {
    ({ id } = await bot.createPublication({ title, media }));
  }
  await bot.publish(id);
});

const plugin = (service: string): Record<string, () => Promise<unknown>> =>
  site.strapi.plugin('bot').service(service);

/** Returns the statements that run during `work`. */
const queriesOf = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const queries = await statementsWhile(site, work);
  // Excludes statements of the workers of schedules, removals and statistics, which may run at any time.
  const isAsked = ({ sql }: Statement) =>
    !/`due_at` is not null order by `due_at`|`bot_removals` where `failed_at` is null|`bot_states`/.test(
      sql
    );
  return queries.filter(
    (query) => /^(?:select|with|update|delete)\b/i.test(query.sql) && isAsked(query)
  );
};

/** Returns SQLite's query plan of a statement, a line for each step. */
const planOf = async ({ sql, bindings }: Statement): Promise<string[]> => {
  const steps: { detail: string }[] = await site.strapi.db.connection.raw(
    `EXPLAIN QUERY PLAN ${sql}`,
    bindings as string[]
  );
  return steps.map(({ detail }) => detail);
};

const GROWING =
  /`?(?:works|files|files_related_mph|bot_removals|bot_publication_details|bot_changes|bot_webhook_deliveries)`?/;
/** Matches a scan of a whole table. `newest_...` are pages of the list and not tables. */
const FULL_READ = /^SCAN (?!newest_)(?!.*USING (?:COVERING )?INDEX)/;

/** Returns the steps of `work` that get slower with more works or files, with their statements. */
const slowSteps = async (work: () => Promise<unknown>) => {
  const queries = (await queriesOf(work)).filter(({ sql }) => GROWING.test(sql));
  expect(queries.length).toBeGreaterThan(0);
  const plans = await Promise.all(
    queries.map(async (query) => ({
      sql: query.sql,
      slow: (await planOf(query)).filter((step) => FULL_READ.test(step)),
    }))
  );
  return plans.filter(({ slow }) => slow.length > 0);
};

/** Returns the query plan of the first statement for a list. */
const listPlan = async (query: Record<string, string | number>) => {
  const [first] = await queriesOf(() => bot.list(query));
  return first === undefined ? [] : planOf(first);
};

const nextCursor = async (query: object): Promise<string> => {
  const { headers } = await bot.request('get', '/publications').query(query);
  const address = /<([^>]+)>/.exec(String(headers.link))?.[1];
  return String(new URL(String(address)).searchParams.get('cursor'));
};

const draftsBy = (index: string) =>
  expect.stringMatching(`^SEARCH draft USING (?:COVERING )?INDEX ${index}`);

/** Returns the steps of a plan that find works, and those that sort or scan. */
const stepsOf = (plan: string[]) => ({
  found: plan.filter((step) => step.includes(' draft ')),
  sorted: plan.filter((step) => /^SCAN|TEMP B-TREE/.test(step)),
});

/** Expected steps that merge several lists: only their pages are sorted. */
const merged = (...lists: number[]) => [
  ...lists.flatMap((list) => [`SCAN newest_${list}`, 'USE TEMP B-TREE FOR ORDER BY']),
  'SCAN newest_all',
];

/** Expected steps for a single list, which is already sorted. */
const ONE_LIST = ['SCAN newest_0', 'SCAN newest_all'];

/** Matches the look-up of works on the page by their row ids. */
const LOOKED_UP = expect.stringMatching(/^SEARCH draft USING INTEGER PRIMARY KEY/);

const BY_STATUS = draftsBy('works_status_newest_index \\(bot_status=\\?\\)');
const BEHIND = draftsBy('works_status_newest_index \\(bot_status=\\? AND created_at<\\?\\)');

test.each<Record<string, string>>([{ status: 'draft' }, { status: 'published' }])(
  'a page of the list %j is looked up in an index, and not sorted',
  async (query) => {
    const plan = stepsOf(await listPlan(query));
    expect(plan).toEqual({ found: [BY_STATUS, LOOKED_UP], sorted: ONE_LIST });
  }
);

test.each<Record<string, string>>([{ status: 'draft' }, { status: 'published' }])(
  'a page of the list %j behind a cursor starts at its place in an index, and is not sorted',
  async (query) => {
    const cursor = await nextCursor({ limit: 1 });
    const plan = stepsOf(await listPlan({ limit: 1, ...query, cursor }));
    expect(plan).toEqual({ found: [BEHIND, LOOKED_UP], sorted: ONE_LIST });
  }
);

test('a page of both statuses is looked up once for each, and only pages are merged', async () => {
  const plan = stepsOf(await listPlan({}));
  expect(plan).toEqual({
    found: [BY_STATUS, BY_STATUS, LOOKED_UP],
    sorted: expect.any(Array),
  });
  expect(plan.sorted.sort()).toEqual(merged(0, 1).sort());
});

test('a page of both statuses behind a cursor starts at its places in an index', async () => {
  const { found } = stepsOf(await listPlan({ limit: 1, cursor: await nextCursor({ limit: 1 }) }));
  expect(found).toEqual([BEHIND, BEHIND, LOOKED_UP]);
});

test('a page of the list takes two queries', async () => {
  expect(await queriesOf(() => bot.list())).toHaveLength(2);
});

test('a page of the list asks once whether addresses of files are to be signed', async () => {
  const media = [
    await bot.upload(textFile('b.txt', 'b')),
    await bot.upload(textFile('c.txt', 'c')),
  ];
  await bot.createPublication({ title: 'Two files', media });
  const asked = jest.spyOn(site.strapi.plugin('upload').provider, 'isPrivate');
  await bot.list();
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
});

const TIME = '2020-01-01T00:00:00Z';

test.each([
  [{ createdAfter: TIME }, 'newest', 'created_at>\\?'],
  [{ createdBefore: TIME }, 'newest', 'created_at<\\?'],
  [{ updatedAfter: TIME }, 'updated', 'updated_at>\\?'],
])(
  'a page of the list %j is a stretch of an index, and not sorted',
  async (query, index, range) => {
    const { found, sorted } = stepsOf(await listPlan({ status: 'draft', ...query }));
    expect(found[0]).toMatch(
      new RegExp(
        `^SEARCH draft USING (?:COVERING )?INDEX works_status_${index}_index \\(bot_status=\\? AND ${range}`
      )
    );
    expect(sorted).toEqual(ONE_LIST);
  }
);

test('what is said of the publications of a page is looked up one by one, for those on it alone', async () => {
  const plan = await listPlan({});
  const steps = plan.filter((step) => / details /.test(step));
  expect(steps).toEqual([
    expect.stringMatching(
      /^SEARCH details USING INDEX bot_publication_details_\w+ \(document_id=\?\)/
    ),
  ]);
});

test('a publication is found by an external id in three look-ups', async () => {
  const plan = await listPlan({ externalId: 'any' });
  expect(plan.filter((step) => /^(?:SEARCH|SCAN) (?!newest_)/.test(step))).toEqual([
    expect.stringMatching(/^SEARCH draft USING INTEGER PRIMARY KEY/),
    expect.stringMatching(/^SEARCH lead USING (?:COVERING )?INDEX \w+ \(document_id=\?/),
    expect.stringMatching(/^SEARCH bot_publication_details USING INDEX \w+ \(external_key=\?\)/),
    // All further columns are read after that.
    expect.stringMatching(/^SEARCH public /),
    LOOKED_UP,
    expect.stringMatching(/^SEARCH public /),
    expect.stringMatching(/^SEARCH details /),
  ]);
});

test('the slug check is looked up in an index', async () => {
  const queries = await queriesOf(() => bot.createPublication({ title: 'One' }));
  const check = queries.find(({ sql }) => /where `slug` =/i.test(sql));
  expect(check && (await planOf(check))).toEqual([
    expect.stringMatching(/^SEARCH works USING (?:COVERING )?INDEX works_slug_index/),
  ]);
});

test('components are looked up by their work, not by their kind', async () => {
  const seo = { metaTitle: 'One', metaDescription: 'Two' };
  const work = await bot.createPublication({ title: 'With words for engines', fields: { seo } });
  const queries = await queriesOf(async () => {
    await bot.get(work.id);
    await bot.change(work.id, { body: 'Another' });
    await bot.publish(work.id);
    await site.strapi.documents('api::work.work').findMany({
      filters: { documentId: work.id },
      populate: { seo: true },
    });
    await bot.remove(work.id);
  });
  const plans = await Promise.all(
    queries.filter(({ sql }) => sql.includes('works_cmps')).map(planOf)
  );
  const steps = plans
    .flat()
    .filter((step) => /works_(?:uq|\w*(?:cmps|entity|field|component))/.test(step));
  expect(steps.length).toBeGreaterThan(4);
  for (const step of steps) {
    expect(step).toMatch(/\(entity_id=\?/);
  }
});

const materials = (parameters: string) =>
  bot.request('get', `/materials?${parameters}`).expect(200);

test.each([
  ['', 'INTEGER PRIMARY KEY (rowid<?)'],
  ['type=file', 'INDEX bot_files_newest_of_type_index (type=? AND id<?)'],
])('a page of the list of materials %s is a stretch of an index', async (parameters, index) => {
  const [page] = await queriesOf(() => materials(parameters));
  expect(page && (await planOf(page))).toEqual([`SEARCH files USING ${index}`]);
});

test('a page of the list of materials takes one query', async () => {
  expect(await queriesOf(() => materials(''))).toHaveLength(1);
});

test('who uses a file is looked up for those on the page of unattached ones', async () => {
  const [, page] = await queriesOf(() => materials('attached=false'));
  expect(page && (await planOf(page))).toEqual([
    'SEARCH files USING INTEGER PRIMARY KEY (rowid<?)',
    expect.stringMatching(/^CORRELATED SCALAR SUBQUERY/),
    expect.stringMatching(/^SEARCH link USING (?:COVERING )?INDEX \w+ \(file_id=\?/),
    expect.stringMatching(/^SEARCH work USING INTEGER PRIMARY KEY/),
  ]);
});

test.each<[string, () => Promise<unknown>]>([
  ['list', () => bot.list()],
  ['list, by external id', () => bot.list({ externalId: 'any' })],
  ['get', () => bot.get(id)],
  ['create', () => bot.createPublication({ title: 'Four' })],
  ['create, named', () => bot.createPublication({ title: 'Four', externalId: 'four' })],
  ['change the name', () => bot.change(id, { externalId: 'id' })],
  ['publish a draft', async () => bot.publish((await bot.createPublication({ title: 'Five' })).id)],
  ['publish again', () => bot.publish(id)],
  [
    'unpublish',
    async () => {
      await bot.unpublish(id);
      await bot.publish(id);
    },
  ],
  ['delete', async () => bot.remove((await bot.createPublication({ title: 'Six' })).id)],
  ['upload', () => bot.upload(textFile('b.txt', 'b'))],
  ['the list of materials', () => materials('')],
  ['the list of materials, of a type', () => materials('type=file')],
  ['the list of materials, by digest', () => materials(`sha256=${'0'.repeat(64)}`)],
  ['the list of unattached materials', () => materials('attached=false')],
  ['the list of unattached materials of a type', () => materials('attached=false&type=file')],
  ['the list of attached materials', () => materials('attached=true')],
  ['the feed', () => bot.request('get', '/changes')],
  ['the feed, behind a cursor', async () => readOn(bot, (await page(bot, { limit: 1 })).next)],
  ['the end of the feed', () => page(bot, { after: 'latest' })],
  ['the number of new changes', () => plugin('changeSequence').number()],
  ['dropping old changes', () => plugin('changePruning').sweep()],
])('%s reads no table from end to end', async (_action, work) => {
  expect(await slowSteps(work)).toEqual([]);
});

test('what SQLite was told of an index is told again within the hour after somebody made it anew', async () => {
  const { connection } = site.strapi.db;
  const workStatistics = () => connection('sqlite_stat1').where({ tbl: 'works' }).orderBy('idx');
  const before: { idx: string }[] = await workStatistics();
  for (const { idx } of before) {
    const { sql } = await connection('sqlite_master').where({ name: idx }).first('sql');
    await connection.raw('DROP INDEX ??', [idx]);
    await connection.raw(sql);
  }
  expect(before).not.toEqual([]);
  expect(await workStatistics()).toEqual([]);
  await site.strapi.cron.jobs.find(({ name }) => name === 'botIndexSweep')?.job.invoke();
  expect(await workStatistics()).toEqual(before);
});

test('tables of the plugin have the indexes that they name, and not one more by documents', async () => {
  const indexes: string[] = await site.strapi.db
    .connection('sqlite_master')
    .where('type', 'index')
    .where('tbl_name', 'like', 'bot%')
    .pluck('name');
  expect(indexes).toContain('bot_changes_publication_index');
  expect(indexes.filter((name) => name.endsWith('documents_idx'))).toEqual([]);
  const versions = site.strapi.plugin('bot').service('version');
  const [query] = await queriesOf(() => versions.list(id));
  expect(query && (await planOf(query))).toEqual([
    expect.stringContaining('USING INDEX bot_versions_of_index'),
  ]);
});

test('dates of first publishes are filled in by document, not by a walk over all undated rows', async () => {
  await site.strapi.db.connection('works').update({ first_published_at: null });
  const statements = await queriesOf(plugin('repair').fillIn);
  const updates = statements.filter(({ sql }) => sql.includes('COALESCE(first_published_at'));
  expect(await Promise.all(updates.map(planOf))).toEqual([
    [expect.stringMatching(/^SEARCH works USING INDEX works_documents_idx \(document_id=\?/)],
  ]);
});
