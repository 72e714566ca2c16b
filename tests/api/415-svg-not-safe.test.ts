import { readFile } from 'node:fs/promises';
import path from 'node:path';

import sharp from 'sharp';

import { countRows } from '../support/database';
import { envelope } from '../support/envelope';
import { photoWithPlace } from '../support/files';
import { storedFiles } from '../support/storage';
import { fileOf, sendFile } from '../support/uploads';
import { useSite } from '../support/use-site';

const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const DOT = '<circle r="1"/>';

const drawing = (content: string, attributes = ''): string =>
  `<svg ${SVG} ${XLINK} ${attributes}>${content}</svg>`;

const { site, bot } = useSite();

const upload = async (content: string | Buffer, name = 'logo.svg') => {
  const material = await bot.upload(fileOf(content, name, 'image/svg+xml'));
  const { pathname } = new URL(material.url);
  return {
    ...material,
    pathname,
    stored: await readFile(path.join(site.publicDir, pathname), 'utf8'),
  };
};

test.each<[string, string, string[]]>([
  ['a script', drawing(`<script>alert(1)</script>${DOT}`), ['script', 'alert']],
  ['a script from elsewhere', drawing(`<script href="//evil/x.js"/>${DOT}`), ['script', 'evil']],
  [
    'a script in a namespace',
    drawing(`<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>${DOT}`),
    ['script', 'alert', 'xhtml'],
  ],
  [
    'events',
    drawing(`<circle r="1" onclick="alert(1)" ONLOAD="alert(2)"/>`, 'onload="alert(3)"'),
    ['alert', 'onload', 'onclick'],
  ],
  [
    'a page within',
    drawing(
      `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="//evil"/></body></foreignObject>${DOT}`
    ),
    ['foreignObject', 'iframe', 'evil'],
  ],
  [
    'a link that is a script',
    drawing(`<a xlink:href="java&#x73;cript:alert(1)">${DOT}</a>`),
    ['cript:', 'alert'],
  ],
  ['a link to elsewhere', drawing(`<a href="https://evil/">${DOT}</a>`), ['evil']],
  ['a picture from elsewhere', drawing(`<image href="https://evil/x.png"/>${DOT}`), ['evil']],
  [
    'a drawing in a picture',
    drawing(`<image href="data:image/svg+xml;base64,PHN2Zz4="/>${DOT}`),
    ['data:'],
  ],
  [
    'a part of another drawing',
    drawing(`<use href="https://evil/a.svg#b"/><use xlink:href="data:image/svg+xml,x#y"/>${DOT}`),
    ['evil', 'data:'],
  ],
  [
    'a link that an animation changes',
    drawing(
      `<a><animate attributeName="href" values="javascript:alert(1)"/><set attributeName="href" to="javascript:alert(1)"/>${DOT}</a>`
    ),
    ['animate', '<set', 'alert'],
  ],
  [
    'an import',
    drawing(
      `<style>@import "https://evil/x.css"; @im\\70ort url(//evil/y.css); .a{fill:red}</style>${DOT}`
    ),
    ['import', 'evil', '70ort'],
  ],
  [
    'a style from elsewhere',
    drawing(
      `<style>.a{fill:url(https://evil/x);background:u\\72l(//evil/y)}@font-face{src:url(//evil/f)}</style><circle style="fill:url('//evil/z')" filter="url(https://evil/f#a)" mask="u\\72l(//evil/m)"/>`
    ),
    ['evil'],
  ],
  [
    'old ways to run a style',
    drawing(`<circle style="width:expression(alert(1));-moz-binding:url(#x);behavior:url(#y)"/>`),
    ['expression', 'binding', 'behavior', 'alert'],
  ],
  [
    'a document type with entities',
    `<!DOCTYPE svg [<!ENTITY a "https://evil/">]>${drawing(`<a href="&a;">${DOT}</a>`)}`,
    ['ENTITY', 'DOCTYPE', 'evil'],
  ],
  [
    'a style sheet by an instruction',
    `<?xml-stylesheet href="https://evil/x.xsl" type="text/xsl"?>${drawing(DOT)}`,
    ['stylesheet', 'evil'],
  ],
  ['a base address', drawing(`<g xml:base="https://evil/">${DOT}</g>`), ['evil']],
  [
    'comments and metadata',
    drawing(
      `<!-- a secret --><metadata>London</metadata><g data-place="London" i:place="London" xmlns:i="urn:i">${DOT}</g>`
    ),
    ['secret', 'London'],
  ],
])('%s is gone', async (_what, content, removed) => {
  const { type, stored } = await upload(content);
  expect(type).toBe('image');
  expect(removed.filter((text) => stored.toLowerCase().includes(text.toLowerCase()))).toEqual([]);
  expect(stored).toMatch(/<circle|<image/);
});

