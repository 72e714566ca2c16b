import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';

import { createAdmin } from '../support/admin';
import { storedNames, type FileRow } from '../support/database';
import { pdf, photoWithPlace, png } from '../support/files';
import { heic } from '../support/images/heic';
import { foundMetadata, pixelDigest } from '../support/images/look';
import { magick, SECRET, withMetadata } from '../support/images/make';
import { createMediaLibrary, type MediaLibrary } from '../support/media-library';
import { runProgram } from '../support/programs';
import { storedFiles } from '../support/storage';
import { until } from '../support/until';
import { before, useOwnSite } from '../support/use-site';

const { site } = useOwnSite();
const admin = before(() => createAdmin(site));
let library: MediaLibrary;

beforeAll(async () => {
  library = createMediaLibrary(site, admin);
});

const read = (name: string): Promise<Buffer> => readFile(path.join(site.uploadsDir, name));
const allOf = async (row: FileRow): Promise<Buffer[]> => Promise.all(storedNames(row).map(read));

test('on a new site photos stand upright and originals are not encoded anew', async () => {
  const { body } = await admin.agent.get('/upload/settings').expect(200);
  expect(body.data).toMatchObject({ autoOrientation: true, sizeOptimization: false });
});

test("an editor's photo keeps its pixels, stands upright, and tells no place", async () => {
  const { content } = await photoWithPlace();
  const row = await library.add({ name: 'phone.jpg', content, mime: 'image/jpeg' });
  expect([row.width, row.height, row.type]).toEqual([300, 400, 'image']);
  const original = await read(row.hash + row.ext);
  expect(await pixelDigest(original, '.jpg')).toBe(await pixelDigest(content, '.jpg'));
  expect((await sharp(original).metadata()).orientation).toBe(6);
  const formats = JSON.parse(row.formats ?? '{}') as Record<string, FileRow>;
  expect(Object.keys(formats)).toEqual(['thumbnail']);
  for (const { hash, ext, width, height } of Object.values(formats)) {
    const header = await sharp(await read(hash + ext)).metadata();
    expect([header.width, header.height]).toEqual([width, height]);
    expect(header.height).toBeGreaterThan(header.width);
  }
  expect(await foundMetadata(await allOf(row), '.jpg')).toEqual([]);
});

test.each(['.jpg', '.png', '.webp', '.tif', '.gif', '.avif'])(
  "nothing that an editor's %s tells beside its pixels is stored",
  async (ext) => {
    const sent = await withMetadata(await magick(ext), ext);
    expect(sent.includes(SECRET)).toBe(true);
    const row = await library.add({
      name: `a${ext}`,
      content: sent,
      mime: 'application/octet-stream',
    });
    for (const bytes of await allOf(row)) expect(bytes.includes(SECRET)).toBe(false);
    expect(await pixelDigest(await read(row.hash + row.ext), ext)).toBe(
      await pixelDigest(sent, ext)
    );
  }
);

test("an editor's large picture has all copies, as their rows say", async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const content = await sharp({
    create: { width: 1200, height: 900, channels: 3, background: '#888', noise },
  })
    .png()
    .toBuffer();
  const row = await library.add({ name: 'large.png', content, mime: 'image/png' });
  const formats = JSON.parse(row.formats ?? '{}') as Record<string, FileRow & { url: string }>;
  expect(Object.keys(formats).sort()).toEqual(['large', 'medium', 'small', 'thumbnail']);
  for (const [key, format] of Object.entries(formats)) {
    const bytes = await read(format.hash + format.ext);
    const header = await sharp(bytes).metadata();
    expect(format).toMatchObject({
      name: `${key}_large.png`,
      hash: `${key}_${row.hash}`,
      mime: 'image/png',
      width: header.width,
      height: header.height,
      sizeInBytes: bytes.length,
      url: `/uploads/${format.hash}.png`,
    });
  }
});

test('a HEIC from a phone becomes a JPEG', async () => {
  const { content } = await png({ width: 400, height: 300 });
  const row = await library.add({
    name: 'IMG_1.HEIC',
    content: await heic(content),
    mime: 'image/heic',
  });
  expect(row).toMatchObject({ name: 'IMG_1.jpg', ext: '.jpg', mime: 'image/jpeg', type: 'image' });
  expect((await sharp(await read(row.hash + row.ext)).metadata()).format).toBe('jpeg');
});

