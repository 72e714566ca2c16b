import sharp from 'sharp';

import { envelope } from '../support/envelope';
import { createBot, type Bot } from '../support/bot';
import { countRows } from '../support/database';
import { jpeg, png, type TestFile } from '../support/files';
import { startSite, type Site } from '../support/site';
import { storedFiles } from '../support/storage';
import { fileOf, sendFile } from '../support/uploads';

const PAGE = '<!doctype html><html><body><script>alert(1)</script></body></html>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

let site: Site;
let bot: Bot;

beforeAll(async () => {
  site = await startSite();
  bot = createBot(site);
});
afterAll(() => site.stop());

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

test.each<[string, () => TestFile | Promise<TestFile>]>([
  ['a page', () => fileOf(PAGE, 'a.html', 'text/html')],
  ['a page named as a text', () => fileOf(PAGE, 'a.txt', 'text/plain')],
  ['a page named as a picture', () => fileOf(PAGE, 'a.png', 'image/png')],
  ['a page after white space', () => fileOf(`\n\n   ${PAGE}`, 'a.txt')],
  ['a page after a byte order mark', () => fileOf(`\ufeff${PAGE}`, 'a.txt')],
  ['a page after a comment', () => fileOf(`<!-- hello -->${PAGE}`, 'a.txt')],
  ['a page at the end of a long text', () => fileOf(`${'hello '.repeat(50_000)}${PAGE}`, 'a.txt')],
  ['a page in capitals', () => fileOf('<SCRIPT>alert(1)</SCRIPT>', 'a.txt')],
  ['a vector graphic', () => fileOf(SVG, 'a.svg', 'image/svg+xml')],
  ['a vector graphic with an XML head', () => fileOf(`<?xml version="1.0"?>${SVG}`, 'a.svg')],
  [
    'an XML document',
    () => fileOf('<?xml version="1.0"?><a xmlns="urn:b"/>', 'a.xml', 'application/xml'),
  ],
  ['a shell script', () => fileOf('#!/bin/sh\nrm -rf /\n', 'a.sh', 'text/x-sh')],
  ['a PHP program', () => fileOf('<?php system($_GET["c"]);', 'a.php')],
  [
    'a Windows program',
    () => fileOf(Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'a.exe'),
  ],
  [
    'a Windows program named as a picture',
    () => fileOf(Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'a.jpg', 'image/jpeg'),
  ],
  [
    'a Linux program',
    () => fileOf(Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), Buffer.alloc(200)]), 'a'),
  ],
  ['WebAssembly', () => fileOf(Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), 'a.wasm')],
  [
    'a Flash film',
    () => fileOf(Buffer.concat([Buffer.from('CWS\x0a'), Buffer.alloc(64, 7)]), 'a.swf'),
  ],
  ['a picture with a page in its comment', () => commented(PAGE)],
  [
    'a picture with a page behind its end',
    async () => {
      const file = await png({ width: 20, height: 20 });
      return { ...file, content: Buffer.concat([file.content, Buffer.from(PAGE)]) };
    },
  ],
  [
    'a picture that is cut off',
    async () => {
      const file = await png({ width: 200, height: 200 });
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

test('no address under /uploads is ever answered as a page', async () => {
  const { content } = await png({ width: 20, height: 20 });
  const { url } = await bot.upload({
    name: 'a.html',
    content: await sharp(content).webp().toBuffer(),
    mime: 'text/html',
  });
  expect((await fetch(url)).headers.get('content-type')).toBe('image/webp');
});
