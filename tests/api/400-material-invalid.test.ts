import { createHash } from 'node:crypto';

import { envelope, fieldErrors } from '../support/envelope';
import { countRows } from '../support/database';
import { textFile } from '../support/files';
import { storedFiles } from '../support/storage';
import { fileOf, sendFile } from '../support/uploads';
import { useSite } from '../support/use-site';

const note = textFile('note.txt', 'hello');

const { site, bot } = useSite();

test('a form without a file is 400', async () => {
  const { body } = await bot.request('post', '/materials').field('name', 'x').expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['file'])));
});

test('two files are 400', async () => {
  const { body } = await sendFile(bot, note).attach('file', note.content, 'second.txt').expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['file'])));
});

test('an empty file is 400', async () => {
  const { body } = await sendFile(bot, fileOf('', 'empty.txt')).expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['file'])));
});

test.each(['files', 'File', 'upload', 'file[]'])(
  'a file in the part %s is 400 and named',
  async (part) => {
    const { body } = await sendFile(bot, note, part).expect(400);
    expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors([part], ['file'])));
  }
);

test('a second file in another part is 400 and named', async () => {
  const { body } = await sendFile(bot, note).attach('thumbnail', note.content, 'b.txt').expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['thumbnail'])));
});

test.each([
  'fileInfo',
  'type',
  'folder',
  'path',
  'ref',
  'refId',
  'field',
  '__proto__',
  'constructor',
  'toString',
])('the unknown text part %s is 400 and named', async (part) => {
  const { body } = await sendFile(bot, note).field(part, 'x').expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors([part])));
});

test('a text part that comes twice is 400 and named', async () => {
  const { body } = await sendFile(bot, note)
    .field('caption', 'a')
    .field('caption', 'b')
    .expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['caption'])));
});

test.each([
  ['name', 256],
  ['alternativeText', 2001],
  ['caption', 2001],
])('a %s of %d characters is 400 and named', async (part, length) => {
  const { body } = await sendFile(bot, note).field(part, 'x'.repeat(length)).expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors([part])));
});

test.each(['', 'x', '0'.repeat(63), '0'.repeat(65), 'g'.repeat(64)])(
  'the sha256 "%s" is 400 and named',
  async (sha256) => {
    const { body } = await sendFile(bot, note).field('sha256', sha256).expect(400);
    expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['sha256'])));
  }
);

test('a file that is not the one of its sha256 is 422, with both digests', async () => {
  const expected = createHash('sha256').update('hullo').digest('hex');
  const received = createHash('sha256').update('hello').digest('hex');
  const { body } = await sendFile(bot, note).field('sha256', expected).expect(422);
  expect(body).toEqual(envelope(422, 'digest-mismatch', { expected, received, size: 5 }));
});

test.each(['name', 'alternativeText', 'caption'])(
  'a %s with a NUL character is 400 and named',
  async (part) => {
    const { body } = await sendFile(bot, note).field(part, 'a\0b').expect(400);
    expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors([part])));
  }
);

test('what is refused leaves no row and no file', async () => {
  expect([await countRows(site, 'files'), await storedFiles(site)]).toEqual([0, []]);
});
