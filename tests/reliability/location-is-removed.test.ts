import { readFile } from 'node:fs/promises';
import path from 'node:path';

import sharp, { type Sharp } from 'sharp';

import { useSite } from '../support/use-site';
import { pngChunk, tiffWithPlace, withJpegSegment, withPngChunks } from './hostile-files';

const PLACE = 'Trafalgar-Square-51.508';
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  `<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="${PLACE}"/>` +
  '</rdf:RDF></x:xmpmeta>';
const SIZE = { width: 400, height: 300 };

const { site, bot } = useSite();

/** Makes an image with a red left half and a blue right half. */
const picture = () =>
  sharp({ create: { ...SIZE, channels: 3, background: 'blue' } }).composite([
    {
      input: { create: { width: 200, height: 300, channels: 3, background: 'red' } },
      left: 0,
      top: 0,
    },
  ]);

/** Adds a location like a phone, and a text that is easy to find. */
const withPlace = (image: Sharp, orientation = 1): Sharp =>
  image
    .withExif({
      IFD0: { ImageDescription: PLACE },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 0/1',
      },
    })
    .withMetadata({ orientation });

/** Uploads an image, and returns all stored files, the original first. */
const storedFiles = async (content: Buffer, name: string): Promise<Buffer[]> => {
  const { id } = await bot.upload({ name, content, mime: 'application/octet-stream' });
  const row = await site.strapi.db
    .query('plugin::upload.file')
    .findOne({ where: { documentId: id } });
  const urls = [row, ...Object.values(row.formats ?? {})].map(({ url }: { url: string }) => url);
  expect(urls.length).toBeGreaterThan(1);
  return Promise.all(urls.map((url) => readFile(path.join(site.publicDir, url))));
};

/** Size in bytes of EXIF data with only the orientation. */
const ORIENTATION_ONLY = 32;

const expectNoPlace = async (files: Buffer[]) => {
  for (const file of files) {
    const { exif, xmp, iptc } = await sharp(file).metadata();
    expect({ xmp, iptc }).toEqual({});
    expect(exif?.length ?? ORIENTATION_ONLY).toBe(ORIENTATION_ONLY);
    expect(file.includes(PLACE)).toBe(false);
    expect(file.includes(Buffer.from(PLACE, 'utf16le'))).toBe(false);
  }
};

const FORMATS: [name: string, encode: (image: Sharp) => Sharp][] = [
  ['jpg', (image) => image.jpeg()],
  ['png', (image) => image.png()],
  ['webp', (image) => image.webp()],
  ['tiff', (image) => image.tiff()],
  ['avif', (image) => image.avif({ effort: 0 })],
];

const withoutTiff = FORMATS.filter(([format]) => format !== 'tiff');

test.each(withoutTiff)('EXIF with a place is removed: %s', async (format, encode) => {
  const content = await encode(withPlace(picture())).toBuffer();
  expect(content.includes(PLACE)).toBe(true);
  expect((await sharp(content).metadata()).exif).toBeDefined();
  const { id, url } = await bot.upload({ name: `a.${format}`, content, mime: 'image/x' });
  expect(id).toBeDefined();
  const original = await readFile(path.join(site.publicDir, new URL(url).pathname));
  await expectNoPlace([original]);
});

test('the copies in other sizes have no place, either', async () => {
  await expectNoPlace(await storedFiles(await withPlace(picture()).jpeg().toBuffer(), 'a.jpg'));
});

test.each(FORMATS)('XMP with a place is removed: %s', async (format, encode) => {
  const content = await encode(picture().withXmp(XMP)).toBuffer();
  expect((await sharp(content).metadata()).xmp).toBeDefined();
  const { url } = await bot.upload({ name: `a.${format}`, content, mime: 'image/x' });
  await expectNoPlace([await readFile(path.join(site.publicDir, new URL(url).pathname))]);
});

