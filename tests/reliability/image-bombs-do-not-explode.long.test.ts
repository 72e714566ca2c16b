import sharp from 'sharp';

import { codeOf } from '../support/envelope';
import { png } from '../support/files';
import { fileProcesses, largestWhile, residentMebibytes } from '../support/file-processes';
import { until } from '../support/until';
import { useSite } from '../support/use-site';
import {
  apngOfFrames,
  gifOfFrames,
  jpegOfManyScans,
  pngOfSize,
  webpOfOneColour,
} from './hostile-files';
import { storedNames } from './rows';

const MEBIBYTE = 1024 * 1024;
/** Rounds of small uploads that must finish while a heavy image is processed. */
const ROUNDS = 10;

const { site, bot } = useSite();

const upload = (content: Buffer, filename = 'a.png') =>
  bot.request('post', '/materials').attach('file', content, { filename, contentType: 'image/png' });

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['a PNG of 50,000 by 50,000', () => pngOfSize(50_000, 50_000)],
  ['a PNG of 1,000,000 by 101', () => pngOfSize(1_000_000, 101)],
  ['a GIF of 50,000 by 50,000', () => gifOfFrames(50_000, 50_000, 1)],
  ['a GIF of 1,000 by 1,000 with 2,000 frames', () => gifOfFrames(1_000, 1_000, 2_000)],
  ['an animated PNG of 1,000 by 1,000 with 2,000 frames', () => apngOfFrames(1_000, 1_000, 2_000)],
  ['a PNG of 1 by 100,000,000', () => pngOfSize(1, 100_000_000)],
  ['a WebP of 16,000 by 16,000', () => webpOfOneColour(16_000, 16_000)],
])('413 without taking memory: %s', async (_name, make) => {
  const content = await make();
  expect(content.length).toBeLessThan(4 * MEBIBYTE);
  const before = { memory: process.memoryUsage().rss, files: await storedNames(site) };
  const largest = await largestWhile(async () => {
    expect(codeOf(await upload(content).expect(413))).toBe('file-too-large');
  });
  expect(largest).toBeLessThan(300);
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

test('a JPEG of hundreds of scans is stored', async () => {
  await upload(await jpegOfManyScans(300, 200), 'a.jpg').expect(201);
});

test('the largest picture takes no more memory than it may, none of it of the site', async () => {
  const bomb = webpOfOneColour(16_000, 6_200);
  expect(bomb.length).toBeLessThan(100);
  const before = process.memoryUsage.rss();
  const largest = await largestWhile(() => upload(bomb, 'a.webp').expect(201));
  // Memory that is allocated between two measurements adds to the limit.
  expect(largest).toBeLessThan(1_024 + 256);
  expect((process.memoryUsage.rss() - before) / MEBIBYTE).toBeLessThan(200);
  await until('the memory is back', async () => {
    const sizes = await Promise.all((await fileProcesses()).map(residentMebibytes));
    return sizes.every((size) => size < 300);
  });
});

test('small pictures and other files do not wait behind a heavy one, which is stored', async () => {
  const { content } = await png({ width: 300, height: 200 });
  let isHeavyDone = false;
  const heavy = upload(await jpegOfManyScans(9_000, 9_000), 'a.jpg').then(({ status }) => {
    isHeavyDone = true;
    return status;
  });
  let rounds = 0;
  while (!isHeavyDone && rounds < ROUNDS) {
    await Promise.all([
      ...Array.from({ length: 5 }, () => upload(content).expect(201)),
      upload(Buffer.from('plain text'), 'a.txt').expect(201),
    ]);
    rounds += 1;
  }
  // If they waited for the heavy image, only one or two rounds would finish.
  expect(rounds).toBe(ROUNDS);
  expect(await heavy).toBe(201);
  // Image processes have a lower priority than all other tests.
}, 180_000);

test('sixty pictures at once are all taken', async () => {
  const { content } = await png({ width: 300, height: 200 });
  const answers = await Promise.all(Array.from({ length: 60 }, () => upload(content)));
  expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
});
