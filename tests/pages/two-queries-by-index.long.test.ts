import { png } from '../support/files';
import { statementsWhile, type Statement } from '../support/statements';
import { useOwnSite } from '../support/use-site';
import { insertPublished, storeFile } from './works';

const { site } = useOwnSite({
  register: ({ config }) => void config.set('plugin::bot.largeTableRows', 0),
});
let oldest: string;
beforeAll(async () => {
  await insertPublished(site.strapi, 100, (index) => 1_700_000_000_000 + index * 1000);
  const { connection } = site.strapi.db;
  await connection('works').where('id', 50).update({ author_name: 'Anna' });
  const tag = await site.strapi.documents('api::tag.tag').create({ data: { name: 'Tag' } });
  await connection('works_tags_lnk').insert({ work_id: 50, tag_id: tag.id, tag_ord: 1 });
  const picture = await storeFile(site.strapi, await png());
  await connection('files_related_mph').insert(
    [49, 50].flatMap((work) =>
      ['media', 'cover'].map((field) => ({
        file_id: picture.id,
        related_id: work,
        related_type: 'api::work.work',
        field,
        order: 1,
      }))
    )
  );
  await connection('works')
    .whereIn('id', [30, 31])
    .update({ body: `![](${picture.url})` });
  oldest = Buffer.from('1700000050000.60').toString('base64url');
});

