import sharp from 'sharp';

import { bytesInMemory } from '../../packages/media/src/bytes/received-bytes';
import { createMedia } from '../../packages/media/src/media';
import { gifOfFrames } from '../reliability/hostile-files';
import { png } from '../support/files';
import { PROGRAMS } from '../../packages/media/tests/programs';
import { largestWhile } from '../support/file-processes';
import { heic, phoneHeic } from '../support/images/heic';
import { magick, withMetadata } from '../support/images/make';
import { oldJpegTiff } from '../support/images/old-jpeg-tiff';
import { damaged } from './damage';

/** Number of variants; `npm run fuzz:files` sets a higher one. */
const VARIANTS = Number(process.env.FUZZ_VARIANTS ?? 300);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const AT_ONCE = 8;
const SECONDS = 10;
const MEMORY_MEBIBYTES = 1024;

const MEBIBYTE = 1024 * 1024;
const SIZE = { width: 120, height: 90 };

/** Allowed error codes for a file; all others are bugs of the site. */
const DECLARED = new Set(['file-too-large', 'file-type-not-allowed', 'image-type-not-supported']);

interface Sample {
  mime: string;
  image: Buffer;
}

const makeSamples = async (): Promise<Sample[]> => {
  const { content } = await png(SIZE);
  const sample = async (mime: string, image: Promise<Buffer> | Buffer): Promise<Sample> => ({
    mime: `image/${mime}`,
    image: await image,
  });
  const tagged = async (ext: string, ...args: string[]) =>
    withMetadata(await magick(ext, args, SIZE), ext, 6);
  const jpeg = await magick('.jpg', ['-sampling-factor', '1x1'], SIZE);
  const pages = ['(', '+clone', '-resize', '50%', ')'];
  return Promise.all([
    sample('jpeg', tagged('.jpg')),
    sample('jpeg', tagged('.jpg', '-interlace', 'JPEG')),
    sample('jpeg', tagged('.jpg', '-colorspace', 'CMYK')),
    sample('png', tagged('.png')),
    sample('png', tagged('.png', '-define', 'png:bit-depth=16', '-interlace', 'PNG')),
    sample('webp', tagged('.webp')),
    sample('webp', tagged('.webp', '-define', 'webp:lossless=true')),
    sample(
      'webp',
      sharp(gifOfFrames(60, 40, 4), { animated: true })
        .webp()
        .toBuffer()
    ),
    sample('gif', tagged('.gif', ...pages)),
    sample('tiff', tagged('.tif', '-compress', 'LZW', ...pages)),
    sample('tiff', tagged('.tif', '-compress', 'JPEG')),
    sample('tiff', tagged('.tif', '-define', 'tiff:tile-geometry=32x32', '-depth', '16')),
    sample('tiff', oldJpegTiff(jpeg, SIZE)),
    sample('avif', tagged('.avif')),
    sample('heic', heic(content)),
    sample(
      'heic',
      phoneHeic({
        colours: [['red', 'blue']],
        turns: 1,
        profile: Buffer.alloc(0),
        exif: Buffer.alloc(9),
      })
    ),
  ]);
};

test(
  `${VARIANTS} damaged images are stored or refused, in bounded time and memory`,
  async () => {
    const samples = await makeSamples();
    const crashes: Error[] = [];
    const media = createMedia({
      programs: PROGRAMS,
      processes: 2,
      waitingBytes: 64 * MEBIBYTE,
      memoryBytes: MEMORY_MEBIBYTES * MEBIBYTE,
      seconds: SECONDS,
      onCrash: (error) => crashes.push(error),
    });
    const options = {
      breakpoints: { large: 100, small: 50 },
      mostPixels: 100_000_000,
    };
    const outcomes = new Map<string, number>();
    const wrong: string[] = [];
    let slowest = 0;

    const run = async (index: number): Promise<void> => {
      const sample = samples[index % samples.length];
      if (sample === undefined) throw new Error('There are no samples');
      const image = damaged(sample.image, SEED * 1_000_003 + index);
      const begun = performance.now();
      const inspected = { identity: { mime: sample.mime, ext: '' }, recording: {} };
      const outcome = await media
        .makeSafe(bytesInMemory(image), inspected, async () => options)
        .then(
          () => 'stored',
          (error: { message: string; code?: string }) => error.code ?? error.message
        );
      slowest = Math.max(slowest, performance.now() - begun);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (outcome !== 'stored' && !DECLARED.has(outcome)) {
        wrong.push(`variant ${index} of seed ${SEED}, ${sample.mime}: ${outcome}`);
      }
    };

    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < VARIANTS) {
        next += 1;
        await run(next - 1);
      }
    };
    const largest = await largestWhile(() => Promise.all(Array.from({ length: AT_ONCE }, worker)));
    media.stop();

    if (process.env.FUZZ_VARIANTS !== undefined) {
      const seen = Object.fromEntries([...outcomes].sort());
      const report = { seen, slowest: Math.round(slowest), largest: Math.round(largest) };
      process.stdout.write(`${JSON.stringify(report)}\n`);
    }
    expect(wrong).toEqual([]);
    expect(crashes).toEqual([]);
    expect(outcomes.get('stored')).toBeGreaterThan(VARIANTS / 10);
    expect(largest).toBeLessThan(MEMORY_MEBIBYTES + 256);
  },
  60_000 + VARIANTS * 1_000
);
