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

test.each(['gif', 'tiff', 'heif', 'svg', ''])(
  'the format "%s" cannot be cleaned without encoding it anew',
  (format) => {
    expect(withoutMetadata(Buffer.from('x'), format)).toBeUndefined();
  }
);
