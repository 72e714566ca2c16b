import { createBot, type Bot, type Material } from '../support/bot';
import { fileRow } from '../support/database';
import { mp4, png, textFile } from '../support/files';
import { STORY, startSiteOfStories } from '../support/own-type';
import type { Site } from '../support/site';

interface Block {
  type: string;
  [property: string]: unknown;
}

interface Documents {
  update: (params: object) => Promise<unknown>;
}

let site: Site;
let bot: Bot;
beforeAll(async () => {
  site = await startSiteOfStories(
    {
      headLine: { type: 'text', required: true },
      slug: { type: 'uid', targetField: 'headLine' },
      content: { type: 'blocks' },
      photo: { type: 'media', multiple: false, allowedTypes: ['images', 'files'] },
    },
    { title: 'headLine', body: 'content', media: 'photo' }
  );
  bot = createBot(site);
});
afterAll(() => site.stop());

const stories = () => site.strapi.documents(STORY as never) as unknown as Documents;

/** Reads the stored blocks of a publication, of its draft or its public version. */
const blocksOf = async (documentId: string, isPublic = false): Promise<Block[]> => {
  const where = { documentId, publishedAt: isPublic ? { $notNull: true } : null };
  const entry: { content: Block[] } = await site.strapi.db.query(STORY).findOne({ where });
  return entry.content;
};

let number = 0;
const upload = (): Promise<Material> => {
  number += 1;
  return bot.upload(textFile(`file-${number}.txt`, `${number}`));
};

const BODY = [
  '# The mill',
  'A **mill** by the [river](https://example.org), *old* and <u>dear</u>.',
  '- one\n- two\n  1. deeper',
  '| flour | sacks |\n| ----- | ----- |\n| rye   | 3     |',
].join('\n\n');

test('Markdown is stored as blocks, and read as Markdown', async () => {
  const { id } = await bot.createPublication({ title: 'The mill', body: BODY });
  const { url } = await bot.publish(id);
  const draft = await blocksOf(id);

  expect(url).toBe(`${site.url}/works/the-mill`);
  expect(draft.map(({ type }) => type)).toEqual(['heading', 'paragraph', 'list', 'code']);
  expect(await blocksOf(id, true)).toEqual(draft);
  expect(await bot.get(id)).toMatchObject({ title: 'The mill', body: BODY, changed: false });
  expect((await bot.list({ limit: 1 }))[0]).toMatchObject({ id, status: 'published' });
  await bot.unpublish(id);
  expect(await bot.remove(id)).toEqual({ id, media: { deleted: [], kept: [] } });
});

test('a body that was read and is sent again is no change', async () => {
  const { id } = await bot.createPublication({ title: 'Again', body: 'Lists:\n\n* one\n* two' });
  await bot.publish(id);
  const read = await bot.request('get', `/publications/${id}`);
  const { headers } = await bot
    .request('patch', `/publications/${id}`)
    .send({ body: read.body.body });
  const other = await bot.change(id, { body: 'Lists:\n\n+ one\n+ two\n' });
  const changed = await bot.change(id, { body: 'Lists:\n\n- one' });
  await bot.remove(id);

  expect(read.body.body).toBe('Lists:\n\n- one\n- two');
  expect(headers.etag).toBe(read.headers.etag);
  expect(other.changed).toBe(false);
  expect([changed.changed, changed.draft?.body]).toEqual([true, 'Lists:\n\n- one']);
});

test('no body is none, and an empty one is empty', async () => {
  const { id } = await bot.createPublication({ title: 'Nothing' });
  const none = await bot.get(id);
  const empty = await bot.change(id, { body: '' });
  const noneAgain = await bot.change(id, { body: null });
  await bot.remove(id);
  expect([none.body, empty.body, noneAgain.body]).toEqual([null, '', null]);
});

test('what an editor wrote is read as Markdown', async () => {
  const { id } = await bot.createPublication({ title: 'Edited' });
  const text = (words: string, marks = {}) => ({ type: 'text', text: words, ...marks });
  await stories().update({
    documentId: id,
    data: {
      content: [
        { type: 'heading', level: 2, children: [text('Opening hours')] },
        { type: 'paragraph', children: [text('')] },
        {
          type: 'paragraph',
          children: [text('Ask '), text('us ', { bold: true }), text('1. at 8_30')],
        },
        { type: 'quote', children: [text('First line\nsecond')] },
        { type: 'code', language: 'js', children: [text('let a;')] },
      ],
    },
  });
  const { body } = await bot.get(id);
  await bot.remove(id);
  expect(body).toBe(
    '## Opening hours\n\nAsk **us** 1. at 8_30\n\n> First line\\\n> second\n\n```js\nlet a;\n```'
  );
});

test('an image of the Media Library is one in the blocks, and its file is kept for it', async () => {
  const image = await bot.upload(await png());
  const body = `Look:\n\n![A dot](${image.url} "Red")`;
  const { id } = await bot.createPublication({ title: 'With an image', body });
  const other = await bot.createPublication({ title: 'Other', media: [image] });
  const [, block] = await blocksOf(id);
  const file = await fileRow(site, image.id);

  expect(block).toMatchObject({
    type: 'image',
    image: { hash: file.hash, url: image.url, alternativeText: 'A dot', caption: 'Red' },
  });
  expect((await bot.get(id)).body).toBe(body);
  expect((await bot.remove(other.id)).media).toEqual({ deleted: [], kept: [image.id] });
  await bot.remove(id);
});

test('a link to a file in the text keeps it', async () => {
  const file = await upload();
  const { id } = await bot.createPublication({ title: 'Text', body: `[Read it](${file.url})` });
  const other = await bot.createPublication({ title: 'Media', media: [file] });
  expect((await bot.remove(other.id)).media).toEqual({ deleted: [], kept: [file.id] });
  await bot.remove(id);
});

test('one file is stored, listed, changed and taken along', async () => {
  const [first, second] = [await upload(), await upload()];
  const { id } = await bot.createPublication({ title: 'One file', media: [first] });
  await bot.publish(id);
  const same = await bot.change(id, { media: [first] });
  const changed = await bot.change(id, { media: [second.id] }, { publish: true });
  const none = await bot.change(id, { media: [] });
  const { media } = await bot.remove(id);

  expect(same).toMatchObject({ changed: false, media: [{ id: first.id }] });
  expect(changed).toMatchObject({ changed: false, media: [{ id: second.id }] });
  expect(none.draft?.media).toEqual([]);
  expect(media).toEqual({ deleted: [second.id], kept: [] });
});

test('a second file is refused by the name of the interface', async () => {
  const media = [await upload(), await upload()];
  const { body } = await bot
    .request('post', '/publications')
    .send({ title: 'Two', media })
    .expect(400);
  expect(body.error.details.errors).toEqual([
    { path: ['media'], message: 'media must have at most 1 element' },
  ]);
});

test('a file of a kind that the field does not take is refused', async () => {
  const film = await bot.upload(mp4());
  const { body } = await bot
    .request('post', '/publications')
    .send({ title: 'A film', media: [film] })
    .expect(400);
  expect(body.error.details).toMatchObject({
    code: 'invalid-request',
    errors: [{ path: ['media', 0], message: 'media of this site take images, files only' }],
  });
});