/** Records the queries of a page. @param isKept true to allow a cached answer */
const queriesOf = async (path: string, isKept = false): Promise<Statement[]> => {
  const headers = isKept ? {} : { Origin: 'http://other.example' };
  const queries = await statementsWhile(site, () =>
    site.request.get(path).set(headers).expect(200)
  );
  // Ignores the tables of workers and the site's branding, which are read at other intervals.
  return queries.filter(({ sql }) => !/(?:from|into|update) `(?:bot_|site_faces)/i.test(sql));
};

test.each([
  ['the newest works', () => '/works', 'works_public_newest_index', 5],
  ['older works', () => `/works?before=${oldest}`, 'works_public_newest_index', 5],
  ['works of an author', () => '/works/authors/Anna', 'works_author_first_published_index', 6],
])(
  '%s: one query for works, by index and without sorting, and one each for pictures, categories and texts',
  async (_case, path, index, count) => {
    // Ignores the count of tags, which is cached.
    const queries = (await queriesOf(path())).filter(({ sql }) => !sql.includes('is_public'));
    expect(queries).toHaveLength(count);
    const [works] = queries as [Statement];
    const plan = await site.strapi.db.connection.raw<{ detail: string }[]>(
      `EXPLAIN QUERY PLAN ${works.sql}`,
      works.bindings as never[]
    );
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringContaining(`SEARCH t0 USING INDEX ${index}`),
    ]);
  }
);

test.each([
  ['a work', '/works/work-7', 2],
  ['a work with media, a cover and tags', '/works/work-48', 3],
  // An additional query reads the modification times of the files in the text.
  ['a work whose text shows files', '/works/work-29', 4],
])(
  '%s: one query by index, one for all that is beside it, and its files; none once it is kept',
  async (_case, path, count) => {
    const queries = await queriesOf(path, true);
    expect(queries).toHaveLength(count);
    const [[own] = []] = await plansOf(queries);
    expect(own).toMatch(/^SEARCH works USING INDEX works_slug_index/);
    expect(await queriesOf(path, true)).toEqual([]);
  }
);

const plansOf = (queries: Statement[]) =>
  Promise.all(
    queries.map(async ({ sql, bindings }) => {
      const steps: { detail: string }[] = await site.strapi.db.connection.raw(
        `EXPLAIN QUERY PLAN ${sql}`,
        bindings as never[]
      );
      return steps.map(({ detail }) => detail);
    })
  );

test('drafts of a tag are read once, and its published works in the order of an index', async () => {
  const { connection } = site.strapi.db;
  const { id: tag } = await connection('tags').where('slug', 'tag').first('id');
  const drafts = Array.from({ length: 1_500 }, (_, index) => 1_000 + index);
  for (let start = 0; start < drafts.length; start += 50) {
    const some = drafts.slice(start, start + 50);
    await connection('works').insert(some.map((id) => ({ id, document_id: `draft${id}` })));
    await connection('works_tags_lnk').insert(some.map((work_id) => ({ work_id, tag_id: tag })));
  }
  const first = await queriesOf('/works/tags/tag');
  expect(first.filter(({ sql }) => sql.startsWith('update'))).not.toEqual([]);

  const queries = await queriesOf('/works/tags/tag');
  expect(queries).toHaveLength(10);
  const [, unmarked, links] = await plansOf(queries);
  expect(unmarked?.[0]).toMatch(/^SEARCH link USING .*INDEX works_tags_first_published_index/);
  expect(links).toEqual([
    expect.stringMatching(
      /^SEARCH link USING COVERING INDEX works_tags_first_published_index \(is_public=\? AND tag_id=\?\)/
    ),
    expect.stringMatching(/^SEARCH work USING INTEGER PRIMARY KEY/),
  ]);
  const { text } = await site.request.get('/works/tags/tag');
  expect(text).toContain('/works/work-49');
});

test('a sitemap is read in the order of the works, and which there are in one index', async () => {
  const index = await queriesOf('/sitemap.xml', true);
  const [stretches] = await plansOf(index.filter(({ sql }) => sql.includes('distinct')));
  expect(stretches?.[0]).toMatch(/^(?:SEARCH|SCAN) works USING COVERING INDEX/);
  const queries = [...index, ...(await queriesOf('/sitemap/0.xml', true))];
  const listed = await plansOf(queries.filter(({ sql }) => sql.includes('not exists')));
  expect(listed.length).toBeGreaterThan(1);
  for (const [step] of listed) {
    expect(step).toMatch(/^SEARCH work USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/);
  }
  // The answer is cached for ten minutes.
  expect(await queriesOf('/sitemap/0.xml', true)).toEqual([]);
  // The cached answer is valid as long as the newest work is the same.
  expect((await queriesOf('/sitemap.xml', true)).length).toBeLessThan(index.length);
});

test('a file that a text shows is looked up', async () => {
  const files = (await queriesOf('/works/work-30')).filter(({ sql }) => sql.includes('hash'));
  expect(files).toHaveLength(2);
  for (const steps of await plansOf(files)) {
    expect(steps).toContainEqual(expect.stringContaining('INDEX bot_files_hash_index'));
  }
});

test('what readers may go on to is looked up, and no table is read through for it', async () => {
  const [, relatedQuery] = await queriesOf('/works/work-49');
  const [steps = []] = await plansOf(relatedQuery ? [relatedQuery] : []);
  const looked = steps.filter((step) => /^(?:SEARCH|SCAN)/.test(step));
  for (const index of [
    /^SEARCH work USING (?:COVERING )?INDEX works_public_newest_index/,
    /^SEARCH works_tags_lnk USING (?:COVERING )?INDEX works_tags_newest_index/,
    /^SEARCH files_related_mph|^SEARCH link USING INDEX files_related_mph/,
  ]) {
    expect(looked).toContainEqual(expect.stringMatching(index));
  }
  // The remaining scans read the parts of the union, a few rows each.
  expect(
    looked.filter(
      (step) => !/^SEARCH|^SCAN (?:older|newer|related|link|\(subquery-\d+\))$/.test(step)
    )
  ).toEqual([]);
});

test('the list reads no more than the beginnings of texts', async () => {
  const [works, ...others] = await queriesOf('/works');
  expect(works?.sql).not.toContain('body');
  const reading = others.filter(({ sql }) => sql.includes('body'));
  expect(reading.map(({ sql }) => sql)).toEqual([expect.stringContaining('substr(body, 1, 800)')]);
});
