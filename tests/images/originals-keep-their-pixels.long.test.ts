import sharp from 'sharp';

import { jpeg } from '../support/files';
import {
  colourProfile,
  foundMetadata,
  meanError,
  pixelDigest,
  storedSize,
} from '../support/images/look';
import { animatedAvif, encoded, magick, SECRET, withMetadata } from '../support/images/make';
import { profiled } from '../support/images/profile';
import { uploadImage } from '../support/images/uploaded';
import { runProgram, withFile } from '../support/programs';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

interface Row {
  what: string;
  ext: string;
  make: () => Promise<Buffer>;
  /** False for formats into which ExifTool cannot write metadata. */
  hasMetadata?: false;
}

const jpegs: Row[] = [
  { what: 'a JPEG', ext: '.jpg', make: () => magick('.jpg') },
  { what: 'a progressive JPEG', ext: '.jpg', make: () => magick('.jpg', ['-interlace', 'JPEG']) },
  { what: 'a grey JPEG', ext: '.jpg', make: () => magick('.jpg', ['-colorspace', 'Gray']) },
  { what: 'a CMYK JPEG', ext: '.jpg', make: () => magick('.jpg', ['-colorspace', 'CMYK']) },
  { what: 'a 4:4:4 JPEG', ext: '.jpg', make: () => magick('.jpg', ['-sampling-factor', '1x1']) },
  { what: 'a JPEG with a profile', ext: '.jpg', make: () => profiled('jpeg') },
];

const tiff = (what: string, ...args: string[]): Row => ({
  what: `a TIFF, ${what}`,
  ext: '.tif',
  make: () => magick('.tif', args),
});

const rows: Row[] = [
  ...jpegs,
  { what: 'a PNG', ext: '.png', make: () => magick('.png') },
  {
    what: 'a PNG of 16 bits',
    ext: '.png',
    make: () => magick('.png', ['-define', 'png:bit-depth=16']),
  },
  {
    what: 'a PNG with a palette',
    ext: '.png',
    make: () => magick('.png', ['-colors', '64', '-type', 'Palette']),
  },
  { what: 'a PNG of one bit', ext: '.png', make: () => magick('.png', ['-monochrome']) },
  { what: 'an interlaced PNG', ext: '.png', make: () => magick('.png', ['-interlace', 'PNG']) },
  {
    what: 'a PNG that can be seen through',
    ext: '.png',
    make: () => magick('.png', ['-alpha', 'set', '-channel', 'A', '-evaluate', 'multiply', '0.4']),
  },
  { what: 'a PNG with a profile', ext: '.png', make: () => profiled('png') },
  {
    what: 'a WebP',
    ext: '.webp',
    make: () => encoded('cwebp', '.webp', (input, output) => ['-quiet', input, '-o', output]),
  },
  {
    what: 'a lossless WebP',
    ext: '.webp',
    make: () =>
      encoded('cwebp', '.webp', (input, output) => ['-quiet', '-lossless', input, '-o', output]),
  },
  { what: 'a WebP with a profile', ext: '.webp', make: () => profiled('webp') },
  { what: 'a GIF', ext: '.gif', make: () => magick('.gif') },
  {
    what: 'an animated GIF',
    ext: '.gif',
    make: () =>
      magick('.gif', [
        '-delay',
        '10',
        '(',
        '+clone',
        '-negate',
        ')',
        '(',
        '+clone',
        '-flip',
        ')',
        '-loop',
        '0',
      ]),
  },
  tiff('LZW', '-compress', 'LZW'),
  tiff('not compressed', '-compress', 'None'),
  tiff('JPEG inside', '-compress', 'JPEG'),
  tiff('16 bits of CMYK', '-depth', '16', '-colorspace', 'CMYK', '-compress', 'Zip'),
  tiff('with alpha', '-alpha', 'set', '-channel', 'A', '-evaluate', 'multiply', '0.4'),
  tiff('one bit, as a fax', '-monochrome', '-compress', 'Group4'),
  tiff('in planes', '-interlace', 'Plane', '-compress', 'LZW'),
  tiff('in tiles', '-define', 'tiff:tile-geometry=64x64', '-compress', 'LZW'),
  tiff('floating point', '-define', 'quantum:format=floating-point', '-depth', '32'),
  tiff(
    'three pages of different sizes',
    '(',
    '+clone',
    '-resize',
    '50%',
    ')',
    '(',
    '+clone',
    '-rotate',
    '90',
    ')'
  ),
  {
    what: 'an AVIF',
    ext: '.avif',
    make: () => encoded('avifenc', '.avif', (input, output) => ['-s', '10', input, output]),
  },
  {
    what: 'an AVIF of 10 bits',
    ext: '.avif',
    make: () =>
      encoded('avifenc', '.avif', (input, output) => ['-s', '10', '-d', '10', input, output]),
  },
  { what: 'an AVIF with a profile', ext: '.avif', make: () => profiled('avif') },
];

