import { textFile } from '../support/files';
import { useSite } from '../support/use-site';

const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const { site, bot } = useSite();

/** Empty values of the fields on this site. */
const NO_FIELDS = {
  excerpt: null,
  cover: null,
  author: null,
  tags: [],
  category: null,
  seo: null,
  language: null,
};

test('a draft is shown whole, with its body', async () => {
  const material = await bot.upload(textFile('a.txt', 'a'), { alternativeText: 'A letter' });
  const { id } = await bot.createPublication({ title: 'Draft', body: '# Text', media: [material] });
  expect(await bot.get(id)).toEqual({
    id,
    title: 'Draft',
    status: 'draft',
    url: null,
    changed: false,
    media: [{ ...material, alternativeText: 'A letter', caption: null }],
    createdAt: expect.stringMatching(ISO_DATE),
    updatedAt: expect.stringMatching(ISO_DATE),
    publishedAt: null,
    firstPublishedAt: null,
    externalId: null,
    publishAt: null,
    unpublishAt: null,
    scheduleError: null,
    fields: NO_FIELDS,
    slug: 'draft',
    body: '# Text',
    draft: null,
  });
});

test('a published one is shown with its url and its date', async () => {
  const { id } = await bot.createPublication({ title: 'Published', body: 'Text' });
  const { url } = await bot.publish(id);
  expect(await bot.get(id)).toEqual({
    id,
    title: 'Published',
    status: 'published',
    url,
    changed: false,
    media: [],
    createdAt: expect.stringMatching(ISO_DATE),
    updatedAt: expect.stringMatching(ISO_DATE),
    publishedAt: expect.stringMatching(ISO_DATE),
    firstPublishedAt: expect.stringMatching(ISO_DATE),
    externalId: null,
    publishAt: null,
    unpublishAt: null,
    scheduleError: null,
    fields: NO_FIELDS,
    slug: 'published',
    body: 'Text',
    draft: null,
  });
});

test('of a published one the body is what readers see, and a draft in work is told', async () => {
  const { id } = await bot.createPublication({ title: 'In work', body: 'Published text' });
  await bot.publish(id);
  await site.strapi
    .documents('api::work.work')
    .update({ documentId: id, data: { body: 'New text' } });
  expect(await bot.get(id)).toMatchObject({
    body: 'Published text',
    changed: true,
    draft: { title: 'In work', slug: 'in-work', body: 'New text', media: [] },
  });
});