test('the bytes decide on type and extension, whatever the name says', async () => {
  const { content } = await png({ width: 20, height: 10 });
  const row = await library.add({ name: 'page.html', content, mime: 'text/html' });
  expect(row).toMatchObject({ name: 'page.png', ext: '.png', mime: 'image/png', type: 'image' });
});

test('415: what may not be stored may not be stored by an editor', async () => {
  const before = await storedFiles(site);
  const program = Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(1024)]);
  await library.send({ name: 'tool.png', content: program, mime: 'image/png' }).expect(415);
  expect(await storedFiles(site)).toEqual(before);
});

test('where one of several files may not be stored, none of them is', async () => {
  const before = await storedFiles(site);
  const program = Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(1024)]);
  const info = ['notes.txt', 'tool.bin'].map((name) => ({ name }));
  await admin.agent
    .post('/upload')
    .field('fileInfo', JSON.stringify(info[0]))
    .field('fileInfo', JSON.stringify(info[1]))
    .attach('files', Buffer.from('Notes.'), { filename: 'notes.txt', contentType: 'text/plain' })
    .attach('files', program, { filename: 'tool.bin' })
    .expect(415);
  expect(await storedFiles(site)).toEqual(before);
});

test('what is uploaded for a record is linked to it, with who has sent it', async () => {
  const work = await site.strapi.documents('api::work.work').create({ data: { title: 'Linked' } });
  const { body } = await admin.agent
    .post('/upload')
    .field('refId', String(work.id))
    .field('ref', 'api::work.work')
    .field('field', 'media')
    .attach('files', Buffer.from('For it.'), { filename: 'linked.txt', contentType: 'text/plain' })
    .expect(201);
  const [{ id }] = body as { id: number }[];
  const file = await site.strapi.db
    .query('plugin::upload.file')
    .findOne({ where: { id }, populate: ['createdBy'] });
  expect(file.createdBy).toMatchObject({ email: expect.any(String) as unknown });
  const linked = site.strapi.db.connection('files_related_mph').where({ file_id: id });
  expect(await linked).toMatchObject([{ related_id: work.id, field: 'media' }]);
});

test('413: what is larger than the site allows editors', async () => {
  const settings: { sizeLimit?: number } = site.strapi.config.get('plugin::upload');
  const { sizeLimit } = settings;
  const before = await storedFiles(site);
  settings.sizeLimit = 5_000;
  const content = Buffer.alloc(10_000, 'a');
  await library.send({ name: 'long.txt', content, mime: 'text/plain' }).expect(413);
  settings.sizeLimit = sizeLimit;
  expect(await storedFiles(site)).toEqual(before);
});

test('a picture that replaces another one gets the same care, and leaves nothing behind', async () => {
  const { content } = await png({ width: 1200, height: 900 });
  const before = await library.add({ name: 'first.png', content, mime: 'image/png' });
  const others = (await storedFiles(site)).filter((name) => !storedNames(before).includes(name));
  const next = await withMetadata(
    (await png({ width: 400, height: 300 }, 'b.png', 5)).content,
    '.png'
  );
  const after = await library.add(
    { name: 'second.png', content: next, mime: 'image/png' },
    before.id
  );
  expect(after).toMatchObject({ id: before.id, hash: before.hash, ext: '.png', width: 400 });
  for (const bytes of await allOf(after)) expect(bytes.includes(SECRET)).toBe(false);
  const expected = [...others, ...storedNames(after)].sort();
  await until('the formats of before are gone', async () => {
    return (await storedFiles(site)).length === expected.length;
  });
  expect(await storedFiles(site)).toEqual(expected);
});

test('a page knows a picture in a few pixels, and not that of the picture it replaced', async () => {
  const add = async (content: Buffer, replacing?: number) =>
    library.add({ name: 'a.png', content, mime: 'image/png' }, replacing);
  const before = await add((await png({ width: 1200, height: 900 })).content);
  const header = await sharp(Buffer.from(before.bot_placeholder ?? '', 'base64')).metadata();
  expect([header.format, header.width, header.height]).toEqual(['webp', 16, 12]);

  const seenThrough = await sharp((await png({ width: 800, height: 600 })).content)
    .ensureAlpha(0.5)
    .png()
    .toBuffer();
  expect((await add(seenThrough, before.id)).bot_placeholder).toBeNull();
});

