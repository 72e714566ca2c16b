import { createBot } from '../support/bot';
import { binary, pdf, png, textFile, type TestFile } from '../support/files';
import { startObjectStorage, type ObjectStorage } from '../support/object-storage';
import { startSite, type Site } from '../support/site';
import { ENCODED_TEXTS, TEXTS } from './documents';

let storage: ObjectStorage;
let site: Site;
beforeAll(async () => {
  storage = await startObjectStorage();
  site = await startSite({ env: storage.env });
});
afterAll(async () => {
  await site.stop();
  await storage.stop();
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/></svg>';

test.each<[string, () => TestFile | Promise<TestFile>, string, boolean]>([
  ['a picture', () => png({ width: 8, height: 8 }), 'image/png', true],
  ['a PDF', () => pdf(), 'application/pdf', true],
  // A bucket sends no Content-Security-Policy, so an SVG is downloaded instead of shown.
  ['an SVG', () => textFile('logo.svg', SVG), 'image/svg+xml; charset=utf-8', false],
  ['a saved page', () => TEXTS['a saved page'].file, 'text/plain; charset=utf-8', false],
  ['XML', () => TEXTS.XML.file, 'text/plain; charset=utf-8', false],
  [
    'a text of Windows',
    () => ENCODED_TEXTS['windows-1251'].file,
    'text/plain; charset=windows-1251',
    false,
  ],
  ['unknown bytes', () => binary(), 'application/octet-stream', false],
])('%s in a bucket has its type, and cannot run', async (_what, make, type, isShown) => {
  const { url } = await createBot(site).upload(await make());
  const head = await storage.head(decodeURIComponent(url.slice(storage.url.length + 1)));
  expect(head).toMatchObject({ type });
  if (isShown) expect(head?.disposition).toBeNull();
  else expect(head?.disposition).toMatch(/^attachment; filename=/);
});
