import sharp from 'sharp';

import { createAdmin } from '../support/admin';
import {
  archive,
  binary,
  docx,
  jpeg,
  mp4,
  pdf,
  png,
  textFile,
  wav,
  webp,
  type TestFile,
} from '../support/files';
import { zip } from '../support/zip';
import { useSite } from '../support/use-site';
import { FILE } from './rows';

const { site, bot } = useSite();

/** Uploads a file, and returns its detected types. */
const stored = async (file: TestFile) => {
  const { id, type, url } = await bot.upload(file);
  const row = await site.strapi.db.query(FILE).findOne({ where: { documentId: id } });
  const served = await site.request.get(new URL(url).pathname).expect(200);
  return { type, ext: row.ext, mime: row.mime, url, served: served.headers['content-type'] };
};

const named = (file: TestFile, name: string, mime = file.mime): TestFile => ({
  ...file,
  name,
  mime,
});

/** An office document or e-book: a zip archive whose first entry names its type. */
const opened = (mime: string, name: string): TestFile => ({
  name,
  content: zip({ mimetype: mime, 'content.xml': '<?xml version="1.0"?><a/>' }),
  mime,
});

const spreadsheet = (name = 'table.xlsx'): TestFile => {
  const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return {
    name,
    mime: main,
    content: zip({
      '[Content_Types].xml':
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        `<Override PartName="/xl/workbook.xml" ContentType="${main}.main+xml"/></Types>`,
      'xl/workbook.xml': '<?xml version="1.0"?><workbook/>',
    }),
  };
};

/** Silent frames as an MP3 encoder writes them. */
const mp3 = (name = 'sound.mp3'): TestFile => {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x64]);
  return {
    name,
    content: Buffer.concat(Array.from({ length: 8 }, () => frame)),
    mime: 'audio/mpeg',
  };
};

const compound = (name: string): TestFile => ({
  name,
  content: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2048)]),
  mime: 'application/octet-stream',
});

const gif = async (): Promise<TestFile> => ({
  name: 'picture.gif',
  content: await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .gif()
    .toBuffer(),
  mime: 'image/gif',
});

test.each<[string, () => TestFile | Promise<TestFile>, string, string, string]>([
  ['PNG', () => png(), 'image', '.png', 'image/png'],
  ['JPEG', () => jpeg(), 'image', '.jpg', 'image/jpeg'],
  ['WebP', () => webp(), 'image', '.webp', 'image/webp'],
  ['GIF', () => gif(), 'image', '.gif', 'image/gif'],
  ['MP4', () => mp4(), 'video', '.mp4', 'video/mp4'],
  ['WAV', () => wav(), 'file', '.wav', 'audio/wav'],
  ['MP3', () => mp3(), 'file', '.mp3', 'audio/mpeg'],
  ['PDF', () => pdf(), 'file', '.pdf', 'application/pdf'],
  ['zip', () => archive(), 'file', '.zip', 'application/zip'],
  ['docx', () => docx(), 'file', '.docx', docx().mime],
  ['xlsx', () => spreadsheet(), 'file', '.xlsx', spreadsheet().mime],
  [
    'odt',
    () => opened('application/vnd.oasis.opendocument.text', 'text.odt'),
    'file',
    '.odt',
    'application/vnd.oasis.opendocument.text',
  ],
  [
    'EPUB',
    () => opened('application/epub+zip', 'book.epub'),
    'file',
    '.epub',
    'application/epub+zip',
  ],
  ['an old Word file', () => compound('letter.doc'), 'file', '.doc', 'application/msword'],
  ['CSV', () => textFile('table.csv', 'a,b\n1,2\n', 'text/csv'), 'file', '.csv', 'text/csv'],
  [
    'Markdown',
    () => textFile('read.md', '# A\n\n`<b>` is bold\n', 'text/markdown'),
    'file',
    '.md',
    'text/markdown',
  ],
  [
    'JSON',
    () => textFile('data.json', '{"a":1}', 'application/json'),
    'file',
    '.json',
    'application/json',
  ],
  ['plain text', () => textFile('note.txt', 'Grüße'), 'file', '.txt', 'text/plain'],
  ['bytes of no known type', () => binary(), 'file', '.bin', 'application/octet-stream'],
])('%s is stored as what it is', async (_name, make, type, ext, mime) => {
  expect(await stored(await make())).toMatchObject({ type, ext, mime });
});

test.each<[string, () => TestFile | Promise<TestFile>, string, string]>([
  [
    'a PNG named .html',
    async () => named(await png(), 'page.html', 'text/html'),
    '.png',
    'image/png',
  ],
  [
    'a PNG named .svg',
    async () => named(await png(), 'a.svg', 'image/svg+xml'),
    '.png',
    'image/png',
  ],
  ['a PNG named .jpg', async () => named(await png(), 'a.jpg', 'image/jpeg'), '.png', 'image/png'],
  [
    'a PNG with two extensions',
    async () => named(await png(), 'a.php.png', 'image/png'),
    '.png',
    'image/png',
  ],
  ['a PNG without a name', async () => named(await png(), 'x', 'text/html'), '.png', 'image/png'],
  [
    'a PDF named .exe',
    () => named(pdf(), 'paper.exe', 'application/x-msdownload'),
    '.pdf',
    'application/pdf',
  ],
  ['a zip named .png', () => named(archive(), 'a.png', 'image/png'), '.zip', 'application/zip'],
  [
    'text named .js',
    () => textFile('code.js', 'alert(1)', 'text/javascript'),
    '.txt',
    'text/plain',
  ],
  ['text named .html', () => textFile('page.html', 'just text', 'text/html'), '.txt', 'text/plain'],
  [
    'text named .css',
    () => textFile('style.css', 'a { color: red }', 'text/css'),
    '.txt',
    'text/plain',
  ],
  ['text named .bat', () => textFile('run.bat', 'del *', 'text/plain'), '.txt', 'text/plain'],
  ['text named .png', () => textFile('a.png', 'no picture', 'image/png'), '.txt', 'text/plain'],
  [
    'an unknown binary named .png',
    () => named(binary(), 'a.png', 'image/png'),
    '.bin',
    'application/octet-stream',
  ],
  [
    'an unknown binary named .exe',
    () => named(binary(), 'a.exe'),
    '.bin',
    'application/octet-stream',
  ],
  [
    'an unknown binary named .csv',
    () => named(binary(), 'a.csv', 'text/csv'),
    '.csv',
    'application/octet-stream',
  ],
])('%s is what its bytes are', async (_name, make, ext, mime) => {
  const file = await stored(await make());
  expect(file).toMatchObject({ ext, mime });
  expect(file.url.endsWith(ext)).toBe(true);
  expect(file.served).toContain(mime);
});

test('one PNG named .html has no other extension anywhere in its row', async () => {
  const { id } = await bot.upload(named(await png(), 'page.html', 'text/html'));
  const row = await site.strapi.db.query(FILE).findOne({ where: { documentId: id } });
  expect(row.name).toBe('page.png');
  expect(JSON.stringify(row)).not.toContain('.html');
  expect(row.formats.thumbnail.ext).toBe('.png');
});

test('files that an editor adds have the type of their bytes, too', async () => {
  const { agent } = await createAdmin(site);
  const picture = await png();
  const { body } = await agent
    .post('/upload')
    .attach('files', picture.content, { filename: picture.name, contentType: picture.mime })
    .expect(201);
  const row = await site.strapi.db.query(FILE).findOne({ where: { id: body[0].id } });
  expect(row.type).toBe('image');
});
