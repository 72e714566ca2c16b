import {
  addressesIn,
  keyOfFile,
  mayHoldAddress,
} from '../../src/plugins/bot/server/src/features/materials/references/addresses';

const HASH = 'a_photo_0123456789';

/** Whether the look-up before a file's deletion finds the file in this text. */
const isFound = (text: string, hash: string): boolean =>
  mayHoldAddress(text) && addressesIn(text).keys.has(keyOfFile(hash));

test.each([
  ['a path', '![](/uploads/a_photo_0123456789.jpg)'],
  ['a whole address', '[x](https://example.org/uploads/a_photo_0123456789.jpg)'],
  ['an address in a bucket', '<img src="https://b.s3.eu.amazonaws.com/a_photo_0123456789.jpg">'],
  ['an address in a folder of a CDN', 'https://cdn.example.org/2026/x/a_photo_0123456789.jpg'],
  ['an address that is signed', 'https://b.s3.amazonaws.com/a_photo_0123456789.jpg?X-Amz-Date=1'],
  ['a format', '![](/uploads/thumbnail_a_photo_0123456789.jpg)'],
  ['a file without an extension', '/uploads/a_photo_0123456789'],
  ['a file at the end of a sentence', 'See /uploads/a_photo_0123456789.jpg.'],
  ['an address that is encoded', '/_next/image?url=%2Fuploads%2Fa_photo_0123456789.jpg&w=640'],
  ['one that is encoded twice', 'x?u=%252Fuploads%252Fa%255Fphoto%255F0123456789.jpg'],
  ['an underscore that is encoded', '/uploads/a%5fphoto%5F0123456789.jpg'],
  ['an address in JSON', '{"url":"\\/uploads\\/a_photo_0123456789.jpg"}'],
  ['capitals', '/uploads/A_PHOTO_0123456789.JPG'],
  ['what a transforming CDN adds', 'https://cdn.example.org/a_photo_0123456789_w640.jpg'],
])('%s tells of the file', (_what, text) => {
  expect(isFound(text, HASH)).toBe(true);
});

test.each([
  ['of Strapi', 'photo_0123456789'],
  ['of the bot', 'photo_0123456789abcdef0123'],
])('a name %s is found by its random part', (_whose, hash) => {
  expect(keyOfFile(hash)).toBe(hash.slice('photo_'.length));
});

test.each([
  ['as it is', '/uploads/logo.png'],
  ['with a format', '/uploads/small_logo.png'],
  ['in a folder', '/uploads/2026/logo.png'],
  ['with an encoded path', 'image?url=%2Fuploads%2Flogo.png'],
])('a name that another program has given is found below /uploads %s', (_how, text) => {
  expect(isFound(text, 'logo')).toBe(true);
});

test('the names that a file may have are told, to lock it by', () => {
  expect([...addressesIn('/uploads/small_a_photo_0123456789.jpg').names]).toEqual([
    'small_a_photo_0123456789',
    'a_photo_0123456789',
  ]);
});

test('no name has a control character, which PostgreSQL would refuse', () => {
  expect([...addressesIn('/uploads/a%00b.png /uploads/c\u0001d.png').keys]).toEqual(['a', 'c']);
});

test.each([
  'Plain words_with_underscores and 100 % of nothing.',
  'https://example.org/page.html#part',
  '',
])('%j is known at a glance to tell of no file', (text) => {
  expect(mayHoldAddress(text)).toBe(false);
});

test('every file of a text is found once', () => {
  const text = `${'/uploads/a_photo_0123456789.jpg '.repeat(3)} /uploads/b_abcdefabcd.pdf`;
  expect([...addressesIn(text).keys].sort()).toEqual(['0123456789', 'abcdefabcd']);
});

test.each([
  ['one word', 'a'.repeat(1_000_000)],
  ['random parts', '_0123456789'.repeat(90_000)],
  ['broken encoding', '%e0%80'.repeat(200_000)],
])('a million characters of %s are read in no time', (_of, text) => {
  const start = performance.now();
  addressesIn(`${text} /uploads/`);
  expect(performance.now() - start).toBeLessThan(5_000);
});
