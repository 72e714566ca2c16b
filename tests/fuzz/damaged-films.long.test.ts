import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { applyEdits } from '../../packages/media/src/bytes/edits';
import { bytesInFile, bytesInMemory } from '../../packages/media/src/bytes/received-bytes';
import { filmEdits } from '../../packages/media/src/metadata/film-edits';
import { FILMS } from '../files/films';
import { describeWith } from '../support/describe-with';
import { measured } from './cost';
import { damaged } from './damage';

/** Number of variants; `npm run fuzz:files` sets a higher one. */
const VARIANTS = Number(process.env.FUZZ_VARIANTS ?? 300);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

/** Maximum CPU time for one video of a few kilobytes. Most take less than a millisecond. */
const MILLISECONDS = 1000;
const MEBIBYTE = 1024 * 1024;

interface Sample {
  name: string;
  mime: string;
  content: Buffer;
}

const makeSamples = async (folder: string): Promise<Sample[]> => {
  const samples: Sample[] = [];
  for (const [title, { name, mime, make }] of Object.entries(FILMS)) {
    const file = path.join(folder, name);
    await make(file);
    samples.push({ name: title, mime, content: await readFile(file) });
  }
  return samples;
};

describeWith('ffmpeg', 'exiftool')('damaged films', () => {
  let folder: string;
  let samples: Sample[];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'damaged-films-'));
    samples = await makeSamples(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const cleaned = async (film: Buffer, mime: string): Promise<Buffer> =>
    applyEdits(film, await filmEdits(bytesInMemory(film), mime));

  test('are cleaned, or left as they are where their parts do not add up, in bounded time and memory', async () => {
    const before = process.memoryUsage().rss;
    const slowest = { milliseconds: 0, what: '' };
    for (let variant = 0; variant < VARIANTS; variant += 1) {
      const { name, mime, content } = samples[variant % samples.length];
      let film = damaged(content, SEED + variant);
      const clean = async () => {
        film = await cleaned(film, mime);
      };
      await measured(`${name}, seed ${SEED + variant}`, clean, slowest);
      // Cleaning a cleaned video again finds nothing more to remove.
      const again = await cleaned(film, mime);
      expect({ name, variant, isStable: again.equals(film) }).toEqual({
        name,
        variant,
        isStable: true,
      });
    }
    expect(slowest.milliseconds).toBeLessThan(MILLISECONDS);
    expect((process.memoryUsage().rss - before) / MEBIBYTE).toBeLessThan(512);
  }, 1_800_000);

  test('are read alike in memory and in a file', async () => {
    const file = path.join(folder, 'film');
    for (const [index, { mime, content }] of samples.entries()) {
      const film = damaged(content, SEED + index);
      await writeFile(file, film);
      const { open } = bytesInFile(file, film.length, '');
      expect(await open((source) => filmEdits(source, mime))).toEqual(
        await filmEdits(bytesInMemory(film), mime)
      );
    }
  });
});
