import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createBot, type Material } from '../support/bot';
import { fileRow } from '../support/database';
import { describeWith } from '../support/describe-with';
import { placeTags, readMetadata, type Metadata } from '../support/exiftool';
import { startSite, type Site } from '../support/site';
import { FILMS, makeOtherFilm, makeSound, PLACE, playedBy, TITLE, type Film } from './films';

/** A file before and after its upload. */
interface Uploaded {
  file: string;
  stored: string;
  material: Material;
  before: Metadata;
  after: Metadata;
}

const faults = (metadata: Metadata): string[] =>
  Object.keys(metadata).filter((tag) => /Warning|Error/.test(tag));

const found = async (file: string, metadata: Metadata, secrets: (string | Buffer)[]) => {
  const bytes = await readFile(file);
  return [
    ...placeTags(metadata),
    ...[PLACE, ...secrets].filter((secret) => bytes.includes(secret)).map(String),
  ];
};

describeWith('ffmpeg', 'exiftool')('what a film tells of its place', () => {
  let site: Site;
  let folder: string;
  const uploaded = new Map<string, Uploaded>();

  // Runs everything concurrently, because starting ExifTool and ffmpeg takes most of the time.
  beforeAll(async () => {
    site = await startSite();
    folder = await mkdtemp(path.join(tmpdir(), 'films-test-'));
    const bot = createBot(site);
    const files: string[] = [];
    for (const [number, { name, make }] of Object.values(FILMS).entries()) {
      const file = path.join(folder, String(number), name);
      await mkdir(path.dirname(file));
      await make(file);
      files.push(file);
    }
    const before = await readMetadata(files);
    const materials = await Promise.all(
      files.map(async (file) =>
        bot.upload({ name: path.basename(file), content: await readFile(file), mime: 'video/x' })
      )
    );
    const stored = materials.map(({ url }) => path.join(site.publicDir, new URL(url).pathname));
    const after = await readMetadata(stored);
    Object.keys(FILMS).forEach((name, index) => {
      uploaded.set(name, {
        file: files[index],
        stored: stored[index],
        material: materials[index],
        before: before[index],
        after: after[index],
      });
    });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await site.stop();
  });

  const find = (name: string): Uploaded => {
    const one = uploaded.get(name);
    if (one === undefined) throw new Error(`no ${name}`);
    return one;
  };

  test.each(Object.entries(FILMS))('leaves %s, and nothing moves', async (name, film: Film) => {
    const { file, stored, material, before, after } = find(name);
    expect(await found(file, before, film.secrets)).not.toEqual([]);
    expect(await found(stored, after, film.secrets)).toEqual([]);

    expect(material.type).toBe('video');
    expect(path.extname(stored)).toBe(path.extname(file));
    expect((await readFile(stored)).length).toBe((await readFile(file)).length);
    const [played, original] = await Promise.all([stored, file].map(playedBy));
    expect(played).toBe(original);
    expect(faults(before)).toEqual(expect.arrayContaining(faults(after)));
    // Matroska stores the title outside of its tags.
    if (!/matroska|webm/.test(film.mime)) expect(Object.values(after)).not.toContain(TITLE);

    const served = await site.request.head(new URL(material.url).pathname).expect(200);
    expect(served.headers['content-disposition']).toBeUndefined();
  });

  test.each(['a.m4a', 'a.mp3', 'a.flac', 'a.ogg', 'a.wav'])(
    'stays in sound, bit for bit: %s',
    async (name) => {
      const file = path.join(folder, name);
      await makeSound(file);
      const content = await readFile(file);
      const { type, url } = await createBot(site).upload({ name, content, mime: 'video/mp4' });
      expect(type).toBe('file');
      expect(path.extname(url)).toBe(path.extname(name));
      const stored = await readFile(path.join(site.publicDir, new URL(url).pathname));
      expect(stored.equals(content)).toBe(true);
      expect(content.includes(TITLE)).toBe(true);
    }
  );

  test.each([
    ['a.m4a', '.m4a', 'audio/mp4'],
    ['a.mp4', '.m4a', 'audio/mp4'],
    ['a.mka', '.mka', 'audio/matroska'],
    ['a.weba', '.weba', 'audio/webm'],
    ['a.mov', '.m4a', 'audio/mp4'],
  ])('a container of films with nothing but sound in it is sound: %s', async (name, ext, mime) => {
    const file = path.join(folder, `only-${name}`);
    await makeSound(file, ...(name.endsWith('.m4a') ? ['-brand', 'mp42'] : []));
    const content = await readFile(file);
    const { id, type } = await createBot(site).upload({ name, content, mime: 'video/mp4' });
    const row = await fileRow(site, id);
    expect([type, row.ext, row.mime]).toEqual(['file', ext, mime]);
    const stored = await readFile(path.join(site.uploadsDir, row.hash + row.ext));
    expect(stored.equals(content)).toBe(true);
  });

  test.each(['a.avi', 'a.flv', 'a.ogv', 'a.wmv', 'a.mpg'])(
    'stays in a film of a container that no phone writes, bit for bit: %s',
    async (name) => {
      const file = path.join(folder, name);
      await makeOtherFilm(file);
      const content = await readFile(file);
      const { type, url } = await createBot(site).upload({ name, content, mime: 'video/mp4' });
      expect(type).toBe('video');
      expect(path.extname(url)).toBe(path.extname(name));
      const stored = await readFile(path.join(site.publicDir, new URL(url).pathname));
      expect(stored.equals(content)).toBe(true);
    }
  );
});
