import { createBot, type Bot, type Material } from '../support/bot';
import { fileRow } from '../support/database';
import { textFile } from '../support/files';
import { STORY, startSiteOfStories } from '../support/own-type';
import type { Site } from '../support/site';

const image = { type: 'media', multiple: false };

let site: Site;
let bot: Bot;
beforeAll(async () => {
  site = await startSiteOfStories(
    {
      name: { type: 'string', required: true, maxLength: 40 },
      webAddress: { type: 'string' },
      content: { type: 'text' },
      images: { type: 'media', multiple: true },
      cover: image,
      seo: { type: 'component', component: 'story.figure' },
      parts: { type: 'dynamiczone', components: ['story.gallery', 'story.figure'] },
      sequel: { type: 'relation', relation: 'oneToOne', target: STORY },
    },
    { title: 'name', slug: 'webAddress', body: 'content', media: 'images' },
    {
      'story.figure': { image, note: { type: 'string' } },
      'story.gallery': {
        figures: { type: 'component', component: 'story.figure', repeatable: true },
      },
    }
  );
  bot = createBot(site);
});
afterAll(() => site.stop());

interface Documents {
  update: (params: object) => Promise<unknown>;
}

const stories = () => site.strapi.documents(STORY as never) as unknown as Documents;

let number = 0;
const upload = (): Promise<Material> => {
  number += 1;
  return bot.upload(textFile(`file-${number}.txt`, `${number}`));
};
const rowOf = async ({ id }: Material): Promise<number> => (await fileRow(site, id)).id;
const idsOf = (media: { id: string }[]): string[] => media.map(({ id }) => id);

test('the interface stays as it is', async () => {
  const media = [await upload(), await upload()];
  const { id } = await bot.createPublication({ title: 'The old mill', body: '# Mill', media });
  const published = await bot.publish(id);
  const fullPublication = {
    id,
    title: 'The old mill',
    slug: 'the-old-mill',
    body: '# Mill',
    status: 'published',
    url: `${site.url}/works/the-old-mill`,
    changed: false,
  };
  const publication = await bot.get(id);
  const [item] = await bot.list({ status: 'published', limit: 1 });
  const rows: object[] = await site.strapi.db.connection('storys').where('document_id', id);

  expect(published).toEqual({ id, url: fullPublication.url });
  expect(publication).toMatchObject(fullPublication);
  expect(idsOf(publication.media)).toEqual(idsOf(media));
  expect(item).toMatchObject({ id, title: 'The old mill', url: fullPublication.url });
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    expect(row).toMatchObject({
      name: 'The old mill',
      web_address: 'the-old-mill',
      content: '# Mill',
    });
  }
  expect(await bot.remove(id)).toEqual({ id, media: { deleted: idsOf(media), kept: [] } });
});

test('a change is written and told, and one that changes nothing is none', async () => {
  const [first, second] = [await upload(), await upload()];
  const { id } = await bot.createPublication({ title: 'Before', body: 'old', media: [first] });
  await bot.publish(id);
  const before = await bot.request('get', `/publications/${id}`);
  const same = await bot.request('patch', `/publications/${id}`).send({
    title: 'Before',
    slug: 'before',
    body: 'old',
    media: [first.id],
  });
  const change = { title: 'After', slug: 'after', body: null, media: [second] };
  const changed = await bot.change(id, change);
  const published = await bot.change(id, { body: 'new' }, { publish: true });
  const unpublished = await bot.unpublish(id);
  const draft = await bot.get(id);
  await bot.remove(id);

  expect([same.status, same.headers.etag]).toEqual([200, before.headers.etag]);
  expect(changed).toMatchObject({ title: 'Before', changed: true });
  expect(changed.draft).toMatchObject({ title: 'After', slug: 'after', body: null });
  expect(published).toMatchObject({ title: 'After', body: 'new', changed: false });
  expect(idsOf(published.media)).toEqual([second.id]);
  expect(unpublished).toEqual({ id });
  expect(draft).toMatchObject({ status: 'draft', title: 'After', slug: 'after', body: 'new' });
});

test('If-Match refuses who has seen another version', async () => {
  const { id } = await bot.createPublication({ title: 'Seen' });
  const { headers } = await bot.request('get', `/publications/${id}`);
  await bot.change(id, { body: 'by somebody else' });
  await bot
    .request('post', `/publications/${id}/publish`)
    .set('If-Match', headers.etag ?? '')
    .expect(412);
  await bot.remove(id);
});

test('a slug is unique, and one that is taken is refused by the name of the interface', async () => {
  const first = await bot.createPublication({ title: 'Same words' });
  const second = await bot.createPublication({ title: 'Same words' });
  const slugs = [(await bot.get(first.id)).slug, (await bot.get(second.id)).slug];
  const { body } = await bot
    .request('patch', `/publications/${second.id}`)
    .send({ slug: 'same-words' })
    .expect(400);
  expect(slugs).toEqual(['same-words', expect.stringMatching(/^same-words-[0-9a-z]{6}$/)]);
  expect(body.error.details.errors[0].path).toEqual(['slug']);
});

test('a title that is too long for the type is refused by the name of the interface', async () => {
  const { body } = await bot
    .request('post', '/publications')
    .send({ title: 'x'.repeat(41) })
    .expect(400);
  expect(body.error.details.errors).toEqual([
    { path: ['title'], message: 'title must be at most 40 characters' },
  ]);
});

test('what stands in the further fields is published, and its media go with the publication', async () => {
  const files = await Promise.all(Array.from({ length: 5 }, upload));
  const [own, cover, inSeo, inZone, deeper] = files;
  const sequel = await bot.createPublication({ title: 'Sequel' });
  const { id } = await bot.createPublication({ title: 'Rich', media: [own] });
  const [coverRow, seoRow, zoneRow, deeperRow] = await Promise.all(
    [cover, inSeo, inZone, deeper].map((file) => rowOf(file))
  );
  await stories().update({
    documentId: id,
    data: {
      cover: coverRow,
      seo: { image: seoRow, note: 'n' },
      parts: [
        { __component: 'story.figure', image: zoneRow },
        { __component: 'story.gallery', figures: [{ image: deeperRow }] },
      ],
      sequel: sequel.id,
    },
  });
  await bot.publish(id);
  // A change by the bot keeps attributes that the bot does not know.
  await bot.change(id, { body: 'changed' }, { publish: true });
  const entry = await site.strapi.db.query(STORY).findOne({
    where: { documentId: id, publishedAt: { $notNull: true } },
    populate: { seo: { populate: ['image'] }, cover: true },
  });
  const { media } = await bot.remove(id);

  expect(entry).toMatchObject({
    content: 'changed',
    cover: { documentId: cover?.id },
    seo: { note: 'n', image: { documentId: inSeo?.id } },
  });
  expect(media.kept).toEqual([]);
  expect(media.deleted.sort()).toEqual(idsOf(files).sort());
  expect(await site.strapi.db.connection('files').whereIn('document_id', idsOf(files))).toEqual([]);
  expect((await bot.get(sequel.id)).title).toBe('Sequel');
});

test('the Media Library says which publication uses a file, by its title', async () => {
  const file = await upload();
  const { id } = await bot.createPublication({ title: 'User of a file', media: [file] });
  const row = await fileRow(site, file.id);
  const remove = site.strapi
    .plugin('upload')
    .service('upload')
    .remove({ ...row });
  await expect(remove).rejects.toThrow('used by "User of a file" (draft, in its media)');
  await bot.remove(id);
});
