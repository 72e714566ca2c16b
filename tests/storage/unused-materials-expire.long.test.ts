import { createState } from '../../src/plugins/bot/server/src/core/database/state';
import { createAdmin } from '../support/admin';
import type { Material } from '../support/bot';
import { fileRow } from '../support/database';
import { textFile } from '../support/files';
import { createMediaLibrary } from '../support/media-library';
import { eventually, storedFiles } from '../support/storage';
import { before, useOwnSite } from '../support/use-site';

const DAY = 24 * 3_600_000;

const { site, bot } = useOwnSite();
const admin = before(() => createAdmin(site));

const counted = () => createState<{ since: number }>(site.strapi, 'lease');
const sweep = (): Promise<void> => site.strapi.plugin('bot').service('materialLease').sweep();
const files = () => site.strapi.db.connection('files');
const upload = (): Promise<Material> => bot.upload(textFile('note.txt', 'hello'));
const fileExists = async (id: string) => (await files().where({ document_id: id })).length === 1;

interface Change {
  type: string;
  data: { id: string };
}
const changesOf = async (id: string): Promise<Change[]> => {
  const { body } = await bot.request('get', '/changes?limit=1000').expect(200);
  return (body.items as Change[]).filter(({ data }) => data.id === id);
};

/** Makes all leases older by `days`. */
const pass = async (days: number): Promise<void> => {
  await files()
    .whereNotNull('bot_leased_at')
    .decrement('bot_leased_at', days * DAY);
  const { since = 0 } = (await counted().get()) ?? {};
  await counted().set({ since: since - days * DAY });
};

beforeEach(async () => {
  await counted().set({ since: Date.now() });
});

const expire = async (): Promise<void> => {
  await pass(31);
  await sweep();
};

test('what nothing has used for 30 days is removed with its bytes, and told', async () => {
  const { id } = await upload();
  await pass(29);
  await sweep();
  expect(await fileExists(id)).toBe(true);
  await pass(2);
  await sweep();
  expect(await fileExists(id)).toBe(false);
  expect(await eventually(async () => (await storedFiles(site)).length === 0)).toBe(true);
  const changes = await changesOf(id);
  expect(changes.at(-1)).toMatchObject({
    type: 'material.deleted',
    data: { by: { who: 'worker' } },
  });
});

test('what a publication has used stays, even when it is taken out', async () => {
  const material = await upload();
  const { id } = await bot.createPublication({ title: 'One', media: [material] });
  await sweep();
  await bot.change(id, { media: [] });
  await expire();
  expect(await fileExists(material.id)).toBe(true);
});

test('what is attached when its time is over stays', async () => {
  const material = await upload();
  await pass(31);
  await bot.createPublication({ title: 'Late', media: [material] });
  await sweep();
  expect(await fileExists(material.id)).toBe(true);
});

test('what a text shows stays', async () => {
  const material = await upload();
  const body = `[a](${new URL(material.url).pathname})`;
  await bot.createPublication({ title: 'In its text', body });
  await expire();
  expect(await fileExists(material.id)).toBe(true);
});

describe('what an editor', () => {
  test('has added stays', async () => {
    const row = await createMediaLibrary(site, admin).add(textFile('by-hand.txt', 'hello'));
    await expire();
    expect(await fileExists(row.document_id)).toBe(true);
  });

  test('has changed stays', async () => {
    const { id } = await upload();
    const row = await fileRow(site, id);
    const fileInfo = { name: 'new', alternativeText: null, caption: null, folder: null };
    await admin.agent
      .post(`/upload?id=${row.id}`)
      .field('fileInfo', JSON.stringify(fileInfo))
      .expect(200);
    await expire();
    expect(await fileExists(id)).toBe(true);
  });

  test('has moved to another folder stays', async () => {
    const { id } = await upload();
    const row = await fileRow(site, id);
    const { body } = await admin.agent
      .post('/upload/folders')
      .send({ name: 'Kept', parent: null })
      .expect(201);
    await admin.agent
      .post('/upload/actions/bulk-move')
      .send({ destinationFolderId: body.data.id, fileIds: [row.id] })
      .expect(200);
    await expire();
    expect(await fileExists(id)).toBe(true);
  });
});

test('what the bot itself has changed has its lease still', async () => {
  const { id } = await upload();
  await bot.request('patch', `/materials/${id}`).send({ caption: 'New' }).expect(200);
  await expire();
  expect(await fileExists(id)).toBe(false);
});

test('two instances that sweep at once remove it once', async () => {
  const { id } = await upload();
  await pass(31);
  await Promise.all([sweep(), sweep()]);
  const deletions = (await changesOf(id)).filter(({ type }) => type === 'material.deleted');
  expect(deletions).toHaveLength(1);
});

test('with 0 days nothing is removed, and what was is counted anew when they are set again', async () => {
  const { id } = await upload();
  site.strapi.config.set('plugin::bot.unusedUploadDays', 0);
  await expire();
  expect(await fileExists(id)).toBe(true);
  site.strapi.config.set('plugin::bot.unusedUploadDays', 30);
  await sweep();
  await sweep();
  expect(await fileExists(id)).toBe(true);
});
