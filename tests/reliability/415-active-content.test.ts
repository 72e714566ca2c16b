import { jpeg, pdf, png, webp } from '../support/files';
import { useSite } from '../support/use-site';
import { bmp, gifOfFrames, icon, pngChunk, withJpegSegment, withPngChunks } from './hostile-files';
import { count, FILE, storedNames } from './rows';

const PAGE = '<html><script>alert(document.domain)</script></html>';

const { site, bot } = useSite();

/** Sends content under a harmless name and type, and expects it to be rejected. */
const expectRefused = async (
  content: Buffer | string,
  filename = 'picture.png',
  contentType = 'image/png'
) => {
  const before = [await count(site, FILE), await storedNames(site)];
  const { status, body } = await bot
    .request('post', '/materials')
    .attach('file', Buffer.from(content), { filename, contentType });
  expect({ status, code: body.error?.details.code }).toEqual({
    status: 415,
    code: 'file-type-not-allowed',
  });
  expect([await count(site, FILE), await storedNames(site)]).toEqual(before);
};

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

const append = async (picture: Promise<{ content: Buffer }>) =>
  Buffer.concat([(await picture).content, Buffer.from(PAGE)]);

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['a GIF header and a program', () => Buffer.from('GIF89a=1;alert(1)//')],
  ['a GIF header and a page', () => Buffer.from(`GIF89a${PAGE}`)],
  ['a GIF and a page behind it', () => Buffer.concat([gifOfFrames(2, 2, 1), Buffer.from(PAGE)])],
  ['a JPEG and a page behind it', () => append(jpeg())],
  [
    'a JPEG with a page in a comment',
    async () => withJpegSegment((await jpeg()).content, 0xfe, Buffer.from(PAGE)),
  ],
  [
    'a JPEG with a page in its XMP',
    async () => withJpegSegment((await jpeg()).content, 0xe1, Buffer.from(PAGE)),
  ],
  ['a PNG and a page behind it', () => append(png())],
  [
    'a PNG with a page in a text chunk',
    async () =>
      withPngChunks((await png()).content, pngChunk('tEXt', Buffer.from(`Comment\0${PAGE}`))),
  ],
  [
    'a PNG with a page in a chunk of its own kind',
    async () => withPngChunks((await png()).content, pngChunk('paGe', Buffer.from(PAGE))),
  ],
  ['a WebP and a page behind it', () => append(webp())],
  ['a bitmap and a page behind it', () => Buffer.concat([bmp(), Buffer.from(PAGE)])],
  [
    'an icon and a page behind it',
    async () => Buffer.concat([icon((await png()).content), Buffer.from(PAGE)]),
  ],
  ['a PDF and a page behind it', () => Buffer.concat([pdf().content, Buffer.from(PAGE)])],
  [
    'a PNG with a page in UTF-16 behind it',
    async () => Buffer.concat([(await png()).content, utf16(PAGE)]),
  ],
])('415: %s', async (_name, make) => expectRefused(await make()));

test('a PDF that is about pages is welcome', async () => {
  const { content } = pdf();
  const at = content.indexOf('\n') + 1;
  const comment = Buffer.from(`% ${PAGE}\n`);
  const about = Buffer.concat([content.subarray(0, at), comment, content.subarray(at)]);
  expect((await bot.upload({ ...pdf(), content: about })).type).toBe('file');
});

test('a page in the middle of a large JPEG is not stored', async () => {
  let { content } = await jpeg();
  for (const data of [Buffer.alloc(60_000, 'a'), Buffer.alloc(60_000, 'b'), Buffer.from(PAGE)]) {
    content = withJpegSegment(content, 0xfe, data);
  }
  content = withJpegSegment(
    withJpegSegment(content, 0xfe, Buffer.alloc(65_000, 'c')),
    0xfe,
    Buffer.alloc(65_000, 'd')
  );
  const { url } = await bot.upload({ name: 'photo.jpg', content, mime: 'image/jpeg' });
  const { body } = await site.request.get(new URL(url).pathname).buffer(true).expect(200);
  expect((body as Buffer).includes('<script')).toBe(false);
});
