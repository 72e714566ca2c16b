import { readdirSync, readFileSync } from 'node:fs';

import sharp from 'sharp';

import { jpegOfManyScans } from '../reliability/hostile-files';
import { largePhoneHeic } from '../support/images/heic';
import { uploadImage } from '../support/images/uploaded';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

/** Linux counts CPU time in hundredths of a second. */
const TICKS = 100;
/** Seconds that the start of two processes takes, which comes on top of the work on the file. */
const STARTS = 1.5;

/** Fields of `/proc/PID/stat` from the state on, which are empty for a process that has ended. */
const statOf = (pid: string): number[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
};

/**
 * Seconds of CPU time that child processes have used, both running and ended ones. Reads everything in one go, so that
 * a process that ends meanwhile is counted once.
 */
const usedByChildren = (): number => {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter(([, parent]) => parent === process.pid);
  const ended = statOf('self').slice(13, 15);
  const running = children.map((stat) => stat.slice(11, 13));
  return [ended, ...running].flat().reduce((sum, ticks) => sum + ticks, 0) / TICKS;
};

/** Noise, which takes the most of any picture to be encoded. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      ...{ width, height, channels: 3, background: '#888' },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

const lying = (width: number, height: number) =>
  noise(width, height).withMetadata({ orientation: 6 });

const animation = async (): Promise<Buffer> => {
  const frame = await noise(900, 900).png({ compressionLevel: 1 }).toBuffer();
  const frames = Array.from({ length: 30 }, () => frame);
  return sharp(frames, { join: { animated: true } })
    .gif({ effort: 1 })
    .toBuffer();
};

/** @returns what came of the upload, and the seconds of CPU time that it took */
const upload = async (sent: Buffer, name: string) => {
  const before = usedByChildren();
  const uploaded = await uploadImage(site, bot, sent, name);
  return { ...uploaded, seconds: usedByChildren() - before };
};

test.each<[string, number, () => Promise<Buffer>]>([
  ['48-megapixels.heic', 10, largePhoneHeic],
  ['lying.png', 5, () => lying(6_000, 4_000).png().toBuffer()],
  ['lying.tiff', 5, () => lying(4_000, 3_000).tiff({ compression: 'jpeg' }).toBuffer()],
  ['lying.webp', 5, () => lying(6_000, 4_000).webp({ effort: 0 }).toBuffer()],
  ['lossless.webp', 5, () => lying(2_300, 1_700).webp({ lossless: true, effort: 0 }).toBuffer()],
  ['animation.gif', 5, animation],
])(
  '%s is shown: it takes at most %d s of CPU, and as many bytes as it may',
  async (name, most, make) => {
    const sent = await make();
    const { answer, row, original, formats, seconds } = await upload(sent, name);
    expect(answer.type).toBe('image');
    // An image that is not turned keeps its orientation tag, which the size takes into account.
    const { autoOrient } = await sharp(original.bytes, { page: 0 }).metadata();
    expect(row).toMatchObject({ width: autoOrient.width, height: autoOrient.height });
    expect(seconds).toBeLessThan(most + STARTS);
    expect(original.bytes.length).toBeLessThanOrEqual(1.5 * sent.length);
    expect(formats.length).toBeGreaterThan(0);
    for (const { bytes } of formats) expect(bytes.length).toBeLessThan(original.bytes.length);
  },
  180_000
);

test('a WebP of twelve megapixels is turned, also if the best quality takes too many bytes', async () => {
  const photo = lying(4_000, 3_000).blur(8).webp({ quality: 20, effort: 0 });
  const { original } = await upload(await photo.toBuffer(), 'a.webp');
  const { width, height, orientation } = await sharp(original.bytes).metadata();
  expect({ width, height, orientation }).toEqual({ width: 3_000, height: 4_000 });
}, 180_000);

test('a small file that would take minutes takes no more than the limit, and is a download', async () => {
  const { answer, seconds } = await upload(await jpegOfManyScans(9_000, 9_000), 'a.jpg');
  expect(answer.type).toBe('file');
  expect(seconds).toBeLessThan(5 + STARTS);
}, 180_000);
