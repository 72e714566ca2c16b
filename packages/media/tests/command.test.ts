import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';

const COMMAND = path.join(__dirname, '../bin/fleet-bot-media.cjs');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'media-command-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const inFolder = (name: string) => path.join(folder, name);

const run = (...words: string[]) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, [COMMAND, ...words], (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, said: stdout + stderr });
    });
  });

const photo = async (name: string): Promise<string> => {
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } });
  await image
    .withExif({ IFD0: { Make: 'Camera' } })
    .jpeg()
    .toFile(inFolder(name));
  return inFolder(name);
};

test('it says what would be removed from a photo, and writes the safe copy', async () => {
  const { code, said } = await run(await photo('a.jpg'), '--out', inFolder('safe.jpg'));
  expect(said).toMatch(
    /^type +image\/jpeg\npixels +40 x 30\nsize +\d+ bytes -> \d+\nremoved +EXIF\n$/
  );
  expect(code).toBe(0);
  const safe = await sharp(await readFile(inFolder('safe.jpg'))).metadata();
  expect([safe.width, safe.exif]).toEqual([40, undefined]);
});

test('it leaves a file unchanged that needs no change', async () => {
  await writeFile(inFolder('a.txt'), 'Words.');
  expect(await run(inFolder('a.txt'))).toEqual({
    code: 0,
    said: 'type      text/plain\nsize      6 bytes, unchanged\n',
  });
});

test('it says why a file is refused, and ends with 1', async () => {
  await writeFile(inFolder('a.reg'), 'Windows Registry Editor Version 5.00\n');
  const { code, said } = await run(inFolder('a.reg'), '--out', inFolder('refused'));
  expect([code, said]).toEqual([1, expect.stringMatching(/^refused .*file-type-not-allowed/)]);
  await expect(readFile(inFolder('refused'))).rejects.toThrow('ENOENT');
});

test('it overwrites no file', async () => {
  await writeFile(inFolder('there.jpg'), 'mine');
  expect((await run(await photo('b.jpg'), '--out', inFolder('there.jpg'))).code).toBe(2);
  expect(await readFile(inFolder('there.jpg'), 'utf8')).toBe('mine');
});

test.each([[[]], [['a', 'b']], [['--unknown']], [['/there/is/no/such/file']]])(
  '%j is no use of it: it ends with 2',
  async (words) => {
    expect((await run(...words)).code).toBe(2);
  }
);
