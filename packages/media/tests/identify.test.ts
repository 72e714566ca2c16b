import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { identify } from '../src/identify';
import { bytesInFile, bytesInMemory, digestOf } from '../src/bytes/received-bytes';
import { box } from '../../../tests/support/box';
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
} from '../../../tests/support/files';
import type { TestFile } from '../../../tests/support/files';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'identify-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const identityOf = async (content: Buffer, name: string) => {
  const file = path.join(folder, 'received');
  await writeFile(file, content);
  const [inFile, inMemory] = await Promise.allSettled([
    identify(bytesInFile(file, content.length, digestOf(content)), name),
    identify(bytesInMemory(content), name),
  ]);
  // The result must not depend on whether the file is in memory or on disk.
  expect(inFile).toEqual(inMemory);
  if (inFile.status === 'rejected') throw inFile.reason;
  return inFile.value;
};

const small = { width: 8, height: 8 };
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);

test.each<[string, () => TestFile | Promise<TestFile>, string, string]>([
  ['PNG', () => png(small), 'image/png', '.png'],
  ['JPEG', () => jpeg(small), 'image/jpeg', '.jpg'],
  ['WebP', () => webp(small), 'image/webp', '.webp'],
  ['MP4', () => mp4(), 'video/mp4', '.mp4'],
  ['WAV', () => wav(), 'audio/wav', '.wav'],
  ['PDF', () => pdf(), 'application/pdf', '.pdf'],
  ['zip', () => archive(), 'application/zip', '.zip'],
  [
    'Word',
    () => docx(),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    '.docx',
  ],
])('a %s file is told by its bytes, whatever its name', async (_kind, make, mime, ext) => {
  expect(await identityOf((await make()).content, 'anything.txt')).toEqual({ mime, ext });
});

const text = { charset: 'utf-8' };

test.each([
  ['a.csv', { ...text, mime: 'text/csv', ext: '.csv' }],
  ['a.MD', { ...text, mime: 'text/markdown', ext: '.md' }],
  ['a.json', { ...text, mime: 'application/json', ext: '.json' }],
  ['a.vtt', { ...text, mime: 'text/vtt', ext: '.vtt' }],
  ['a.txt', { ...text, mime: 'text/plain', ext: '.txt' }],
  ['a.py', { ...text, mime: 'text/plain', ext: '.py' }],
  ['a.js', { ...text, mime: 'text/plain', ext: '.txt', keepsName: true }],
  ['a.html', { ...text, mime: 'text/plain', ext: '.txt', keepsName: true }],
  ['a', { ...text, mime: 'text/plain', ext: '.txt', keepsName: false }],
])('a text named %s is %j', async (name, identity) => {
  expect(await identityOf(Buffer.from('hello, world\n'), name)).toEqual(identity);
});

test.each([
  ['a.doc', 'application/msword', '.doc'],
  ['a.xls', 'application/vnd.ms-excel', '.xls'],
  ['a.exe', 'application/octet-stream', '.bin'],
])('an old Office file named %s is %s', async (name, mime, ext) => {
  expect(await identityOf(compound, name)).toEqual({ mime, ext });
});

/** Files that start with the signature of an icon, cursor, disk image, sound or bitmap, but are of another type. */
test.each([
  ['a Targa', 'a.tga', '000002000000000000000000'],
  ['a font of a Mac', 'a.dfont', '0000010000000af5000009f5'],
  ['a stream of zlib', 'a.zlib', '78014b4c4a06'],
  ['a picture of a Photo CD', 'a.pcd', 'fffbffffffffffff'],
  ['something like a bitmap', 'a.dat', '424d00000000'],
])('%s keeps its name', async (_what, name, start) => {
  const bytes = Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(2_000, 1)]);
  const ext = path.extname(name);
  expect(await identityOf(bytes, name)).toEqual({ mime: 'application/octet-stream', ext });
});

test('an icon is told by its directory', async () => {
  const head = Buffer.from('00000100' + '0100' + '2020000001002000', 'hex');
  const where = Buffer.alloc(8);
  where.writeUInt32LE(40);
  where.writeUInt32LE(22, 4);
  const icon = Buffer.concat([head, where, Buffer.alloc(40)]);
  expect(await identityOf(icon, 'a.ico')).toEqual({ mime: 'image/x-icon', ext: '.ico' });
  expect((await identityOf(icon.subarray(0, 50), 'a.bak')).ext).toBe('.bak');
});

const OOXML = 'application/vnd.openxmlformats-officedocument';

