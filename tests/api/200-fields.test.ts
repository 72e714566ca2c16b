import type { Publication } from '../support/bot';
import { countRows, workRows } from '../support/database';
import { png, textFile } from '../support/files';
import { statementsWhile } from '../support/statements';
import { useSite } from '../support/use-site';

const NOTHING = {
  excerpt: null,
  cover: null,
  author: null,
  tags: [],
  category: null,
  seo: null,
  language: null,
};

const { site, bot } = useSite();
let category: { documentId: string };

beforeAll(async () => {
  category = await site.strapi
    .documents('api::category.category')
    .create({ data: { name: 'Far away' } });
});

const slugsOf = (fields: Record<string, unknown> = {}): unknown[] =>
  (fields.tags as { slug: string }[]).map(({ slug }) => slug);

const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const statements = await statementsWhile(site, work);
  return statements.map(({ sql }) => sql);
};

test('a publication says what its fields hold, also where that is nothing', async () => {
  const { id } = await bot.createPublication({ title: 'Bare' });
  expect((await bot.get(id)).fields).toEqual(NOTHING);
});

test('all that is sent is there, and what is read can be sent again', async () => {
  const cover = await bot.upload(await png());
  const { id } = await bot.createPublication({
    title: 'Full',
    fields: {
      excerpt: 'In short',
      author: 'Anna',
      tags: ['Space Travel', 'Mars'],
      category: 'far-away',
      cover: { id: cover.id },
      seo: { metaTitle: 'Found', noIndex: true },
    },
  });
  const { fields, media } = await bot.get(id);
  expect(media).toEqual([]);
  expect(fields).toMatchObject({
    excerpt: 'In short',
    author: 'Anna',
    tags: [
      { slug: 'space-travel', name: 'Space Travel' },
      { slug: 'mars', name: 'Mars' },
    ],
    category: { id: category.documentId, slug: 'far-away', name: 'Far away' },
    cover: { id: cover.id, url: cover.url, type: 'image' },
    seo: { metaTitle: 'Found', metaDescription: null, noIndex: true },
  });
  const before = await workRows(site, id);
  expect((await bot.change(id, { fields })).fields).toEqual(fields);
  expect(await workRows(site, id)).toEqual(before);
});

test('a change is of what it names only, in components too; null clears', async () => {
  const { id } = await bot.createPublication({
    title: 'Merged',
    fields: { excerpt: 'Short', tags: ['Mars'], seo: { metaTitle: 'A', metaDescription: 'B' } },
  });
  const changed = await bot.change(id, { fields: { tags: null, seo: { metaTitle: null } } });
  expect(changed.fields).toEqual({
    ...NOTHING,
    excerpt: 'Short',
    seo: { metaTitle: null, metaDescription: 'B', noIndex: false },
  });
  expect((await bot.change(id, { fields: { excerpt: null, seo: null } })).fields).toEqual(NOTHING);
});

test('readers see the fields with the next publish, the draft has them before', async () => {
  const { id } = await bot.createPublication({
    title: 'Public',
    fields: { tags: ['Mars', 'Venus'] },
  });
  await bot.publish(id);
  const changed = await bot.change(id, { fields: { tags: ['Venus'], author: 'Ben' } });
  expect(changed.changed).toBe(true);
  expect(slugsOf(changed.fields)).toEqual(['mars', 'venus']);
  expect(slugsOf(changed.draft?.fields)).toEqual(['venus']);
  await bot.publish(id);
  const published = await bot.get(id);
  expect(published).toMatchObject({ changed: false, draft: null, fields: { author: 'Ben' } });
  expect(slugsOf(published.fields)).toEqual(['venus']);
});

test.each<[string, Record<string, unknown>]>([
  ['a text', { excerpt: 'Another' }],
  ['tags', { tags: ['Another'] }],
  ['a component', { seo: { metaTitle: 'Another' } }],
])('%s makes another ETag', async (_what, fields) => {
  const { id } = await bot.createPublication({ title: 'Tagged', fields: { tags: ['Mars'] } });
  const etag = async () =>
    (await bot.request('get', `/publications/${id}`).expect(200)).headers.etag;
  const before = await etag();
  await bot.change(id, { fields });
  expect(await etag()).not.toBe(before);
});

