import { JSDOM } from 'jsdom';

import { createAdmin } from '../support/admin';
import { createEditor } from '../support/content-manager';
import { textFile } from '../support/files';
import { before, useSite } from '../support/use-site';
import { publishWork, storeFile } from './works';

/** A title with Word's line break, a backspace and a noncharacter. */
const ODD = 'One\vtwo\bthree\ufffe';
const CLEAN = 'One twothree';

const { site, bot } = useSite();
const admin = before(() => createAdmin(site));

describe('where a title or a name enters', () => {
  test('those of the bot are without control characters, and are found as they were sent', async () => {
    const fields = { author: ODD, tags: [ODD], excerpt: 'kept\nas it is' };
    const { id } = await bot.createPublication({ title: ODD, body: 'kept\vas it is', fields });
    expect(await bot.get(id)).toMatchObject({
      title: CLEAN,
      body: 'kept\vas it is',
      fields: { author: CLEAN, tags: [{ name: CLEAN }], excerpt: 'kept\nas it is' },
    });
    await bot.change(id, { title: `${ODD}, changed` });
    const { body } = await bot.request('get', '/publications').query({ title: `${ODD}, ch` });
    expect(body).toEqual([expect.objectContaining({ id, title: `${CLEAN}, changed` })]);
  });

  test('a title of nothing else is none', async () => {
    await bot.request('post', '/publications').send({ title: '\v\b\ufffe' }).expect(400);
  });

  test("those of editors are, a work's, a tag's and a file's", async () => {
    const id = await createEditor(admin).create({ title: ODD });
    expect((await bot.get(id)).title).toBe(CLEAN);

    const tags = '/content-manager/collection-types/api::tag.tag';
    const made = await admin.agent.post(tags).send({ name: ODD }).expect(201);
    expect(made.body.data.name).toBe(CLEAN);
    const changed = await admin.agent
      .put(`${tags}/${made.body.data.documentId}`)
      .send({ name: `${ODD}!` });
    expect(changed.body.data.name).toBe(`${CLEAN}!`);

    const { id: file } = await storeFile(site.strapi, textFile('a.txt', 'a'));
    const renamed = await admin.agent
      .post(`/upload?id=${file}`)
      .field('fileInfo', JSON.stringify({ name: ODD }));
    expect(renamed.body.name).toBe(CLEAN);
  });

  test('the name that the bot gives to a file is, too', async () => {
    const { id } = await bot.upload(textFile('b.txt', 'b'));
    const { body } = await bot.request('patch', `/materials/${id}`).send({ name: ODD });
    expect(body.name).toBe(CLEAN);
  });
});

test('a page leaves out what HTML forbids', async () => {
  await publishWork(site.strapi, { title: 'A', slug: 'odd-page', body: ODD });
  const { text } = await site.request.get('/works/odd-page').expect(200);
  expect(text).toContain(CLEAN);
});

test('what is stored with control characters does not make XML unreadable', async () => {
  const { id } = await storeFile(site.strapi, textFile('c.txt', 'c'));
  const { strapi } = site;
  await publishWork(strapi, { title: 'Old', slug: 'old', body: `${ODD} &#11;`, media: [id] });
  // Written with SQL, like an import that bypasses all checks of titles.
  await strapi.db
    .connection('works')
    .where({ slug: 'old' })
    .update({ title: ODD, slug: `old${ODD}`, excerpt: ODD, author_name: ODD });
  await strapi.db.connection('files').where({ id }).update({ name: ODD });

  for (const place of ['/works/feed.xml', '/sitemap.xml', '/sitemap/0.xml']) {
    const { text } = await site.request.get(place).expect(200);
    expect(() => new JSDOM(text, { contentType: 'application/xml' })).not.toThrow();
  }
  const { text } = await site.request.get('/works/feed.xml');
  expect(text).toContain(`<title>${CLEAN}</title>`);
});
