import { pixelDigest } from '../support/images/look';
import { magick, SECRET } from '../support/images/make';
import { oldJpegTiff } from '../support/images/old-jpeg-tiff';
import { uploadImage } from '../support/images/uploaded';
import { fileOf, sendFile } from '../support/uploads';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

const SIZE = { width: 400, height: 300 };
const scanStart = (jpeg: Buffer): number => jpeg.indexOf(Buffer.from([0xff, 0xda]));

/** Inserts bytes into a JPEG right before its first scan. */
const beforeScan = (jpeg: Buffer, ...bytes: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, scanStart(jpeg)), ...bytes, jpeg.subarray(scanStart(jpeg))]);

test.each<[string, (jpeg: Buffer) => Buffer]>([
  ['without an end', (jpeg) => jpeg.subarray(0, -2)],
  ['with a text behind its end', (jpeg) => Buffer.concat([jpeg, Buffer.from(SECRET)])],
  ['with a second picture behind its end', (jpeg) => Buffer.concat([jpeg, jpeg])],
  [
    'with bytes before its end',
    (jpeg) => Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(9), jpeg.subarray(-2)]),
  ],
  ['with bytes between two segments', (jpeg) => beforeScan(jpeg, Buffer.from('stray'))],
  ['with fill bytes between two segments', (jpeg) => beforeScan(jpeg, Buffer.alloc(5, 0xff))],
])('a JPEG %s is stored with copies, and looks the same', async (_what, change) => {
  const plain = await magick('.jpg');
  const { row, original, formats } = await uploadImage(site, bot, change(plain), 'a.jpg');
  expect([row.width, row.height]).toEqual([SIZE.width, SIZE.height]);
  expect(await pixelDigest(original.bytes, '.jpg')).toBe(await pixelDigest(plain, '.jpg'));
  expect(original.bytes.includes(SECRET)).toBe(false);
  expect(formats.length).toBeGreaterThan(0);
});

test.each<[string, string, () => Promise<Buffer>]>([
  ['a JPEG', '.jpg', () => magick('.jpg')],
  ['a PNG', '.png', () => magick('.png')],
  ['a GIF', '.gif', () => magick('.gif')],
])('the half of %s that is there is stored, with copies', async (_what, ext, make) => {
  const complete = await make();
  const half = complete.subarray(0, complete.length / 2);
  const { row, formats } = await uploadImage(site, bot, half, `a${ext}`);
  expect([row.width, row.height]).toEqual([SIZE.width, SIZE.height]);
  expect(formats.length).toBeGreaterThan(0);
});

/** Makes a TIFF that declares a rare compression (32908) used by film scanners. */
const rareTiff = async (): Promise<Buffer> => {
  const tiff = await magick('.tif', ['-compress', 'None', '-endian', 'LSB']);
  const entry = tiff.lastIndexOf(Buffer.from([0x03, 0x01, 3, 0, 1, 0, 0, 0]));
  tiff.writeUInt16LE(32908, entry + 8);
  return tiff;
};

test('a TIFF in a compression that the image library does not read is stored without copies', async () => {
  const sent = await rareTiff();
  const { answer, row, original, formats } = await uploadImage(site, bot, sent, 'a.tif');
  expect(answer.type).toBe('image');
  expect([row.width, row.height]).toEqual([SIZE.width, SIZE.height]);
  expect(original.bytes.length).toBe(sent.length);
  expect(formats).toEqual([]);
});

test('a TIFF with the old kind of JPEG inside is stored', async () => {
  const sent = oldJpegTiff(await magick('.jpg', ['-sampling-factor', '1x1']), SIZE);
  const { row, original } = await uploadImage(site, bot, sent, 'a.tif');
  expect([row.width, row.height]).toEqual([SIZE.width, SIZE.height]);
  expect(original.bytes.length).toBe(sent.length);
});

test('a small TIFF in CIELab, whose statistics libvips never ends to compute, is stored', async () => {
  const sent = await magick('.tif', ['-colorspace', 'Lab', '-depth', '8'], {
    width: 100,
    height: 80,
  });
  const { answer, row } = await uploadImage(site, bot, sent, 'a.tif');
  expect([answer.type, row.width, row.height]).toEqual(['image', 100, 80]);
});

const withoutChunk = (png: Buffer): Buffer => {
  const data = png.indexOf('IDAT') - 4;
  return Buffer.concat([png.subarray(0, data), png.subarray(png.indexOf('IEND') - 4)]);
};

test.each<[string, string, () => Promise<Buffer>]>([
  [
    'a JPEG that ends before its pixels',
    '.jpg',
    async () => {
      const jpeg = await magick('.jpg');
      return jpeg.subarray(0, scanStart(jpeg) + 14);
    },
  ],
  ['a PNG without pixels', '.png', async () => withoutChunk(await magick('.png'))],
  ['a GIF of a header', '.gif', async () => (await magick('.gif')).subarray(0, 13)],
  ['a WebP of a header', '.webp', async () => (await magick('.webp')).subarray(0, 30)],
  [
    'an AVIF that ends in the middle',
    '.avif',
    async () => {
      const avif = await magick('.avif');
      return avif.subarray(0, avif.length / 2);
    },
  ],
])('415: there is no picture in %s', async (_what, ext, make) => {
  const { body } = await sendFile(bot, fileOf(await make(), `a${ext}`)).expect(415);
  expect(body.error.details.code).toBe('file-type-not-allowed');
});
