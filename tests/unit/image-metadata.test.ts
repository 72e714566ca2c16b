import sharp from 'sharp';

import { withoutMetadata } from '../../src/plugins/bot/server/src/media/image-metadata';
import { jpeg, png, webp, type TestFile } from '../support/files';

const SECRET = 'A secret name';
const size = { width: 60, height: 40 };

const withExif = async ({ content }: TestFile): Promise<Buffer> =>
  sharp(content)
    .keepIccProfile()
    .withExif({ IFD0: { Artist: SECRET } })
    .toBuffer();

describe.each([
  ['jpeg', jpeg],
  ['png', png],
  ['webp', webp],
] as const)('%s', (format, make) => {
  const clean = async (image: Buffer): Promise<Buffer> => {
    const cleaned = withoutMetadata(image, format);
    if (cleaned === undefined) throw new Error(`${format} is not known`);
    return cleaned;
  };

  test('EXIF data are gone', async () => {
    const image = await withExif(await make(size));
    expect(image.includes(SECRET)).toBe(true);
    expect((await clean(image)).includes(SECRET)).toBe(false);
  });

  test('the header no longer says that there are EXIF data', async () => {
    const cleaned = await clean(await withExif(await make(size)));
    expect((await sharp(cleaned).metadata()).exif).toBeUndefined();
  });

  test('the pixels stay as they are', async () => {
    const image = await withExif(await make(size));
    const [before, after] = [
      await sharp(image).raw().toBuffer(),
      await sharp(await clean(image))
        .raw()
        .toBuffer(),
    ];
    expect(before.equals(after)).toBe(true);
  });

  test('the colour profile stays', async () => {
    const { content } = await make(size);
    const image = await sharp(content).withIccProfile('p3').toBuffer();
    expect((await sharp(await clean(image)).metadata()).icc).toBeDefined();
  });

  test('what follows the end is gone', async () => {
    const { content } = await make(size);
    const cleaned = await clean(Buffer.concat([content, Buffer.from(SECRET)]));
    expect(cleaned.includes(SECRET)).toBe(false);
  });

  test('an image without metadata stays byte for byte', async () => {
    const once = await clean((await make(size)).content);
    expect((await clean(once)).equals(once)).toBe(true);
  });
});

test('a progressive JPEG, which has several scans, keeps them all', async () => {
  const { content } = await jpeg(size);
  const image = await sharp(content).jpeg({ progressive: true }).toBuffer();
  const cleaned = withoutMetadata(image, 'jpeg') ?? Buffer.alloc(0);
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
  expect(withoutMetadata(image, 'jpeg')?.includes(SECRET)).toBe(false);
});

test.each(['tiff', 'heif', 'svg', ''])(
  'the format "%s" cannot be cleaned without encoding it anew',
  (format) => {
    expect(withoutMetadata(Buffer.from('x'), format)).toBeUndefined();
  }
);

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
  const image = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  const end = Buffer.from(';');
  const comment = block(0xfe, SECRET);
  const xmp = block(0xff, 'XMP DataXMP', SECRET);

  const dirty = Buffer.concat([
    header,
    colours,
    comment,
    loop,
    xmp,
    image,
    end,
    Buffer.from(SECRET),
  ]);
  expect(withoutMetadata(dirty, 'gif')).toEqual(Buffer.concat([header, colours, loop, image, end]));
});
