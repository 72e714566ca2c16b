import sharp from 'sharp';

import { createBot, type Bot } from '../support/bot';
import { jpeg, png } from '../support/files';
import { startSite, type Site } from '../support/site';
import { gifOfFrames, pngOfSize } from './hostile-files';
import { count, FILE, storedNames, until } from './rows';

const MEBIBYTE = 1024 * 1024;

let site: Site;
let bot: Bot;
beforeAll(async () => {
  site = await startSite({
    register: (strapi) => {
      strapi.config.set('plugin::bot.limits.imagesAtOnce', 1);
      strapi.config.set('plugin::bot.limits.imagesWaiting', 1);
    },
  });
  bot = createBot(site);
});
afterAll(() => site.stop());

const upload = (content: Buffer, filename = 'a.png') =>
  bot.request('post', '/materials').attach('file', content, { filename, contentType: 'image/png' });

const codeOf = ({ body }: { body: unknown }) =>
  (body as { error?: { details: { code: string } } }).error?.details.code;

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['a PNG of 50,000 by 50,000', () => pngOfSize(50_000, 50_000)],
  ['a PNG of 1,000,000 by 101', () => pngOfSize(1_000_000, 101)],
  ['a GIF of 50,000 by 50,000', () => gifOfFrames(50_000, 50_000, 1)],
  ['a GIF of 1,000 by 1,000 with 2,000 frames', () => gifOfFrames(1_000, 1_000, 2_000)],
])('413 at once and without taking memory: %s', async (_name, make) => {
  const content = await make();
  expect(content.length).toBeLessThan(4 * MEBIBYTE);
  const before = { memory: process.memoryUsage().rss, files: await storedNames(site) };
  const begun = Date.now();
  const answer = await upload(content).expect(413);
  expect(codeOf(answer)).toBe('file-too-large');
  expect(Date.now() - begun).toBeLessThan(5_000);
  expect(process.memoryUsage().rss - before.memory).toBeLessThan(200 * MEBIBYTE);
  expect(await storedNames(site)).toEqual(before.files);
});

test('the refusal names the limit and what was sent', async () => {
  const { body } = await upload(pngOfSize(50_000, 50_000)).expect(413);
  expect(body.error.details).toMatchObject({ limit: 100_000_000, pixels: 2_500_000_000 });
});

test('an animation within the limit is stored with all its frames', async () => {
  const { url } = await bot.upload({
    name: 'a.gif',
    content: gifOfFrames(100, 100, 20),
    mime: 'image/gif',
  });
  const { body } = await site.request.get(new URL(url).pathname).buffer(true).expect(200);
  expect((await sharp(body as Buffer, { animated: true }).metadata()).pages).toBe(20);
});

test.each<[string, () => Promise<Buffer>]>([
  ['a JPEG', async () => (await jpeg()).content],
  ['a PNG', async () => (await png()).content],
])('415: %s that ends in the middle', async (_name, make) => {
  const content = await make();
  const before = await count(site, FILE);
  const answer = await upload(content.subarray(0, content.length / 2)).expect(415);
  expect(codeOf(answer)).toBe('file-type-not-allowed');
  expect(await count(site, FILE)).toBe(before);
});

test('503 with Retry-After: more images at once than wait', async () => {
  const { content } = await png({ width: 3_000, height: 2_000 });
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(content)));
  const busy = answers.filter(({ status }) => status === 503);
  const stored = answers.filter(({ status }) => status === 201);
  expect(busy.length + stored.length).toBe(8);
  expect(stored.length).toBeGreaterThanOrEqual(2);
  expect(busy.length).toBeGreaterThan(0);
  for (const answer of busy) {
    expect(codeOf(answer)).toBe('images-busy');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
});

test('files that are no images do not wait for images', async () => {
  const { content } = await png({ width: 3_000, height: 2_000 });
  const images = Promise.all(Array.from({ length: 4 }, () => upload(content)));
  await upload(Buffer.from('plain text'), 'a.txt').expect(201);
  await images;
});

test('once images are done, the next is taken', async () => {
  const { content } = await png({ width: 300, height: 200 });
  await until(async () => (await upload(content)).status === 201);
});
