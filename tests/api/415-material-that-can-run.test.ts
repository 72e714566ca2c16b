import { readFile } from 'node:fs/promises';
import path from 'node:path';

import sharp from 'sharp';

import { REFUSED_KINDS } from '../../packages/media/src/documents/refused-kinds';
import { envelope } from '../support/envelope';
import { countRows } from '../support/database';
import { jpeg, png, type TestFile } from '../support/files';
import { storedFiles } from '../support/storage';
import { sendFile } from '../support/uploads';
import { useSite } from '../support/use-site';
import { ABOUT_WHAT_RUNS, MADE_TO_RUN } from './made-to-run';

const PAGE = '<!doctype html><html><body><script>alert(1)</script></body></html>';

const { site, bot } = useSite();

const commented = async (comment: string): Promise<TestFile> => {
  const file = await jpeg({ width: 20, height: 20 });
  const length = Buffer.alloc(2);
  length.writeUInt16BE(comment.length + 2);
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe]), length, Buffer.from(comment)]);
  return {
    ...file,
    content: Buffer.concat([file.content.subarray(0, 2), segment, file.content.subarray(2)]),
  };
};

const rows = Object.entries(MADE_TO_RUN).flatMap(([what, files]) =>
  Object.entries(files).map(([name, file]) => ({ name, what, file }))
);

test.each(rows)('$name is 415', async ({ what, file }) => {
  const { body } = await sendFile(bot, file).expect(415);
  expect(body).toEqual(envelope(415, 'file-type-not-allowed'));
  expect(body.error.message).toContain(what);
});

test.each<[string, () => TestFile | Promise<TestFile>]>([
  ['a picture with a page in its comment', () => commented(PAGE)],
  [
    'a picture with a page behind its end',
    async () => {
      const file = await png({ width: 20, height: 20 });
      return { ...file, content: Buffer.concat([file.content, Buffer.from(PAGE)]) };
    },
  ],
  [
    'a picture that is cut off before its first pixel',
    async () => {
      const file = await jpeg({ width: 200, height: 200 });
      return { ...file, content: file.content.subarray(0, 200) };
    },
  ],
])('%s is 415', async (_case, make) => {
  const { body } = await sendFile(bot, await make()).expect(415);
  expect(body).toEqual(envelope(415, 'file-type-not-allowed'));
});

test('what is refused leaves no row and no file', async () => {
  expect([await countRows(site, 'files'), await storedFiles(site)]).toEqual([0, []]);
});

test.each(Object.entries(ABOUT_WHAT_RUNS))('%s is welcome', async (_name, file) => {
  expect((await bot.upload(file)).type).toBe('file');
});

test('each kind is tried here, and docs/files.md names it with its extensions', async () => {
  expect(REFUSED_KINDS.map(({ what }) => what)).toEqual(Object.keys(MADE_TO_RUN));
  const page = await readFile(path.resolve(__dirname, '../../docs/files.md'), 'utf8');
  for (const { what, extensions } of REFUSED_KINDS) {
    expect(page).toContain(what);
    expect(page).toContain(extensions.map((extension) => `\`${extension}\``).join(' '));
  }
});

test('no address under /uploads is ever answered as a page', async () => {
  const { content } = await png({ width: 20, height: 20 });
  const { url } = await bot.upload({
    name: 'a.html',
    content: await sharp(content).webp().toBuffer(),
    mime: 'text/html',
  });
  expect((await fetch(url)).headers.get('content-type')).toBe('image/webp');
});