test('a photograph in a drawing does not tell where it was taken', async () => {
  const { content } = await photoWithPlace();
  const address = `data:image/jpeg;base64,${content.toString('base64')}`;
  const { stored } = await upload(drawing(`<image href="${address}"/>`));
  const data = /base64,([^"]+)"/.exec(stored)?.[1] ?? '';
  const photo = Buffer.from(data, 'base64');
  const [before, after] = await Promise.all(
    [content, photo].map((bytes) => sharp(bytes).metadata())
  );
  expect(before.exif?.length).toBeGreaterThan(after.exif?.length ?? 0);
  expect(after.orientation).toBe(before.orientation);
  const [pixels, original] = await Promise.all(
    [photo, content].map((bytes) => sharp(bytes).raw().toBuffer())
  );
  expect(pixels.equals(original)).toBe(true);
});

test('what draws stays', async () => {
  const logo =
    `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY ns "http://www.w3.org/2000/svg">]>` +
    `<svg xmlns="&ns;" ${XLINK} viewBox="0 0 40 20"><title>Größe &amp; Maß</title>` +
    '<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient><symbol id="b"><path d="M0 0h9"/></symbol>' +
    '<clipPath id="c"><rect width="9" height="9"/></clipPath><filter id="f"><feGaussianBlur stdDeviation="1"/></filter></defs>' +
    '<style><![CDATA[.x { fill: url(#a) } @media print { .x { fill: black } }]]></style>' +
    '<g clip-path="url(#c)" filter="url(#f)"><rect class="x" width="40" height="20" style="fill:url(#a);opacity:.5"/></g>' +
    '<use xlink:href="#b"/><text x="1">Text</text><image href="data:image/png;base64,iVBORw0KGgo="/></svg>';
  const { id, stored, pathname } = await upload(logo);
  for (const part of [
    ...['viewBox="0 0 40 20"', 'Größe &amp; Maß', '<linearGradient id="a">', '<symbol id="b">'],
    ...[
      'clip-path="url(#c)"',
      'filter="url(#f)"',
      '.x{fill:url(#a)}',
      '@media print',
      'opacity:.5',
    ],
    ...['xlink:href="#b"', '<text x="1">Text</text>', 'data:image/png;base64,iVBORw0KGgo'],
  ]) {
    expect(stored).toContain(part);
  }
  const row = await site.strapi.db
    .query('plugin::upload.file')
    .findOne({ where: { documentId: id } });
  expect(row).toMatchObject({ ext: '.svg', mime: 'image/svg+xml', width: 40, height: 20 });

  const { headers } = await site.request.get(pathname).expect(200);
  expect(headers['content-type']).toMatch(/^image\/svg\+xml/);
  expect(headers['content-disposition']).toBeUndefined();
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*; sandbox(;|$)/);
});

test.each<[string, string | Buffer]>([
  ['in UTF-16', Buffer.from(`\uFEFF${drawing(`<title>Größe</title>${DOT}`)}`, 'utf16le')],
  [
    'in windows-1252',
    Buffer.from(drawing(`<title>Größe und Länge, schön</title>${DOT}`), 'latin1'),
  ],
  [
    'whose elements have a prefix',
    `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:title>Größe</s:title><s:circle r="1"/></s:svg>`,
  ],
])('a drawing %s is stored as UTF-8', async (_what, content) => {
  const { stored } = await upload(content);
  expect(stored).toMatch(/^<svg /);
  expect(stored).toContain('Größe');
  expect(stored).toContain('<circle');
});

const bomb = Array.from(
  { length: 20 },
  (_, index) => `<g id="g${index + 1}">${`<use href="#g${index}"/>`.repeat(10)}</g>`
).join('');

test.each<[string, string]>([
  ['nothing to draw', drawing('<script>alert(1)</script>')],
  ['tags that do not match', `<svg ${SVG}><g>${DOT}</svg>`],
  ['no namespace', `<svg>${DOT}</svg>`],
  [
    'a file of this machine in an entity',
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${drawing(`<text>&x;</text>`)}`,
  ],
  [
    'entities of entities',
    `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${drawing(`<text>&b;</text>`)}`,
  ],
  [
    'entities that grow',
    `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(1000)}">]>${drawing(`<text>${'&a;'.repeat(1000)}</text>`)}`,
  ],
  ['parts that repeat parts that repeat parts', drawing(`<g id="g0">${DOT}</g>${bomb}`)],
  ['a part that repeats itself', drawing(`<g id="a"><use href="#a"/></g>${DOT}`)],
  [
    '100,000 groups within each other',
    drawing('<g>'.repeat(100_000) + DOT + '</g>'.repeat(100_000)),
  ],
  ['100,000 circles', drawing(DOT.repeat(100_000))],
  ['100,000 elements of another alphabet', drawing(DOT + '<é/>'.repeat(100_000))],
  ['more than 4 MiB', drawing(`${DOT}<desc>${'a'.repeat(4 * 1024 * 1024)}</desc>`)],
])('415: a drawing with %s', async (_what, content) => {
  const before = [await countRows(site, 'files'), await storedFiles(site)];
  const { body } = await sendFile(bot, fileOf(content, 'logo.svg', 'image/svg+xml')).expect(415);
  expect(body).toEqual(envelope(415, 'svg-not-safe'));
  expect([await countRows(site, 'files'), await storedFiles(site)]).toEqual(before);
});

test('a drawing after one that was refused is made safe', async () => {
  await sendFile(bot, fileOf(`<svg ${SVG}>`, 'a.svg')).expect(415);
  expect((await upload(drawing(DOT))).type).toBe('image');
});