test('the list says them where that is asked for', async () => {
  await bot.createPublication({ title: 'Listed', fields: { tags: ['Mars'], author: 'Cleo' } });
  const [plain] = await bot.list({ limit: 1 });
  const [full] = await bot.list({ limit: 1, include: 'fields' });
  expect(plain).not.toHaveProperty('fields');
  expect(full?.fields).toMatchObject({ author: 'Cleo', tags: [{ slug: 'mars' }], cover: null });
});

test('a tag is found by its slug, its id or its name, and made once', async () => {
  const before = await countRows(site, 'tags');
  const make = (tag: unknown) =>
    bot.createPublication({ title: 'Jupiter', fields: { tags: [tag, 'Europa'] } });
  const first = await bot.get((await make('Jüpiter moons')).id);
  const [tag] = first.fields?.tags as { id: string; slug: string; name: string }[];
  for (const name of [tag?.id, tag?.slug, 'jüpiter  Moons', { id: tag?.id }]) {
    expect((await bot.get((await make(name)).id)).fields?.tags).toEqual(first.fields?.tags);
  }
  expect(await countRows(site, 'tags')).toBe(before + 2);
});

test.each([
  ['深圳', 'shen-zhen'],
  ['東京', 'dong-jing'],
  ['תל אביב', 'tl-byb'],
  ['Größe', 'groesse'],
])('the slug of the tag %s is %s', async (name, slug) => {
  const { id } = await bot.createPublication({ title: 'Far', fields: { tags: [name] } });
  expect(slugsOf((await bot.get(id)).fields)).toEqual([slug]);
  const { slug: inPanel } = await site.strapi
    .documents('api::tag.tag')
    .create({ data: { name: `${name} 2` } });
  expect(inPanel).toBe(`${slug}-2`);
});

test('names that share a slug are two tags', async () => {
  const { id } = await bot.createPublication({
    title: 'Languages',
    fields: { tags: ['C', 'C++'] },
  });
  const [one, other] = slugsOf((await bot.get(id)).fields);
  expect(one).toBe('c');
  expect(other).toMatch(/^c-[0-9a-f]{8}$/);
});

test('a deleted publication takes its cover with it, and leaves its tags', async () => {
  const cover = await bot.upload(await png());
  const { id } = await bot.createPublication({
    title: 'Short-lived',
    fields: { cover: cover.id, tags: ['Mars'], seo: { metaTitle: 'x' } },
  });
  await bot.publish(id);
  const tags = await countRows(site, 'tags');
  expect((await bot.remove(id)).media).toEqual({ deleted: [cover.id], kept: [] });
  expect(await countRows(site, 'tags')).toBe(tags);
  const { connection } = site.strapi.db;
  const orphans = await connection('works_cmps').whereNotIn(
    'entity_id',
    connection('works').select('id')
  );
  expect(orphans).toEqual([]);
});

