import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import sharp from 'sharp';

import { heic, phoneHeic, tiledHeic } from '../support/images/heic';
import { colourProfile, foundMetadata, meanError } from '../support/images/look';
import { SECRET, withMetadata } from '../support/images/make';
import { uploadImage } from '../support/images/uploaded';
import { png } from '../support/files';
import { convertFile } from '../support/programs';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

const picture = async () => (await png({ width: 400, height: 300 })).content;
const deep = async () =>
  sharp(await picture())
    .toColourspace('rgb16')
    .png()
    .toBuffer();

/** Decodes a HEIC with libheif's own program. */
const seen = (bytes: Buffer): Promise<Buffer> =>
  convertFile('heif-convert', { bytes, name: 'a.heic' }, 'a.png', (input, output) => [
    input,
    output,
  ]);

test.each<[string, () => Promise<Buffer>]>([
  ['a HEIC', async () => heic(await picture(), '-q', '90')],
  ['a HEIC of 10 bits', async () => heic(await deep(), '-q', '90', '-b', '10')],
  ['a HEIC without loss', async () => heic(await picture(), '-L')],
])('%s is stored as a JPEG that looks the same', async (_what, make) => {
  const sent = await withMetadata(await make(), '.heic');
  const { answer, row, original, formats } = await uploadImage(site, bot, sent, 'IMG_0001.HEIC');
  expect(answer).toMatchObject({ type: 'image', convertedFrom: 'image/heic' });
  expect(row).toMatchObject({
    name: 'IMG_0001.jpg',
    ext: '.jpg',
    mime: 'image/jpeg',
    type: 'image',
  });
  expect([row.width, row.height]).toEqual([400, 300]);
  expect(await meanError(original.bytes, await seen(sent), ['.jpg', '.png'])).toBeLessThan(0.02);
  expect(formats.length).toBeGreaterThan(0);
  const stored = [original, ...formats].map(({ bytes }) => bytes);
  for (const bytes of stored) {
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
    expect(bytes.includes(SECRET)).toBe(false);
  }
  expect(await foundMetadata(stored, '.jpg')).toEqual([]);
});

test('a HEIC from a phone, of tiles, lying on its side, is stored upright with its profile', async () => {
  const p3 = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  const profile = (await sharp(p3).metadata()).icc ?? Buffer.alloc(0);
  const sent = await phoneHeic({
    colours: [
      ['#ff0000', '#00ff00', '#0000ff'],
      ['#ffffff', '#000000', '#808080'],
    ],
    turns: 3,
    profile,
    exif: Buffer.from(`Exif\0\0${SECRET}`, 'latin1'),
  });
  const { row, original, formats } = await uploadImage(site, bot, sent, 'IMG_0002.HEIC');
  expect([row.width, row.height]).toEqual([256, 384]);
  expect(await colourProfile(original.bytes)).toEqual(profile);
  expect(original.bytes.includes(SECRET)).toBe(false);
  expect((await sharp(original.bytes).metadata()).orientation).toBeUndefined();
  // The image is rotated clockwise by a quarter turn: the former bottom left corner is at the top left.
  const colourAt = async (left: number, top: number) =>
    [
      ...(await sharp(original.bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
    ].map((value) => Math.round(value / 64));
  expect(await colourAt(64, 64)).toEqual([4, 4, 4]);
  expect(await colourAt(192, 64)).toEqual([4, 0, 0]);
  expect(await colourAt(192, 320)).toEqual([0, 0, 4]);
  for (const { bytes } of formats) expect(bytes.length).toBeLessThan(original.bytes.length);
});

test('a HEIC of 48 tiles, as every phone stores its photos, is read', async () => {
  const sent = await tiledHeic();
  const { row, formats } = await uploadImage(site, bot, sent, 'IMG_0003.HEIC');
  expect(row).toMatchObject({ mime: 'image/jpeg', width: 768, height: 1024 });
  expect(formats.length).toBeGreaterThan(0);
});

const SAMPLES = path.resolve(__dirname, '../../../shared/samples');
const samples = existsSync(SAMPLES)
  ? readdirSync(SAMPLES).filter((name) => name.endsWith('.heic'))
  : [];
if (samples.length === 0)
  process.stdout.write('Skipped: there are no photos of phones in ../shared/samples\n');

for (const name of samples) {
  test(`the photo ${name} of a phone is stored upright, without its place`, async () => {
    const sent = readFileSync(path.join(SAMPLES, name));
    const { answer, row, original, formats } = await uploadImage(site, bot, sent, name);
    expect(answer.convertedFrom).toBe('image/heic');
    expect(row).toMatchObject({ width: 3024, height: 4032 });
    expect(await foundMetadata([original.bytes], '.jpg')).toEqual([]);
    expect(original.bytes.length).toBeLessThan(1.5 * sent.length);
    expect(formats.length).toBeGreaterThan(2);
  });
}

test('what can be seen through in a HEIC can be seen through in what is stored', async () => {
  const clear = await sharp(await picture())
    .ensureAlpha(0.5)
    .png()
    .toBuffer();
  const { answer, row, original } = await uploadImage(site, bot, await heic(clear), 'sticker.heic');
  expect(answer.convertedFrom).toBe('image/heic');
  expect(row.mime).toMatch(/^image\/(?:png|webp)$/);
  expect((await sharp(original.bytes).stats()).isOpaque).toBe(false);
});

test.each(['mif2', 'heis', 'jpeg'])(
  'a HEIC whose first brand is the rare %s is a picture and no film, and loses its metadata',
  async (brand) => {
    const sent = await withMetadata(await heic(await picture()), '.heic');
    sent.write(brand, 8, 'latin1');
    const { answer, row, original } = await uploadImage(site, bot, sent, 'IMG_0005.HEIC');
    expect(answer).toMatchObject({ type: 'image', convertedFrom: 'image/heif' });
    expect(row).toMatchObject({ name: 'IMG_0005.jpg', mime: 'image/jpeg', width: 400 });
    expect(original.bytes.includes(SECRET)).toBe(false);
  }
);

test('an AVIF that calls itself HEIF stays the AVIF that it is', async () => {
  const avif = await sharp(await picture())
    .avif({ effort: 0 })
    .toBuffer();
  avif.write('mif1', 8, 'latin1');
  const { answer, row } = await uploadImage(site, bot, avif, 'a.heif');
  expect(answer.convertedFrom).toBeUndefined();
  expect(row).toMatchObject({ name: 'a.avif', mime: 'image/avif' });
});

test('415: a HEIC that ends in the middle', async () => {
  const complete = await heic(await picture());
  const answer = await bot
    .request('post', '/materials')
    .attach('file', complete.subarray(0, complete.length / 2), 'a.heic')
    .expect(415);
  expect(answer.body.error.details.code).toBe('file-type-not-allowed');
});
