import sharp from 'sharp';

import { applyEdits, keepAll } from '../src/bytes/edits';
import type { Cleaned } from '../src/images/containers/cleaned';
import { cleanGif } from '../src/images/containers/gif';
import { cleanJpeg } from '../src/images/containers/jpeg';
import { cleanPng } from '../src/images/containers/png';
import { cleanTiff } from '../src/images/containers/tiff';
import { cleanWebp } from '../src/images/containers/webp';
import { processImage } from '../src/images/process-image';
import { jpeg, png, webp, type TestFile } from '../../../tests/support/files';

const SECRET = 'A secret name';
const size = { width: 60, height: 40 };

const cleanWith = (cleaner: (image: Buffer) => Cleaned, image: Buffer): Buffer =>
  applyEdits(image, cleaner(image).edits);

const withExif = async ({ content }: TestFile): Promise<Buffer> =>
  sharp(content)
    .keepIccProfile()
    .withExif({ IFD0: { Artist: SECRET } })
    .toBuffer();

describe.each([
  ['jpeg', cleanJpeg, jpeg],
  ['png', cleanPng, png],
  ['webp', cleanWebp, webp],
] as const)('%s', (format, cleaner, make) => {
  const clean = (image: Buffer): Buffer => cleanWith(cleaner, image);

  test('EXIF data are gone', async () => {
    const image = await withExif(await make(size));
    expect(image.includes(SECRET)).toBe(true);
    expect(clean(image).includes(SECRET)).toBe(false);
  });

  test('the header no longer says that there are EXIF data', async () => {
    const cleaned = clean(await withExif(await make(size)));
    expect((await sharp(cleaned).metadata()).exif).toBeUndefined();
  });

  test('of EXIF data, only the orientation of a picture that is not turned stays', async () => {
    const { content } = await make(size);
    const image = await sharp(content)
      .withExif({ IFD0: { Artist: SECRET } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const kept = applyEdits(image, cleaner(image, 6).edits);
    expect(kept.includes(SECRET)).toBe(false);
    const { width, height, orientation, exif } = await sharp(kept).metadata();
    expect({ width, height, orientation }).toEqual({ ...size, orientation: 6 });
    expect(exif?.length).toBeLessThan(40);
    const upright = await sharp(kept, { failOn: 'warning' }).autoOrient().png().toBuffer();
    expect((await sharp(upright).metadata()).width).toBe(size.height);
  });

  test('the pixels stay as they are', async () => {
    const image = await withExif(await make(size));
    const [before, after] = [
      await sharp(image).raw().toBuffer(),
      await sharp(clean(image)).raw().toBuffer(),
    ];
    expect(before.equals(after)).toBe(true);
  });

  test('the colour profile stays', async () => {
    const { content } = await make(size);
    const image = await sharp(content).withIccProfile('p3').toBuffer();
    expect((await sharp(clean(image)).metadata()).icc).toBeDefined();
  });

  test('what follows the end is gone', async () => {
    const { content } = await make(size);
    const cleaned = clean(Buffer.concat([content, Buffer.from(SECRET)]));
    expect(cleaned.includes(SECRET)).toBe(false);
  });

  test('an image without metadata stays byte for byte', async () => {
    const once = clean((await make(size)).content);
    expect(clean(once).equals(once)).toBe(true);
  });

  test('of an image without metadata no copy is made', async () => {
    const once = clean((await make(size)).content);
    const options = { breakpoints: {}, mostPixels: 1_000_000, timeLeft: () => 1 };
    const processed = await processImage(once, `image/${format}`, options);
    expect(processed?.original.edits).toEqual(keepAll(once.length));
  });
});

test('a progressive JPEG, which has several scans, keeps them all', async () => {
  const { content } = await jpeg(size);
  const image = await sharp(content).jpeg({ progressive: true }).toBuffer();
  const cleaned = cleanWith(cleanJpeg, image);
  const [before, after] = await Promise.all(
    [image, cleaned].map((bytes) => sharp(bytes).raw().toBuffer())
  );
  expect(before?.equals(after as Buffer)).toBe(true);
});

test('a comment in a JPEG is gone', async () => {
  const { content } = await jpeg(size);
  const comment = Buffer.concat([
    Buffer.from([0xff, 0xfe, 0, SECRET.length + 2]),
    Buffer.from(SECRET),
  ]);
  const image = Buffer.concat([content.subarray(0, 2), comment, content.subarray(2)]);
  expect(cleanWith(cleanJpeg, image).includes(SECRET)).toBe(false);
});

test.each([
  ['a JPEG', cleanJpeg, Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')],
  ['a PNG', cleanPng, Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a WebP', cleanWebp, Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')],
  ['a GIF', cleanGif, Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
])('%s of a header only has no picture in it', (_what, cleaner, image) => {
  expect(cleaner(image).hasPicture).toBe(false);
});

test('a small copy of the picture in the header of a JPEG is gone', async () => {
  const { content } = await jpeg(size);
  const jfif = Buffer.concat([
    Buffer.from('ffe0001c4a46494600010100000100010202', 'hex'),
    Buffer.from('twelve bytes'),
  ]);
  const image = Buffer.concat([content.subarray(0, 2), jfif, content.subarray(20)]);
  const cleaned = cleanWith(cleanJpeg, image);
  expect(cleaned.includes('twelve bytes')).toBe(false);
  expect((await sharp(cleaned).metadata()).width).toBe(size.width);
});

const HIDDEN = Buffer.from(SECRET);
const segment = (marker: number, ...parts: Buffer[]): Buffer => {
  const data = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([0xff, marker, 0, data.length + 2]), data]);
};
/** Inserts bytes after the start marker of a JPEG. */
const inJpeg = async (bytes: Buffer): Promise<Buffer> => {
  const { content } = await jpeg(size);
  return Buffer.concat([content.subarray(0, 2), bytes, content.subarray(2)]);
};
const ADOBE = Buffer.from('Adobe\0\x64\0\0\0\0\x01', 'latin1');

test("of Adobe's segment in a JPEG what tells its colours stays, and nothing behind it", async () => {
  const plain = segment(0xee, ADOBE);
  const cleaned = cleanWith(cleanJpeg, await inJpeg(segment(0xee, ADOBE, HIDDEN)));
  expect(cleaned.includes(SECRET)).toBe(false);
  expect(cleaned.equals(cleanWith(cleanJpeg, await inJpeg(plain)))).toBe(true);
  expect(cleaned.includes(plain)).toBe(true);
});

test.each([0x02, 0xbf, 0xf0, 0xfd])(
  'a segment of a JPEG that no decoder knows is gone: %i',
  async (marker) => {
    const cleaned = cleanWith(cleanJpeg, await inJpeg(segment(marker, HIDDEN)));
    expect(cleaned.includes(SECRET)).toBe(false);
  }
);

test('what stands in the end of a PNG is gone', async () => {
  const { content } = await png(size);
  const end = Buffer.concat([Buffer.alloc(4), Buffer.from('IEND'), HIDDEN, Buffer.alloc(4)]);
  end.writeUInt32BE(HIDDEN.length);
  const cleaned = cleanWith(cleanPng, Buffer.concat([content.subarray(0, -12), end]));
  expect(cleaned.equals(cleanWith(cleanPng, content))).toBe(true);
});

test('what follows the header of a WebP in its own part is gone', async () => {
  const { content } = await webp(size);
  const image = await sharp(content).withIccProfile('p3').webp().toBuffer();
  const [start, end] = [image.indexOf('VP8X') + 8, image.indexOf('VP8X') + 18];
  const even = Buffer.concat([HIDDEN, Buffer.alloc(HIDDEN.length % 2)]);
  const dirty = Buffer.concat([image.subarray(0, end), even, image.subarray(end)]);
  dirty.writeUInt32LE(dirty.length - 8, 4);
  dirty.writeUInt32LE(10 + even.length, start - 4);
  const cleaned = cleanWith(cleanWebp, dirty);
  expect(cleaned.equals(cleanWith(cleanWebp, image))).toBe(true);
});

test('directories of a TIFF that lie over each other do not take for ever', () => {
  const image = Buffer.alloc(4 * 1024 * 1024, 1);
  image.write('II*\0\x08\0\0\0', 0, 'latin1');
  const begun = performance.now();
  cleanTiff(image);
  expect(performance.now() - begun).toBeLessThan(20_000);
});

test('a GIF loses its comment, its XMP and what follows its end, and keeps how it repeats', () => {
  const header = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([1, 0, 1, 0, 0x80, 0, 0])]);
  const colours = Buffer.from([0, 0, 0, 255, 255, 255]);
  const block = (label: number, ...parts: string[]) =>
    Buffer.concat([
      Buffer.from([0x21, label]),
      ...parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])),
      Buffer.from([0]),
    ]);
  const loop = block(0xff, 'NETSCAPE2.0', '\x01\x00\x00');
  const more = block(0xff, 'NETSCAPE2.0', '\x01\x00\x00', SECRET);
  const image = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  const end = Buffer.from(';');
  const comment = block(0xfe, SECRET);
  const xmp = block(0xff, 'XMP DataXMP', SECRET);

  const dirty = Buffer.concat([
    header,
    colours,
    comment,
    more,
    xmp,
    image,
    end,
    Buffer.from(SECRET),
  ]);
  expect(cleanWith(cleanGif, dirty)).toEqual(Buffer.concat([header, colours, loop, image, end]));
});

