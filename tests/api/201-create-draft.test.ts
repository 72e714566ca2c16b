import { createAdmin } from '../support/admin';
import { createEditor } from '../support/content-manager';
import { workRows } from '../support/database';
import { useSite } from '../support/use-site';

const MEBIBYTE = 1024 * 1024;

const { site, bot } = useSite();

test('the answer is the id of the new publication, a string, and nothing else', async () => {
  const { body } = await bot.request('post', '/publications').send({ title: 'Hello' }).expect(201);
  expect(body).toEqual({ id: expect.stringMatching(/^[a-z0-9]{24}$/) });
});

test('Location leads to the publication', async () => {
  const { headers, body } = await bot.request('post', '/publications').send({ title: 'Hello' });
  expect(headers.location).toBe(`/api/bot/publications/${body.id}`);
});

test('a new publication is a draft without a public address', async () => {
  const { id } = await bot.createPublication({ title: 'Hello' });
  expect(await bot.get(id)).toMatchObject({ status: 'draft', url: null, publishedAt: null });
});

test('a new publication has no published version', async () => {
  const { id } = await bot.createPublication({ title: 'Hello' });
  expect(await workRows(site, id)).toEqual([expect.objectContaining({ published_at: null })]);
});

test('title and body are stored as they were sent', async () => {
  const title = 'Zwölf "Übungen" <b>&amp;</b> 你好 🎉';
  const body = '# Head\n\n* one\r\n* two\n\n<script>alert(1)</script> 🎉\n';
  const { id } = await bot.createPublication({ title, body });
  expect(await bot.get(id)).toMatchObject({ title, body });
});

test('a title is trimmed', async () => {
  const { id } = await bot.createPublication({ title: ' \t\n Hello world \u00a0 ' });
  expect((await bot.get(id)).title).toBe('Hello world');
});

test('a title may have 255 characters', async () => {
  const title = 't'.repeat(255);
  const { id } = await bot.createPublication({ title });
  expect((await bot.get(id)).title).toBe(title);
});

test('a title of 255 characters may take two UTF-16 units for each, and an editor may save it', async () => {
  const title = '\u{1f600}'.repeat(255);
  const { id } = await bot.createPublication({ title });
  const editor = createEditor(await createAdmin(site));
  await editor.update(id, { title, body: 'Seen by an editor' });
  await bot.publish(id);
  expect((await bot.get(id)).title).toBe(title);
});

test('an editor may save no longer title than the bot', async () => {
  const editor = createEditor(await createAdmin(site));
  const { body } = await editor.attempt({ title: 't'.repeat(256) }).expect(400);
  expect(body.error.details.errors).toEqual([
    expect.objectContaining({ path: ['title'], message: 'title must be at most 255 characters' }),
  ]);
});

test('spaces around a title do not count', async () => {
  await bot.createPublication({ title: `   ${'t'.repeat(255)}   ` });
});

test.each([
  ['left out', {}],
  ['null', { body: null }],
])('a body may be %s', async (_case, fields) => {
  const { body } = await bot
    .request('post', '/publications')
    .send({ title: 'No text', ...fields })
    .expect(201);
  expect((await bot.get(body.id)).body).toBeNull();
});

test('an empty body stays an empty body', async () => {
  const { id } = await bot.createPublication({ title: 'Empty text', body: '' });
  expect((await bot.get(id)).body).toBe('');
});

test('a body may have 1 MiB', async () => {
  const body = 'b'.repeat(MEBIBYTE);
  const { id } = await bot.createPublication({ title: 'Long text', body });
  expect((await bot.get(id)).body).toBe(body);
});

test('a body of 1 MiB may be written with every character escaped', async () => {
  const text = `{"title":"Escaped","body":"${'\\u0062'.repeat(MEBIBYTE)}"}`;
  await bot.request('post', '/publications').type('json').send(text).expect(201);
});

test.each([{}, { media: null }, { media: [] }])(
  'media may be left out, as in %j',
  async (fields) => {
    const { body } = await bot
      .request('post', '/publications')
      .send({ title: 'No media', ...fields })
      .expect(201);
    expect((await bot.get(body.id)).media).toEqual([]);
  }
);

test('two creates with the same content make two publications', async () => {
  const [first, second] = [
    await bot.createPublication({ title: 'Twice' }),
    await bot.createPublication({ title: 'Twice' }),
  ];
  expect(first.id).not.toBe(second.id);
});
