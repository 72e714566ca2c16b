import { createHash } from 'node:crypto';

import sharp from 'sharp';

import { box } from '../support/box';
import { fileRow } from '../support/database';
import {
  archive,
  binary,
  docx,
  jpeg,
  mp4,
  pdf,
  photoWithPlace,
  png,
  textFile,
  wav,
  webp,
  type TestFile,
} from '../support/files';
import { sendFile } from '../support/uploads';
import { useSite } from '../support/use-site';

const small = { width: 20, height: 10 };

const { site, bot } = useSite();

const gif = async (): Promise<TestFile> => ({
  name: 'dot.gif',
  content: await sharp({ create: { ...small, channels: 3, background: 'red' } })
    .gif()
    .toBuffer(),
  mime: 'image/gif',
});

test('the answer is id, url, type and digests, and nothing else', async () => {
  const { body } = await sendFile(bot, await png(small)).expect(201);
  expect(body).toEqual({
    sha256: { received: expect.any(String), stored: expect.any(String) },
    id: expect.stringMatching(/^[a-z0-9]{24}$/),
    url: expect.stringMatching(new RegExp(`^${site.url}/uploads/picture_[a-z0-9]+\\.png$`)),
    type: 'image',
  });
});

test.each<[string, string, () => TestFile | Promise<TestFile>]>([
  ['PNG', 'image', () => png(small)],
  ['JPEG', 'image', () => jpeg(small)],
  ['WebP', 'image', () => webp(small)],
  ['GIF', 'image', gif],
  ['MP4', 'video', () => mp4()],
  ['WAV', 'file', () => wav()],
  ['PDF', 'file', () => pdf()],
  ['zip', 'file', () => archive()],
  ['Word', 'file', () => docx()],
  ['CSV', 'file', () => textFile('table.csv', 'a,b\n1,2\n', 'text/csv')],
  ['Markdown', 'file', () => textFile('read.md', '# Read me\n\n> a < b > c\n', 'text/markdown')],
  ['JSON', 'file', () => textFile('data.json', '{"a":1}', 'application/json')],
  ['plain text', 'file', () => textFile('note.txt', 'Grüße, 你好\n')],
  ['unknown', 'file', () => binary()],
])('a %s file is stored and its type is %s', async (_case, type, make) => {
  const { body } = await sendFile(bot, await make()).expect(201);
  const row = await fileRow(site, body.id);
  expect([body.type, row.type]).toEqual([type, type]);
});

test.each<[string, () => TestFile]>([
  ['a PDF', () => pdf()],
  ['a film', () => mp4()],
  ['a Word document', () => docx()],
  ['an archive', () => archive()],
  ['a text', () => textFile('note.txt', 'Grüße\r\n')],
  ['unknown bytes', () => binary(70_000)],
])('the url of %s gives the bytes that were sent', async (_case, make) => {
  const file = make();
  const { url } = await bot.upload(file);
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(file.content)).toBe(true);
});

test.each<[string, () => Promise<TestFile>, object]>([
  [
    'a PNG that says it is a text',
    async () => ({ ...(await png(small)), name: 'a.txt', mime: 'text/plain' }),
    { mime: 'image/png', ext: '.png', type: 'image' },
  ],
  [
    'a PNG that says it is a page',
    async () => ({ ...(await png(small)), name: 'a.html', mime: 'text/html' }),
    { mime: 'image/png', ext: '.png', type: 'image' },
  ],
  [
    'a text that says it is a PNG',
    async () => textFile('a.png', 'hello', 'image/png'),
    { mime: 'text/plain', ext: '.txt', type: 'file' },
  ],
  [
    'a text that says it is a film',
    async () => textFile('a.mp4', 'hello', 'video/mp4'),
    { mime: 'text/plain', ext: '.txt', type: 'file' },
  ],
  [
    'a film that says it is a picture',
    async () => ({ ...mp4(), name: 'a.jpg', mime: 'image/jpeg' }),
    { mime: 'video/mp4', ext: '.mp4', type: 'video' },
  ],
  [
    'a PDF without a name that tells',
    async () => ({ ...pdf(), name: 'paper', mime: 'text/plain' }),
    { mime: 'application/pdf', ext: '.pdf', type: 'file' },
  ],
])('%s is what its bytes are', async (_case, make, expected) => {
  const { id } = await bot.upload(await make());
  expect(await fileRow(site, id)).toMatchObject(expected);
});