describe('a hostile WebP', () => {
  const chunk = (type: string, content: Buffer): Buffer => {
    const header = Buffer.alloc(8);
    header.write(type, 'latin1');
    header.writeUInt32LE(content.length, 4);
    return Buffer.concat([header, content]);
  };
  const file = (content: Buffer): Buffer =>
    chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), content]));
  const frame = (content: Buffer): Buffer =>
    chunk('ANMF', Buffer.concat([Buffer.alloc(16), content]));

  test('has a hundred thousand frames in one another', () => {
    const levels = 100_000;
    const nested = Buffer.alloc(levels * 24);
    for (let level = 0; level < levels; level += 1) {
      nested.write('ANMF', level * 24, 'latin1');
      nested.writeUInt32LE((levels - level) * 24 - 8, level * 24 + 4);
    }
    expect(cleanWith(cleanWebp, file(nested)).length).toBeLessThan(100);
  });

  test('has a frame of two hundred thousand chunks, every other one metadata', () => {
    const pair = Buffer.concat([chunk('ALPH', Buffer.alloc(0)), chunk('EXIF', Buffer.alloc(0))]);
    const many = Buffer.concat(Array.from({ length: 200_000 }, () => pair));
    expect(cleanWith(cleanWebp, file(frame(many))).length).toBe(12 + 24 + 200_000 * 8);
  });
});

test('a TIFF with three hundred thousand subdirectories at one place stays as it is', () => {
  const places = 300_000;
  const image = Buffer.alloc(26 + places * 4);
  image.write('II*\0', 'latin1');
  image.writeUInt32LE(8, 4);
  image.writeUInt16LE(1, 8);
  // The only entry: the tag SubIFDs, type LONG, and the offset of its values.
  image.writeUInt16LE(330, 10);
  image.writeUInt16LE(4, 12);
  image.writeUInt32LE(places, 14);
  image.writeUInt32LE(26, 18);
  for (let place = 0; place < places; place += 1) image.writeUInt32LE(8, 26 + place * 4);
  expect(cleanWith(cleanTiff, image).equals(image)).toBe(true);
});
