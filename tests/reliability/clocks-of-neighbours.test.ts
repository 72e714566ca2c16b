import { mkdir, mkdtemp, readdir, rmdir, utimes } from 'node:fs/promises';
import path from 'node:path';

import { useSite } from '../support/use-site';

const { site } = useSite();

const MINUTES_5 = 300_000;

interface TemporaryDirectories {
  use: <Result>(work: (directory: () => Promise<string>) => Promise<Result>) => Promise<Result>;
  sweep: () => Promise<void>;
}

const directories = (): TemporaryDirectories =>
  site.strapi.plugin('bot').service('temporaryDirectory');

/** The folder that all processes of this site have their temporary directories in. */
const folder = (): Promise<string> =>
  directories().use(async (directory) => path.dirname(await directory()));

test('a process whose clock is ahead leaves the temporary files of its neighbours alone', async () => {
  const root = await folder();
  await mkdir(root, { recursive: true });
  const [fresh, left] = await Promise.all([
    mkdtemp(path.join(root, '1-')),
    mkdtemp(path.join(root, '1-')),
  ]);
  const past = new Date(Date.now() - MINUTES_5);
  await utimes(left, past, past);
  const { now } = Date;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + MINUTES_5);
  try {
    await directories().sweep();
  } finally {
    clock.mockRestore();
  }
  const names = await readdir(root);
  expect(names).toContain(path.basename(fresh));
  expect(names).not.toContain(path.basename(left));
  await rmdir(fresh);
});