test.each(rows)(
  'nothing but metadata is taken from $what',
  async ({ ext, make, hasMetadata = true }) => {
    const plain = await make();
    const sent = hasMetadata ? await withMetadata(plain, ext) : plain;
    expect(sent.includes(SECRET)).toBe(hasMetadata);

    const { answer, row, original, formats } = await uploadImage(site, bot, sent, `a${ext}`);
    expect(answer.type).toBe('image');
    expect(await pixelDigest(original.bytes, ext)).toBe(await pixelDigest(sent, ext));
    expect(await colourProfile(original.bytes)).toEqual(await colourProfile(sent));
    expect([row.width, row.height]).toEqual(await storedSize(sent));
    for (const { bytes } of formats) expect(bytes.length).toBeLessThan(original.bytes.length);
    const stored = [original, ...formats].map(({ bytes }) => bytes);
    expect(stored.filter((bytes) => bytes.includes(SECRET))).toEqual([]);
    expect(await foundMetadata(stored, ext)).toEqual([]);
  }
);

const turned = [3, 5, 6, 7, 8];

test.each(turned)(
  'a JPEG of orientation %i keeps that, and nothing else of EXIF',
  async (orientation) => {
    const sent = await withMetadata(await magick('.jpg'), '.jpg', orientation);
    const { original, row, formats } = await uploadImage(site, bot, sent, 'a.jpg');
    expect(await pixelDigest(original.bytes, '.jpg')).toBe(await pixelDigest(sent, '.jpg'));
    expect(await foundMetadata([original.bytes], '.jpg')).toEqual([]);
    const isLying = orientation > 4;
    expect([row.width, row.height]).toEqual(isLying ? [300, 400] : [400, 300]);
    // Formats are rotated, because viewers do not rotate them.
    for (const { bytes } of formats) {
      const [width = 0, height = 0] = await storedSize(bytes);
      expect(width < height).toBe(isLying);
    }
  }
);

test.each<[string, string, () => Promise<Buffer>]>([
  ['a PNG', '.png', () => magick('.png')],
  ['a PNG of 16 bits', '.png', () => magick('.png', ['-define', 'png:bit-depth=16'])],
  ['a grey PNG', '.png', () => magick('.png', ['-colorspace', 'Gray'])],
  ['a PNG with a profile', '.png', () => profiled('png')],
  [
    'a lossless WebP',
    '.webp',
    () =>
      encoded('cwebp', '.webp', (input, output) => ['-quiet', '-lossless', input, '-o', output]),
  ],
  ['a TIFF', '.tif', () => magick('.tif', ['-compress', 'LZW'])],
  ['a TIFF of 16 bits', '.tif', () => magick('.tif', ['-depth', '16', '-compress', 'Zip'])],
])(
  'viewers ignore how %s is to be turned: its pixels are, without loss',
  async (_what, ext, make) => {
    for (const orientation of [6, 5]) {
      const sent = await withMetadata(await make(), ext, orientation);
      const { original, row } = await uploadImage(site, bot, sent, `a${ext}`);
      expect(await pixelDigest(original.bytes, ext, 1)).toBe(
        await pixelDigest(sent, ext, orientation)
      );
      expect(await pixelDigest(original.bytes, ext)).toBe(
        await pixelDigest(original.bytes, ext, 1)
      );
      expect(await storedSize(original.bytes)).toEqual([row.width, row.height]);
      expect(row.width).toBe(300);
      expect(await colourProfile(original.bytes)).toEqual(await colourProfile(sent));
      expect(await foundMetadata([original.bytes], ext)).toEqual([]);
    }
  }
);

