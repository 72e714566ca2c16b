import { createHash } from 'node:crypto';

import { createAdmin } from '../support/admin';
import { createEditor } from '../support/content-manager';
import { fileRow } from '../support/database';
import { mp4, pdf, photoWithPlace, png, textFile, wav, type TestFile } from '../support/files';
import { createMediaLibrary, type MediaLibrary } from '../support/media-library';
import { before, useSite } from '../support/use-site';

const { site, bot } = useSite();
const admin = before(() => createAdmin(site));
let library: MediaLibrary;

beforeAll(async () => {
  library = createMediaLibrary(site, admin);
});

const small = { width: 20, height: 10 };

test.each<[string, string, () => TestFile | Promise<TestFile>]>([
  ['picture', 'image', () => png(small)],
  ['film', 'video', () => mp4()],
  ['sound', 'file', () => wav()],
  ['PDF', 'file', () => pdf()],
  ['text', 'file', () => textFile('a.txt', 'hello')],
])('a %s that an editor adds has the type %s', async (_kind, type, make) => {
  expect((await library.add(await make())).type).toBe(type);
});

test('a file that an editor adds is a material of the bot', async () => {
  const row = await library.add(await png(small));
  const { id } = await bot.createPublication({
    title: 'From the library',
    media: [row.document_id],
  });
  expect((await bot.get(id)).media).toMatchObject([
    { id: row.document_id, url: site.url + row.url, type: 'image' },
  ]);
});

test('a file that an editor adds goes with the work that uses it', async () => {
  const row = await library.add(await png(small));
  const { id } = await bot.createPublication({
    title: 'From the library',
    media: [row.document_id],
  });
  expect((await bot.remove(id)).media.deleted).toEqual([row.document_id]);
});

test('a picture that an editor replaces with another one stays a picture', async () => {
  const row = await library.add(await png(small));
  expect((await library.add(await png(small, 'other.png', 3), row.id)).type).toBe('image');
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test.each(['adds', 'replaces'])(
  'a file that an editor %s has the digests of its bytes',
  async (how) => {
    const before = how === 'adds' ? undefined : await library.add(await png(small));
    const photo = await photoWithPlace();
    const { document_id: id } = await library.add(photo, before?.id);
    const { body } = await bot.request('get', `/materials/${id}`).expect(200);
    const stored = Buffer.from(await (await fetch(body.url)).arrayBuffer());
    expect(body.sha256).toEqual({ received: sha256(photo.content), stored: sha256(stored) });
    expect(body.sha256.stored).not.toBe(body.sha256.received);
  }
);

test('editing the texts of a file does not change its type', async () => {
  const material = await bot.upload(await png(small));
  const { id } = await fileRow(site, material.id);
  await admin.agent
    .post(`/upload?id=${id}`)
    .field(
      'fileInfo',
      JSON.stringify({ name: 'new name', alternativeText: 'new', caption: null, folder: null })
    )
    .expect((response) => expect([200, 201]).toContain(response.status));
  expect(await fileRow(site, material.id)).toMatchObject({
    type: 'image',
    alternative_text: 'new',
  });
});

test('a type that an editor sends is not taken', async () => {
  const file = await png(small);
  const { body } = await admin.agent
    .post('/upload')
    .field('fileInfo', JSON.stringify({ name: 'x', type: 'video', folder: null }))
    .field('type', 'video')
    .attach('files', file.content, { filename: file.name, contentType: file.mime });
  expect((await fileRow(site, body[0].documentId)).type).toBe('image');
});

test('a material that an editor takes out of the publication can be deleted in the library', async () => {
  const material = await bot.upload(await png(small));
  const { id } = await bot.createPublication({ title: 'Lost one', media: [material] });
  const remove = async () =>
    admin.agent.delete(`/upload/files/${(await fileRow(site, material.id)).id}`);
  expect((await remove()).status).toBe(400);
  expect((await bot.get(id)).media).toMatchObject([material]);
  await createEditor(admin).update(id, { title: 'Lost one', media: [] });
  expect((await remove()).status).toBe(200);
});

test('the folder of the bot is shown in the library', async () => {
  await bot.upload(await png(small));
  const { body } = await admin.agent.get('/upload/folders').expect(200);
  expect(body.data).toEqual([expect.objectContaining({ name: 'Bot' })]);
});
