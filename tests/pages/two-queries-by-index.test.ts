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
  ['the newest works', () => '/works', 'works_published_at_id_index'],
  ['older works', () => `/works?before=${oldest}`, 'works_published_at_id_index'],
  ['a work', () => '/works/work-7', 'works_slug_index'],
])(
  '%s: one query for works, by index and without sorting, one for media',
  async (_case, path, index) => {
    const queries = await queriesOf(path());
    expect(queries).toHaveLength(2);
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

test('the list does not read the texts of the works', async () => {
  const [works] = await queriesOf('/works');
  expect(works?.sql).not.toContain('body');
});