test("an editor's film and sound have what their headers say, and their replacements too", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'films-'));
  const made = async (name: string, mime: string, ...input: string[]) => {
    const file = path.join(folder, name);
    await runProgram('ffmpeg', '-v', 'error', '-nostdin', '-f', 'lavfi', ...input, file);
    return { name, mime, content: await readFile(file) };
  };
  try {
    const film = await library.add(
      await made('film.mp4', 'video/mp4', '-t', '2', '-i', 'testsrc=size=128x96:rate=5')
    );
    expect(film).toMatchObject({ type: 'video', width: 128, height: 96, formats: null });
    expect(film.bot_duration).toBeCloseTo(2, 1);

    const song = ['-t', '3', '-i', 'sine', '-metadata', 'title=Été'];
    const sound = await library.add(await made('song.mp3', 'audio/mpeg', ...song));
    expect(sound).toMatchObject({ type: 'file', width: null, bot_recording_title: 'Été' });
    expect(sound.bot_duration).toBeCloseTo(3, 0);

    const other = await made('other.mp3', 'audio/mpeg', '-t', '1', '-i', 'sine');
    const replaced = await library.add(other, sound.id);
    expect(replaced.bot_recording_title).toBeNull();
    expect(replaced.bot_duration).toBeCloseTo(1, 0);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('where the Media Library is to make files smaller, it does, upright and without a place', async () => {
  const uploads = site.strapi.plugin('upload').service('upload');
  const settings = await uploads.getSettings();
  await uploads.setSettings({ ...settings, sizeOptimization: true });
  const sent = await withMetadata(await magick('.jpg', ['-quality', '100']), '.jpg', 6);
  const row = await library.add({ name: 'photo.jpg', content: sent, mime: 'image/jpeg' });
  await uploads.setSettings(settings);
  const original = await read(row.hash + row.ext);
  expect(original.length).toBeLessThan(sent.length / 2);
  const header = await sharp(original).metadata();
  expect([header.width, header.height, header.orientation]).toEqual([300, 400, undefined]);
  expect([row.width, row.height]).toEqual([300, 400]);
  expect(await foundMetadata([original], '.jpg')).toEqual([]);
});

test('what was set by a person stays when the site starts again', async () => {
  const uploads = site.strapi.plugin('upload').service('upload');
  await uploads.setSettings({
    ...(await uploads.getSettings()),
    autoOrientation: false,
    sizeOptimization: true,
  });
  await site.restart();
  const { agent } = await createAdmin(site);
  const { body } = await agent.get('/upload/settings').expect(200);
  expect(body.data).toMatchObject({ autoOrientation: false, sizeOptimization: true });
});

test.each([
  ['file1', 'file1', '.png'],
  ['photo.PNG', 'photo.PNG', '.png'],
  ['J. R. Smith', 'J. R. Smith', '.png'],
  ['page.html', 'page.png', '.png'],
  ['page.ht|ml', 'page.png', '.png'],
  ['page.HTML.', 'page.png', '.png'],
])('the name %s of a PNG becomes %s', async (name, shown, ext) => {
  const { content } = await png({ width: 20, height: 20 });
  const row = await library.add({ name, content, mime: 'image/png' });
  expect(row).toMatchObject({ name: shown, ext, mime: 'image/png' });
  expect(await read(row.hash + ext)).toEqual(content);
});

test('the copies of a TIFF are WebP in its row and in storage', async () => {
  const content = await magick('.tif');
  const row = await library.add({ name: 'scan.tiff', content, mime: 'image/tiff' });
  expect(row).toMatchObject({ name: 'scan.tiff', ext: '.tif', mime: 'image/tiff' });
  const { thumbnail } = JSON.parse(row.formats ?? '{}') as Record<string, FileRow>;
  expect(thumbnail).toMatchObject({ ext: '.webp', mime: 'image/webp' });
  expect((await sharp(await read(`${thumbnail?.hash}.webp`)).metadata()).format).toBe('webp');
});

// The last test, because the copies of the replaced picture are removed in the background.
test('a PDF that replaces a picture has no dimensions and no copies', async () => {
  const picture = await library.add(await png({ width: 400, height: 300 }));
  expect(picture).toMatchObject({ width: 400, height: 300 });
  const replaced = await library.add(pdf(), picture.id);
  expect(replaced).toMatchObject({
    mime: 'application/pdf',
    type: 'file',
    width: null,
    height: null,
    formats: null,
  });
});
