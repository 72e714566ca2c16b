import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { createAdmin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { fileRow, storedNames } from '../support/database';
import { jpeg } from '../support/files';
import { makeDataFolders, type DataFolders } from '../support/folders';
import { startSite, type Site } from '../support/site';
import { createMediaLibrary } from '../support/media-library';
import { storedFiles } from '../support/storage';

/**
 * Tests of a backup that copies first the database and then the files. Deletions and restores in between are in the
 * copy of the files, but not in that of the database.
 */

/** The methods of the plugin's reconciler that tests use. */
interface Plan {
  storage: {
    unowned: { name: string }[];
    doubtful: { name: string }[];
    found: { from: { name: string }; to: { hash: string } }[];
    incomplete: { id: string; isTrashed: boolean; missing: string[] }[];
  };
}
interface Reconciler {
  plan(): Promise<Plan>;
  run(chosen?: Partial<Pick<Plan['storage'], 'unowned' | 'found'>>): Promise<void>;
}

let folders: DataFolders;
let site: Site;
let bot: Bot;
const service = (name: string) => site.strapi.plugin('bot').service(name);
const reconciler = (): Reconciler => site.strapi.plugin('bot').service('reconciler');

const start = async (databaseFile: string): Promise<void> => {
  site = await startSite({
    databaseFile,
    publicDir: folders.publicDir,
    // Workers are disabled, so that only the tests change data.
    env: { BOT_TRASH_DAYS: '30', BOT_WORKER: 'false' },
  });
  bot = createBot(site);
};

let copies = 0;
const copyDatabase = async (): Promise<string> => {
  const copy = path.join(path.dirname(folders.databaseFile), `copy-${(copies += 1)}.db`);
  await site.strapi.db.connection.raw('VACUUM INTO ?', [copy]);
  return copy;
};

/** Restarts the site with the current files and the earlier database. */
const goBackTo = async (copy: string): Promise<void> => {
  await site.stop();
  await start(copy);
};

const settle = (): Promise<void> => service('removalWorker').drain();

const dueNow = () => site.strapi.db.connection('bot_removals').update({ due_at: Date.now() - 1 });
const restore = (id: string) => bot.request('post', `/publications/${id}/restore`);
const bytesOf = (names: string[]): Promise<Buffer[]> =>
  Promise.all(names.map((name) => readFile(path.join(folders.publicDir, 'uploads', name))));

beforeAll(async () => {
  folders = await makeDataFolders({});
  await start(folders.databaseFile);
});
afterAll(async () => {
  await site.stop();
  await folders.remove();
});

let width = 1000;
/** Creates a publication with a file of the bot and one of an editor. */
const publication = async () => {
  const library = createMediaLibrary(site, await createAdmin(site));
  const photo = await bot.upload(await jpeg({ width: (width += 1), height: 900 }));
  const drawing = await library.add(
    await jpeg({ width: (width += 1), height: 900 }, 'editors.jpg')
  );
  const media = [photo.id, drawing.document_id];
  const { id } = await bot.createPublication({ title: `Backup ${width}`, media });
  const names = [await fileRow(site, photo.id), drawing].flatMap(storedNames);
  return { id, media, names, bytes: await bytesOf(names) };
};

test('bytes that went to the trash between the two copies are found by their digests, and put back', async () => {
  const { id, media, names, bytes } = await publication();
  const copy = await copyDatabase();
  await bot.remove(id);
  await settle();
  const quarantined = await storedFiles(site);
  expect(quarantined).toHaveLength(names.length);
  await goBackTo(copy);
  await settle();

  const { storage } = await reconciler().plan();
  expect(storage).toMatchObject({
    incomplete: media.map((one) => ({ id: one, isTrashed: false })),
    unowned: [],
    doubtful: [],
  });
  expect(storage.found.map(({ from }) => from.name).sort()).toEqual(quarantined);
  await reconciler().run({ unowned: storage.unowned });
  expect(await storedFiles(site)).toEqual(quarantined);

  await reconciler().run({ found: storage.found });
  expect(await bytesOf(names)).toEqual(bytes);
  expect((await reconciler().plan()).storage).toMatchObject({ incomplete: [], found: [] });
  await bot.remove(id);
  await service('trash').purge(id);
  await settle();
});

test('bytes that were moved behind the copy of the database are looked for under both names', async () => {
  const { id, names, bytes } = await publication();
  await bot.remove(id);
  const copy = await copyDatabase();
  await settle();
  await goBackTo(copy);
  await settle();
  await restore(id).expect(200);
  expect(await bytesOf(names)).toEqual(bytes);
});

test('nor are those removed that were restored behind it', async () => {
  const { id, names, bytes } = await publication();
  await bot.remove(id);
  // The worker has copied the bytes, and fails before it removes them from their public names.
  const remove = jest.spyOn(service('storage'), 'remove').mockRejectedValue(new Error('Not yet'));
  await settle();
  remove.mockRestore();
  const copy = await copyDatabase();
  await dueNow();
  await settle();
  await restore(id).expect(200);
  await settle();
  await goBackTo(copy);
  await dueNow();
  await settle();
  await restore(id).expect(200);
  expect(await bytesOf(names)).toEqual(bytes);
});

test('bytes of the trash that went to the trash again are found, and put back', async () => {
  const { id, names, bytes } = await publication();
  await bot.remove(id);
  await settle();
  const copy = await copyDatabase();
  await restore(id).expect(200);
  await bot.remove(id);
  await settle();
  await goBackTo(copy);
  await settle();
  expect((await restore(id).expect(409)).body.error.details.code).toBe('bytes-missing');

  const { storage } = await reconciler().plan();
  expect(storage.incomplete).toMatchObject([{ isTrashed: true }, { isTrashed: true }]);
  expect(storage.found).toHaveLength(names.length);
  await reconciler().run(storage);
  await restore(id).expect(200);
  expect(await bytesOf(names)).toEqual(bytes);
});
