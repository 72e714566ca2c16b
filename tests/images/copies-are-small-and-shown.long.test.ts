import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import sharp, { type Sharp, type WebpOptions } from 'sharp';

import { publishWork } from '../pages/works';
import { uploadImage } from '../support/images/uploaded';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

/** Makes an image of noise, which no encoding compresses well. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

const formatsOf = async (bytes: Buffer): Promise<string> => (await sharp(bytes).metadata()).format;

test.each([
  ['a.avif', (image: Sharp) => image.avif({ effort: 0, quality: 90 }).toBuffer()],
  ['a.tiff', (image: Sharp) => image.tiff().toBuffer()],
])('the copies of %s are WebP, and the original stays', async (name, encode) => {
  const sent = await encode(noise(1200, 900));
  const { row, original, formats } = await uploadImage(site, bot, sent, name);
  expect(row.mime).toBe(name === 'a.avif' ? 'image/avif' : 'image/tiff');
  expect(await formatsOf(original.bytes)).toBe(name === 'a.avif' ? 'heif' : 'tiff');
  expect(formats.length).toBeGreaterThan(2);
  for (const { bytes } of formats) {
    expect(await formatsOf(bytes)).toBe('webp');
    expect(bytes.length).toBeLessThan(sent.length);
  }
  for (const format of Object.values(JSON.parse(String(row.formats)) as object)) {
    expect(format).toMatchObject({ mime: 'image/webp', ext: '.webp' });
  }
});

test('a page shows a TIFF by its copies, and offers it for download', async () => {
  const { row } = await uploadImage(
    site,
    bot,
    await noise(300, 200).tiff().toBuffer(),
    'scan.tiff'
  );
  await publishWork(site.strapi, { title: 'Scan', slug: 'scan', media: [Number(row.id)] });
  const { text } = await site.request.get('/works/scan').expect(200);
  expect(text).toMatch(/<img src="[^"]+\.webp" srcset="[^"]+\.webp 234w, [^"]+\.webp 300w"/);
  expect(text).toMatch(/<a href="[^"]+\.tiff?" download="scan\.tiff?"/);
});

test('a copy that is not smaller than its original is not made', async () => {
  const lines = Array.from(
    { length: 300 },
    (_, index) => `<rect x="${index * 4}" width="2" height="900"/>`
  );
  const drawing = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">${lines.join('')}</svg>`
  );
  const sent = await sharp(drawing)
    .flatten({ background: '#fff' })
    .png({ palette: true })
    .toBuffer();
  const { formats } = await uploadImage(site, bot, sent, 'lines.png');
  for (const { bytes } of formats) expect(bytes.length).toBeLessThan(sent.length);
});

const turned = async (options: WebpOptions): Promise<Buffer> =>
  noise(1200, 900).webp(options).withMetadata({ orientation: 6 }).toBuffer();

test.each([
  ['with loss', () => turned({ quality: 60 })],
  ['without loss', () => turned({ lossless: true, effort: 0 })],
])('a WebP that lies on its side, %s, does not grow when it is turned', async (_what, make) => {
  const sent = await make();
  const { row, original } = await uploadImage(site, bot, sent, 'a.webp');
  expect(row).toMatchObject({ width: 900, height: 1200 });
  expect((await sharp(original.bytes).metadata()).orientation).toBeUndefined();
  expect(original.bytes.length).toBeLessThan(1.5 * sent.length);
});

const sample = path.resolve(__dirname, '../../../shared/samples/turned.webp');
if (!existsSync(sample))
  process.stdout.write('Skipped: ../shared/samples/turned.webp is missing\n');
if (existsSync(sample))
  test('nor does one of a real device', async () => {
    const sent = readFileSync(sample);
    const { original } = await uploadImage(site, bot, sent, 'turned.webp');
    expect(original.bytes.length).toBeLessThan(1.5 * sent.length);
  });
