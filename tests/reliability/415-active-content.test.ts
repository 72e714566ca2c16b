import { createBot, type Bot } from '../support/bot';
import { jpeg, pdf, png, webp } from '../support/files';
import { startSite, type Site } from '../support/site';
import {
  bmp,
  gifOfFrames,
  icon,
  pngChunk,
  PROGRAMS,
  withJpegSegment,
  withPngChunks,
} from './hostile-files';
import { count, FILE, storedNames } from './rows';

const PAGE = '<html><script>alert(document.domain)</script></html>';
const MEBIBYTE = 1024 * 1024;

let site: Site;
let bot: Bot;
beforeAll(async () => {
  site = await startSite();
  bot = createBot(site);
});
afterAll(() => site.stop());

/** Every file is sent with a name and a type that would let it pass. */
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

const utf16 = (text: string, bigEndian = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';

test.each([
  ['HTML', PAGE],
  ['HTML in capitals', PAGE.toUpperCase()],
  ['HTML with a doctype', `<!DOCTYPE html>\n<title>A</title>`],
  ['HTML behind a comment', `<!-- a comment -->${PAGE}`],
  ['HTML behind text', `Dear reader,\n${PAGE}`],
  ['HTML behind a mark of byte order', `\uFEFF${PAGE}`],
  ['HTML behind a mebibyte of spaces', ' '.repeat(MEBIBYTE) + PAGE],
  ['HTML before a mebibyte of spaces', PAGE + ' '.repeat(MEBIBYTE)],
  ['a page that is one element', '<a href="javascript:alert(1)">click</a>'],
  ['a page with an unquoted event', '<img src=x onerror=alert(1)>'],
  ['an element with a slash for a space', '<svg/onload=alert(1)>'],
  ['a custom element', '<x-y onclick=alert(1)>'],
  ['SVG', SVG],
  ['SVG behind an XML declaration', `<?xml version="1.0"?>${SVG}`],
  ['SVG behind a doctype', `<!DOCTYPE svg PUBLIC "a" "b">${SVG}`],
  [
    'SVG with a prefix',
    '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></s:svg>',
  ],
  ['XML', '<?xml version="1.0"?><a/>'],
  ['XML without a declaration', '<feed xmlns="http://www.w3.org/2005/Atom"></feed>'],
  ['XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['an XSLT style sheet', '<xsl:stylesheet version="1.0"></xsl:stylesheet>'],
  ['a script with a first line that names its program', '#!/usr/bin/env node\nconsole.log(1)\n'],
  ['PHP', '<?php echo 1;'],
  ['PHP behind text', 'a\n<?php echo 1; ?>'],
])('415: %s', (_name, content) => expectRefused(content));

test.each([
  ['with a mark of byte order', utf16(`\uFEFF${PAGE}`)],
  ['big-endian with a mark of byte order', utf16(`\uFEFF${PAGE}`, true)],
  ['without a mark', utf16(PAGE)],
  ['with a mark and a body that starts with an element', utf16(`\uFEFF<svg onload=alert(1)>`)],
])('415: HTML in UTF-16, %s', (_name, content) => expectRefused(content));

test.each(Object.keys(PROGRAMS))('415: %s', (name) => expectRefused(PROGRAMS[name]));

test.each(['a.html', 'a.svg', 'a.xml', 'a.txt', 'a.png', 'a', 'a.pdf.'])(
  '415: HTML named %s',
  (name) => expectRefused(PAGE, name, 'text/plain')
);

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
  ['a page and a PDF behind it', () => Buffer.concat([Buffer.from(PAGE), pdf().content])],
  ['a PDF and a page behind it', () => Buffer.concat([pdf().content, Buffer.from(PAGE)])],
  [
    'a PNG with a page in UTF-16 behind it',
    async () => Buffer.concat([(await png()).content, utf16(PAGE)]),
  ],
])('415: %s', async (_name, make) => expectRefused(await make()));

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