const sha256Of = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

const MEBIBYTE = 1024 * 1024;

/** A video with the location of its recording. */
const filmWithPlace = (size: number): TestFile => {
  const place = box('\xa9xyz', Buffer.from('\0\x12\x15\xc7+51.5080-000.1281/', 'latin1'));
  const { content, ...film } = mp4();
  return {
    ...film,
    content: Buffer.concat([
      content,
      box('moov', box('udta', place)),
      box('mdat', Buffer.alloc(size)),
    ]),
  };
};

test.each<[string, () => TestFile | Promise<TestFile>, isChanged: boolean]>([
  ['a text', () => textFile('note.txt', 'as it is'), false],
  ['a large file', () => binary(3 * MEBIBYTE), false],
  ['a photo with metadata', () => photoWithPlace(), true],
  ['a film with metadata', () => filmWithPlace(1000), true],
  ['a large film with metadata', () => filmWithPlace(2 * MEBIBYTE), true],
])('the digests of %s are of what came and of what is stored', async (_case, make, isChanged) => {
  const file = await make();
  const { body } = await sendFile(bot, file).expect(201);
  const stored = Buffer.from(await (await fetch(body.url)).arrayBuffer());
  const sha256 = { received: sha256Of(file.content), stored: sha256Of(stored) };
  expect(body.sha256).toEqual(sha256);
  expect(sha256.received !== sha256.stored).toBe(isChanged);
  const { body: record } = await bot.request('get', `/materials/${body.id}`);
  expect(record.sha256).toEqual(sha256);
});

test.each(['as it is printed', 'in capital letters'])(
  'a file with the right sha256, %s, is stored',
  async (how) => {
    const file = textFile('note.txt', how);
    const digest = sha256Of(file.content);
    const sha256 = how === 'in capital letters' ? digest.toUpperCase() : digest;
    await sendFile(bot, file).field('sha256', sha256).expect(201);
  }
);

test('name, alternativeText and caption are stored', async () => {
  const { id } = await bot.upload(await png(small), {
    name: 'Der Hafen von Büsum',
    alternativeText: 'Boats in a harbour',
    caption: 'Photo: N. N.',
  });
  expect(await fileRow(site, id)).toMatchObject({
    name: 'Der Hafen von Büsum.png',
    alternative_text: 'Boats in a harbour',
    caption: 'Photo: N. N.',
  });
});

test('without a name the file name is shown', async () => {
  const { id } = await bot.upload(textFile('minutes of May.txt', 'x'));
  expect((await fileRow(site, id)).name).toBe('minutes of May.txt');
});

test.each([
  ['../../etc/passwd', 'passwd.txt'],
  ['C:\\Users\\me\\note.txt', 'note.txt'],
  ['.htaccess', 'htaccess.txt'],
  ['a\u202egnp.txt', 'agnp.txt'],
])('the file name "%s" is shown as %s', async (name, shown) => {
  const { id } = await bot.upload({ ...textFile('x', 'x'), name });
  expect((await fileRow(site, id)).name).toBe(shown);
});

test('the same file twice makes two materials with addresses of their own', async () => {
  const file = textFile('same.txt', 'same');
  const [first, second] = [await bot.upload(file), await bot.upload(file)];
  expect(first.url).not.toBe(second.url);
});

test('an upload lands in the folder of the bot in the Media Library', async () => {
  const { id } = await bot.upload(textFile('a.txt', 'a'));
  const file = await site.strapi.db
    .query('plugin::upload.file')
    .findOne({ where: { documentId: id }, populate: ['folder'] });
  expect(file).toMatchObject({ folderPath: file.folder.path, folder: { name: 'Bot' } });
});

test('the folder is made anew after an editor has deleted it', async () => {
  await bot.upload(textFile('a.txt', 'a'));
  const folders = site.strapi.db.query('plugin::upload.folder');
  await folders.delete({ where: { name: 'Bot' } });
  await bot.upload(textFile('b.txt', 'b'));
  expect(await folders.count({ where: { name: 'Bot' } })).toBe(1);
});

test('the folder may be renamed by an editor', async () => {
  const folders = site.strapi.db.query('plugin::upload.folder');
  await folders.update({ where: { name: 'Bot' }, data: { name: 'From the bot' } });
  await bot.upload(textFile('c.txt', 'c'));
  expect(await folders.count()).toBe(1);
});