test('a work without them costs no query more', async () => {
  const { id } = await bot.createPublication({ title: 'Plain', body: 'x' });
  /** Statements that read a work's rows also check, by subqueries, whether it has related records. */
  const isOfTheRows = (sql: string) => /^SELECT (?:entry|draft)\./.test(sql);
  const related = (statements: string[]) =>
    statements.filter(
      (sql) =>
        !isOfTheRows(sql) &&
        /(?:from|into) [`"]?(?:works_tags|works_category|works_cmps)/i.test(sql)
    );
  /** Matches the single statement that stores a work which the bot deletes. */
  const keeps = (sql: string): boolean => /into [`"]?bot_trashed_publications/i.test(sql);
  expect(related(await statementsOf(() => bot.get(id)))).toEqual([]);
  const written = [
    ...(await statementsOf(() => bot.publish(id))),
    ...(await statementsOf(() => bot.remove(id))),
  ];
  expect(related(written.filter((sql) => !keeps(sql)))).toEqual([]);
  expect(written.filter(keeps)).toHaveLength(1);
});

const refused = async (fields: unknown): Promise<{ path: unknown; message: string }> => {
  const { body } = await bot
    .request('post', '/publications')
    .send({ title: 'Refused', fields } as never)
    .expect(400);
  return body.error.details.errors[0];
};

test.each<[string, unknown, unknown[]]>([
  ['no object', 'x', ['fields']],
  ['a name that the site does not know', { colour: 'red' }, ['fields', 'colour']],
  ['a number for a text', { excerpt: 1 }, ['fields', 'excerpt']],
  ['a text that is too long', { excerpt: 'x'.repeat(501) }, ['fields', 'excerpt']],
  ['a text with NUL', { author: 'a\0' }, ['fields', 'author']],
  ['tags that are no array', { tags: 'mars' }, ['fields', 'tags']],
  ['an empty tag', { tags: ['mars', ' '] }, ['fields', 'tags', 1]],
  ['a tag by an id that is not there', { tags: [{ id: 'nothing' }] }, ['fields', 'tags', 0]],
  ['a category that is not there', { category: 'nowhere' }, ['fields', 'category']],
  ['a cover that is not there', { cover: 'nothing' }, ['fields', 'cover']],
  ['a part that a component has not', { seo: { title: 'x' } }, ['fields', 'seo', 'title']],
  ['what is no language', { language: 'klingon!' }, ['fields', 'language']],
  ['a language with an underscore', { language: 'en_US' }, ['fields', 'language']],
  ['a text for a truth', { seo: { noIndex: 'yes' } }, ['fields', 'seo', 'noIndex']],
])('%s is refused with its path', async (_what, fields, path) => {
  const works = await countRows(site, 'works');
  expect((await refused(fields)).path).toEqual(path);
  expect(await countRows(site, 'works')).toBe(works);
});

test('a tag that cannot be made is refused, and no tag beside it', async () => {
  const { body } = await bot
    .request('post', '/publications')
    .send({ title: 'Refused', fields: { tags: ['New', { id: 'nope' }] } })
    .expect(400);
  expect(body.error.details.errors).toEqual([
    { path: ['fields', 'tags', 1], message: 'No record is named nope' },
  ]);
});

test.each(['de', 'zh-Hant', 'pt-BR', 'sr-Latn-RS', ''])(
  'the language "%s" is taken',
  async (language) => {
    const { id } = await bot.createPublication({ title: 'Spoken', fields: { language } });
    expect((await bot.get(id)).fields?.language).toBe(language);
  }
);

test('a language that a work has from before stays', async () => {
  const { id } = await bot.createPublication({ title: 'Spoken before' });
  await site.strapi.db.connection('works').where({ document_id: id }).update({ language: 'x!' });
  const { fields } = await bot.get(id);
  await bot.change(id, { title: 'Spoken since', fields });
  await bot
    .request('patch', `/publications/${id}`)
    .send({ fields: { language: 'y!' } })
    .expect(400);
});

test('a cover that is no image is refused', async () => {
  const file = await bot.upload(textFile('a.txt', 'a'));
  expect((await refused({ cover: file.id })).path).toEqual(['fields', 'cover']);
});

test('what an editor changed in a component is shown, and kept where the bot changes the rest', async () => {
  const { id } = await bot.createPublication({
    title: 'Shared',
    fields: { seo: { metaTitle: 'Bot' } },
  });
  const before: Publication = await bot.get(id);
  await site.strapi.documents('api::work.work').update({
    documentId: id,
    data: { seo: { metaDescription: 'By an editor' } } as never,
  });
  const after = await bot.get(id);
  expect(after.fields).not.toEqual(before.fields);
  const changed = await bot.change(id, { fields: { seo: { metaTitle: 'Again' } } });
  expect(changed.fields?.seo).toMatchObject({
    metaTitle: 'Again',
    metaDescription: 'By an editor',
  });
});
