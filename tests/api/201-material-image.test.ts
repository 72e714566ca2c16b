import { readFile } from 'node:fs/promises';
import path from 'node:path';

import sharp from 'sharp';

import { fileRow, storedNames } from '../support/database';
import { jpeg, photoWithPlace, png, type TestFile } from '../support/files';
import { storedFiles } from '../support/storage';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

/** Uploads an image, and reads all stored files: the original and each format. */
const stored = async (file: TestFile) => {
  const { id } = await bot.upload(file);
  const row = await fileRow(site, id);
  const names = storedNames(row);
  const images = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(path.join(site.uploadsDir, name));
      return { name, bytes, header: await sharp(bytes).metadata() };
    })
  );
  const original = images.find(({ name }) => name === row.hash + row.ext);
  if (original === undefined) throw new Error('The original is not stored');
  return { row, names, images, original };
};

test('a large image is stored with all of its formats', async () => {
  const { row } = await stored(await jpeg({ width: 1200, height: 900 }));
  expect(Object.keys(JSON.parse(String(row.formats))).sort()).toEqual([
    'large',
    'medium',
    'small',
    'thumbnail',
  ]);
});

test('the formats have the sizes that their rows say', async () => {
  const { row, images } = await stored(await png({ width: 1200, height: 900 }));
  const formats = Object.values(JSON.parse(String(row.formats)) as Record<string, typeof row>);
  const said = formats.map(({ hash, ext, width, height }) => [hash + ext, width, height]);
  const found = images.map(({ name, header }) => [name, header.width, header.height]);
  expect(found).toEqual(expect.arrayContaining(said));
});

test('a small image has no formats', async () => {
  const { names } = await stored(await png({ width: 100, height: 80 }));
  expect(names).toHaveLength(1);
});

test('width and height of the original are stored', async () => {
  const { row } = await stored(await png({ width: 321, height: 123 }));
  expect(row).toMatchObject({ width: 321, height: 123 });
});

test('the pixels of the original stay as they are', async () => {
  const file = await jpeg({ width: 640, height: 480 });
  const { original } = await stored(file);
  const [before, after] = await Promise.all(
    [file.content, original.bytes].map((bytes) => sharp(bytes).raw().toBuffer())
  );
  expect(before?.equals(after as Buffer)).toBe(true);
});

test('the place where a photo was taken is in none of the stored files', async () => {
  const file = await photoWithPlace();
  expect((await sharp(file.content).metadata()).exif).toBeDefined();
  const { images } = await stored(file);
  expect(images.map(({ header }) => header.xmp ?? header.iptc)).toEqual(
    images.map(() => undefined)
  );
  // EXIF with only the orientation has 32 bytes; a location would need more.
  expect(images.filter(({ header }) => (header.exif?.length ?? 32) !== 32)).toEqual([]);
});

test('a photo that lies on its side keeps its pixels and how it is to be turned', async () => {
  const { original, row } = await stored(await photoWithPlace());
  expect(original.header).toMatchObject({ width: 400, height: 300, orientation: 6 });
  expect([row.width, row.height]).toEqual([300, 400]);
});

test('the formats of a photo that lies on its side are upright', async () => {
  const { images, original } = await stored(await photoWithPlace());
  const formats = images.filter((image) => image !== original);
  expect(formats.length).toBeGreaterThan(0);
  expect(formats.every(({ header }) => header.height > header.width)).toBe(true);
  expect(formats.filter(({ header }) => (header.orientation ?? 1) !== 1)).toEqual([]);
});

test('texts in a PNG are not stored', async () => {
  const plain = await png({ width: 50, height: 50 });
  const content = await sharp(plain.content)
    .withExif({ IFD0: { Artist: 'A secret name' } })
    .png()
    .toBuffer();
  const { original } = await stored({ ...plain, content });
  expect(original.bytes.includes('A secret name')).toBe(false);
});

test('what follows the end of a picture is not stored', async () => {
  const file = await jpeg({ width: 50, height: 50 });
  const { original } = await stored({
    ...file,
    content: Buffer.concat([file.content, Buffer.from('hidden data')]),
  });
  expect(original.bytes.includes('hidden data')).toBe(false);
});

test('all that is stored belongs to a row', async () => {
  const rows = await site.strapi.db.connection('files');
  expect(await storedFiles(site)).toEqual(rows.flatMap(storedNames).sort());
});