test.each([
  ['a.docx', `${OOXML}.wordprocessingml.document`],
  ['a.xlsx', `${OOXML}.spreadsheetml.sheet`],
  ['a.pptx', `${OOXML}.presentationml.presentation`],
  ['a.max', 'application/x-cfb'],
])('a compound file named %s, as one with a password is, keeps its name', async (name, mime) => {
  expect(await identityOf(compound, name)).toEqual({ mime, ext: path.extname(name) });
});

test.each(['.crw', '.pgm', '.dds', '.emf', '.au', '.xyz'])(
  'bytes that nothing tells keep the extension %s',
  async (ext) => {
    const mime = 'application/octet-stream';
    expect(await identityOf(binary().content, `a${ext}`)).toEqual({ mime, ext });
  }
);

test.each(['%!PS-Adobe-3.0\n', '\x04%!PS-Adobe-3.0\n'])(
  'PostScript keeps its name: %j',
  async (start) => {
    const { ext } = await identityOf(Buffer.from(`${start}72 72 moveto showpage\n`), 'a.ps');
    expect(ext).toBe('.ps');
  }
);

const HARMFUL = [
  ...['.html', '.htm', '.xhtml', '.shtml', '.svg', '.svgz', '.js', '.mjs', '.css', '.xsl', '.mml'],
  ...['.php', '.phtml', '.phar', '.asp', '.aspx', '.jsp', '.cgi', '.config', '.cfm'],
  ...['.exe', '.com', '.scr', '.bat', '.cmd', '.ps1', '.vbs', '.hta', '.lnk', '.jar', '.command'],
  ...['.2024', '.x y', '.a-b', `.${'x'.repeat(40)}`, '.'],
];

test.each(HARMFUL)('no file is stored as one named %s', async (ext) => {
  for (const content of [
    Buffer.from('a text\n'),
    Buffer.concat([binary().content, Buffer.from('<script>')]),
    archive().content,
    compound,
  ]) {
    const stored = await identityOf(content, `a${ext}`).catch(() => undefined);
    expect(['.txt', '.bin', '.zip', undefined]).toContain(stored?.ext);
  }
});

test('a film of photographs is no photograph', async () => {
  const { content } = await jpeg(small);
  const film = Buffer.concat([content, content, content]);
  const mime = 'video/x-motion-jpeg';
  expect(await identityOf(film, 'a.mjpeg')).toEqual({ mime, ext: '.mjpeg' });
  expect((await identityOf(film, 'a.jpg')).mime).toBe('image/jpeg');
  expect((await identityOf(content, 'a.mjpeg')).mime).toBe('image/jpeg');
});

test.each([
  ['mif2', 'heic', 'meta', 'image/heif'],
  ['heis', 'mif1', 'meta', 'image/heif'],
  ['mp42', 'mif1', 'moov', 'video/mp4'],
  ['mp42', 'isom', 'meta', 'video/mp4'],
])('a file of the brands %s and %s with a box %s is %s', async (first, other, type, mime) => {
  const start = box('ftyp', Buffer.from(`${first}\0\0\0\0${other}`, 'latin1'));
  const file = Buffer.concat([start, box('free'), box(type, Buffer.alloc(16))]);
  expect((await identityOf(file, 'a.heic')).mime).toBe(mime);
});

test('bytes of no known kind are stored as such', async () => {
  expect(await identityOf(binary().content, 'a.png')).toEqual({
    mime: 'application/octet-stream',
    ext: '.bin',
  });
});

test('a text whose first 64 KiB end in the middle of a character is a text', async () => {
  const text = textFile('a.txt', `x${'ü'.repeat(64 * 1024)}`);
  expect((await identityOf(text.content, text.name)).mime).toBe('text/plain');
});

test('a vector graphic is told by its first element, unless its name says another text', async () => {
  const drawing = Buffer.from('<!-- by hand --><svg xmlns="http://www.w3.org/2000/svg"/>');
  expect((await identityOf(drawing, 'a.png')).mime).toBe('image/svg+xml');
  expect((await identityOf(drawing, 'a.md')).mime).toBe('text/markdown');
});

test.each([
  ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100)])],
  [
    'a picture with a page at its end',
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      Buffer.alloc(300_000, 7),
      Buffer.from('<script>'),
    ]),
  ],
])('%s is refused', async (_what, content) => {
  await expect(identityOf(content, 'a.txt')).rejects.toMatchObject({
    code: 'file-type-not-allowed',
  });
});