/** Makes a TIFF whose directories refer to each other in a cycle. */
const circle = async (): Promise<Buffer> => {
  const image = await magick('.tif', ['-compress', 'None', '-endian', 'LSB', '-comment', SECRET]);
  const at = image.readUInt32LE(4);
  image.writeUInt32LE(at, at + 2 + image.readUInt16LE(at) * 12);
  return image;
};

test.each<[string, () => Promise<Buffer>]>([
  [
    'a BigTIFF, which no camera writes',
    async () =>
      sharp(await magick('.png'))
        .tiff({ bigtiff: true })
        .withExif({ IFD0: { Artist: SECRET } })
        .toBuffer(),
  ],
  ['a TIFF whose directories do not add up', circle],
])('%s stays bit for bit, and has copies', async (_what, make) => {
  const sent = await make();
  const { row, original, formats } = await uploadImage(site, bot, sent, 'a.tif');
  expect([row.width, row.height]).toEqual([400, 300]);
  expect(original.bytes.equals(sent)).toBe(true);
  expect(formats.length).toBeGreaterThan(0);
});

test('an animated AVIF stays an animation, without its metadata', async () => {
  const sent = await animatedAvif();
  expect(sent.includes(SECRET)).toBe(true);
  const { answer, row, original } = await uploadImage(site, bot, sent, 'a.avif');
  expect([answer.type, row.mime, row.ext]).toEqual(['image', 'image/avif', '.avif']);
  expect([row.width, row.height]).toEqual([400, 300]);
  expect(original.bytes.includes(SECRET)).toBe(false);
  const framesOf = (image: Buffer) =>
    withFile(image, 'a.avif', (file) =>
      runProgram('ffmpeg', '-v', 'error', '-i', file, '-f', 'framemd5', '-')
    );
  const frames = (await framesOf(original.bytes)).toString();
  expect(frames).toBe((await framesOf(sent)).toString());
  expect(frames.match(/^0,/gm)?.length).toBe(3);
});

test('an AVIF is turned by a property of its container, which stays', async () => {
  const sent = await encoded('avifenc', '.avif', (input, output) => [
    '-s',
    '10',
    '--irot',
    '1',
    input,
    output,
  ]);
  const { original, row } = await uploadImage(
    site,
    bot,
    await withMetadata(sent, '.avif'),
    'a.avif'
  );
  expect([row.width, row.height]).toEqual([300, 400]);
  expect(await pixelDigest(original.bytes, '.avif')).toBe(await pixelDigest(sent, '.avif'));
});

test('the copies of a JPEG have its colour profile, and so its colours', async () => {
  const sent = await profiled('jpeg');
  const { formats } = await uploadImage(site, bot, sent, 'a.jpg');
  expect(formats.length).toBeGreaterThan(0);
  for (const { bytes } of formats) {
    expect(await colourProfile(bytes)).toEqual(await colourProfile(sent));
  }
});

test('what wears the usual profile has copies that look the same without one', async () => {
  const { content } = await jpeg({ width: 400, height: 300 });
  const sent = await sharp(content).withIccProfile('srgb').jpeg({ quality: 100 }).toBuffer();
  const { formats } = await uploadImage(site, bot, sent, 'a.jpg');
  const [copy] = formats;
  if (copy === undefined) throw new Error('There is no copy');
  expect(await colourProfile(copy.bytes)).toBeUndefined();
  const { width, height } = await sharp(copy.bytes).metadata();
  const expected = await sharp(sent).resize(width, height).png().toBuffer();
  expect(await meanError(copy.bytes, expected, ['.jpg', '.png'])).toBeLessThan(0.03);
});