test.each<[string, () => Promise<Buffer>]>([
  [
    'IPTC in a JPEG',
    async () =>
      withJpegSegment(
        await picture().jpeg().toBuffer(),
        0xed,
        Buffer.from(
          `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x1c\x1c\x02Z\0\x17${PLACE}\0`,
          'latin1'
        )
      ),
  ],
  [
    'a comment in a JPEG',
    async () => withJpegSegment(await picture().jpeg().toBuffer(), 0xfe, Buffer.from(PLACE)),
  ],
  [
    'a second EXIF block in a JPEG',
    async () =>
      withJpegSegment(
        await withPlace(picture()).jpeg().toBuffer(),
        0xe1,
        Buffer.from(`Exif\0\0${PLACE}`)
      ),
  ],
  [
    'a text chunk in a PNG',
    async () =>
      withPngChunks(
        await picture().png().toBuffer(),
        pngChunk('tEXt', Buffer.from(`Place\0${PLACE}`))
      ),
  ],
  [
    'what follows the end of a JPEG, as with motion photos',
    async () => Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from(PLACE)]),
  ],
  [
    'what follows the end of a PNG',
    async () => Buffer.concat([await picture().png().toBuffer(), Buffer.from(PLACE)]),
  ],
  ['the description and the GPS directory of a TIFF', async () => tiffWithPlace(PLACE)],
])('a place is removed from %s', async (_case, make) => {
  const content = await make();
  expect(content.includes(PLACE)).toBe(true);
  await expectNoPlace(await storedFiles(content, 'a.jpg'));
});

test.each(FORMATS.slice(0, 4))(
  'a picture that lies on its side is seen upright: %s',
  async (format, encode) => {
    const content = await encode(withPlace(picture(), 6)).toBuffer();
    expect((await sharp(content).metadata()).orientation).toBe(6);
    const files = await storedFiles(content, `a.${format}`);
    await expectNoPlace(files);
    for (const file of files) {
      const upright = await sharp(file).autoOrient().toBuffer();
      const { width, height } = await sharp(upright).metadata();
      expect(width / height).toBeCloseTo(SIZE.height / SIZE.width, 1);
      // After a clockwise quarter turn, the left side is at the top.
      const [red, , blue] = await sharp(upright)
        .extract({ left: 10, top: 5, width: 1, height: 1 })
        .raw()
        .toBuffer();
      expect(red).toBeGreaterThan(200);
      expect(blue).toBeLessThan(60);
    }
  }
);

test('the row has the size of the upright picture', async () => {
  const content = await withPlace(picture(), 6).jpeg().toBuffer();
  const { id } = await bot.upload({ name: 'a.jpg', content, mime: 'image/jpeg' });
  const row = await site.strapi.db
    .query('plugin::upload.file')
    .findOne({ where: { documentId: id } });
  expect([row.width, row.height]).toEqual([SIZE.height, SIZE.width]);
});

test.each(FORMATS.slice(0, 4))('a colour profile stays: %s', async (format, encode) => {
  const content = await encode(picture().withIccProfile('p3')).toBuffer();
  const before = (await sharp(content).metadata()).icc;
  const [original] = await storedFiles(content, `a.${format}`);
  expect((await sharp(original).metadata()).icc).toEqual(before);
});

test('a colour profile stays when the picture is turned', async () => {
  const content = await withPlace(picture().withIccProfile('p3'), 6).jpeg().toBuffer();
  const before = (await sharp(content).metadata()).icc;
  expect(before).toBeDefined();
  const [original] = await storedFiles(content, 'a.jpg');
  expect((await sharp(original).metadata()).icc).toEqual(before);
});

test.each(FORMATS.slice(0, 2))(
  'the pixels of an upright picture stay bit for bit: %s',
  async (format, encode) => {
    const content = await encode(withPlace(picture())).toBuffer();
    const [original] = await storedFiles(content, `a.${format}`);
    expect(
      (await sharp(original).raw().toBuffer()).equals(await sharp(content).raw().toBuffer())
    ).toBe(true);
  }
);
