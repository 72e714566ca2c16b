import { startSite, type Site } from '../support/site';
import { insertPublished } from './works';

interface Query {
  sql: string;
  bindings: unknown[];
}

let site: Site;
let oldest: string;
beforeAll(async () => {
  site = await startSite();
  await insertPublished(site.strapi, 100, (index) => 1_700_000_000_000 + index * 1000);
  const { connection } = site.strapi.db;
  await connection('works').where('id', 50).update({ author_name: 'Anna' });
  const tag = await site.strapi.documents('api::tag.tag').create({ data: { name: 'Tag' } });
  await connection('works_tags_lnk').insert({ work_id: 50, tag_id: tag.id, tag_ord: 1 });
  oldest = Buffer.from('1700000050000.60').toString('base64url');
});
afterAll(() => site.stop());

const queriesOf = async (path: string): Promise<Query[]> => {
  const queries: Query[] = [];
  const note = (query: Query) => queries.push(query);
  site.strapi.db.connection.on('query', note);
  await site.request.get(path).expect(200);
  site.strapi.db.connection.removeListener('query', note);
  // Workers look at tables of their own whenever their time has come.
  return queries.filter(({ sql }) => !sql.includes('bot_'));
};

test.each([
  ['the newest works', () => '/works', 'works_published_at_id_index', 3],
  ['older works', () => `/works?before=${oldest}`, 'works_published_at_id_index', 3],
  ['works of an author', () => '/works/authors/Anna', 'works_author_newest_index', 3],
  ['a work', () => '/works/work-7', 'works_slug_index', 4],
])(
  '%s: one query for works, by index and without sorting, one each for media and what else is beside them',
  async (_case, path, index, count) => {
    const queries = await queriesOf(path());
    expect(queries).toHaveLength(count);
    const [works] = queries as [Query];
    const plan = await site.strapi.db.connection.raw<{ detail: string }[]>(
      `EXPLAIN QUERY PLAN ${works.sql}`,
      works.bindings as never[]
    );
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringContaining(`SEARCH t0 USING INDEX ${index}`),
    ]);
  }
);

const plansOf = (queries: Query[]) =>
  Promise.all(
    queries.map(async ({ sql, bindings }) => {
      const steps: { detail: string }[] = await site.strapi.db.connection.raw(
        `EXPLAIN QUERY PLAN ${sql}`,
        bindings as never[]
      );
      return steps.map(({ detail }) => detail);
    })
  );

test('the newest works of a tag are read in the order of an index', async () => {
  const queries = await queriesOf('/works/tags/tag');
  expect(queries).toHaveLength(5);
  const [, links = []] = await plansOf(queries);
  expect(links).toEqual([
    expect.stringMatching(/^SEARCH link USING (?:COVERING )?INDEX works_tags_newest_index/),
    expect.stringMatching(/^SEARCH work USING INTEGER PRIMARY KEY/),
  ]);
});

test('the works before and after one are looked up', async () => {
  const queries = await queriesOf('/works/work-7');
  const beside = queries.filter(({ sql }) => sql.includes('`newer`'));
  const [steps = []] = await plansOf(beside);
  expect(steps.filter((step) => /SEARCH|SCAN (?!older|newer)/.test(step))).toEqual([
    expect.stringMatching(/^SEARCH works USING (?:COVERING )?INDEX works_published_at_id_index/),
    expect.stringMatching(/^SEARCH works USING (?:COVERING )?INDEX works_published_at_id_index/),
  ]);
});

test('the list does not read the texts of the works', async () => {
  const [works] = await queriesOf('/works');
  expect(works?.sql).not.toContain('body');
});
