/**
 * What other encodings of the smaller sizes of photos save, and what they cost:
 * `node bench/encodings.mjs [folder of photos]`. See docs/decisions/15-copies-keep-their-type.md.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import sharp from 'sharp';

import { root } from '../scripts/root.mjs';
import { makePhoto } from './samples/photo.mjs';

const PHOTOS = path.join(root, 'node_modules/create-strapi-app/templates/example/data/uploads');
const WIDTHS = [500, 750, 1000];
const SAMPLE = { width: 1600, height: 1200 };

const ENCODINGS = {
  'JPEG 80 (as now)': (image) => image.jpeg(),
  'JPEG 75, mozjpeg': (image) => image.jpeg({ quality: 75, mozjpeg: true }),
  'WebP 75': (image) => image.webp({ quality: 75 }),
  'AVIF 50, effort 2': (image) => image.avif({ quality: 50, effort: 2 }),
  'AVIF 50, effort 4': (image) => image.avif({ quality: 50, effort: 4 }),
};

sharp.concurrency(1);
sharp.cache(false);

const readPhotos = async (folder) => {
  const names = (await readdir(folder)).filter((name) => /\.jpe?g$/i.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({ name, content: await readFile(path.join(folder, name)) }))
  );
};

/** How far two pictures are from each other: the mean of the squares, of 8-bit values. */
const distance = (one, other) => {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] - other[index]) ** 2;
  return sum / one.length;
};

/** Bytes, CPU milliseconds and likeness (PSNR in dB) of each encoding of one picture. */
const encodeAll = async (pixels, raw) => {
  const results = {};
  for (const [name, encode] of Object.entries(ENCODINGS)) {
    const before = process.cpuUsage();
    const encoded = await encode(sharp(pixels, { raw })).toBuffer();
    const { user, system } = process.cpuUsage(before);
    const decoded = await sharp(encoded).removeAlpha().raw().toBuffer();
    const likeness = 10 * Math.log10(255 ** 2 / distance(pixels, decoded));
    results[name] = { bytes: encoded.length, milliseconds: (user + system) / 1000, likeness };
  }
  return results;
};

const photos = [
  ...(await readPhotos(process.argv[2] ?? PHOTOS)),
  { name: 'photo of the benchmark', ...(await makePhoto(SAMPLE)) },
];
const totals = new Map();
let pictures = 0;
for (const { content } of photos) {
  for (const width of WIDTHS) {
    const { data, info } = await sharp(content)
      .resize({ width, withoutEnlargement: true })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    pictures += 1;
    for (const [name, result] of Object.entries(await encodeAll(data, raw))) {
      const total = totals.get(name) ?? { bytes: 0, milliseconds: 0, likeness: 0 };
      for (const key of Object.keys(total)) total[key] += result[key];
      totals.set(name, total);
    }
  }
}

const [first] = totals.values();
console.log(`${photos.length} photos, ${pictures} pictures ${WIDTHS.join(', ')} pixels wide\n`);
console.log(
  '| encoding | KB | of JPEG | CPU ms | of JPEG | likeness, dB |\n| --- | --- | --- | --- | --- | --- |'
);
for (const [name, { bytes, milliseconds, likeness }] of totals) {
  console.log(
    `| ${name} | ${(bytes / 1000).toFixed(0)} | ${(bytes / first.bytes).toFixed(2)} | ${milliseconds.toFixed(0)} | ${(milliseconds / first.milliseconds).toFixed(1)} | ${(likeness / pictures).toFixed(1)} |`
  );
}
