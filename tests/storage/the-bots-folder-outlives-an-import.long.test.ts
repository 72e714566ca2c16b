import { createState } from '../../src/plugins/bot/server/src/core/database/state';
import { createBot } from '../support/bot';
import { textFile } from '../support/files';
import { useOwnSite } from '../support/use-site';

interface Folder {
  id: number;
  name: string;
  path: string;
  documentId: string;
}

const { site } = useOwnSite();

const rows = (table: string) => site.strapi.db.connection(table);

/** Returns the folder of a new upload by the bot. */
const folderOfAnUpload = async (): Promise<Folder> => {
  const { id } = await createBot(site).upload(textFile('a.txt', 'a'));
  const file: { folderPath: string; folder: Folder } = await site.strapi.db
    .query('plugin::upload.file')
    .findOne({ where: { documentId: id }, populate: ['folder'] });
  expect(file.folderPath).toBe(file.folder.path);
  return file.folder;
};

const remembered = () => createState(site.strapi, 'folder');

/** Replaces all folders like an import; some of the new ones have former row ids. */
const importFolders = async (firstId: number, ...folders: object[]) => {
  await rows('files_folder_lnk').delete();
  await rows('upload_folders').delete();
  for (const [index, folder] of folders.entries()) {
    await rows('upload_folders').insert({ id: firstId + index, path_id: index + 1, ...folder });
  }
};

const PHOTOS = { document_id: 'of-photos', name: 'Photos', path: '/1' };

test("the bot's folder is found again by its document id", async () => {
  const { id, documentId } = await folderOfAnUpload();
  await importFolders(id, PHOTOS, { document_id: documentId, name: 'Renamed', path: '/2' });
  expect(await folderOfAnUpload()).toMatchObject({ name: 'Renamed', path: '/2' });
});

test('a stranger that has the number of the old folder gets nothing', async () => {
  await importFolders((await folderOfAnUpload()).id, PHOTOS);
  expect(await folderOfAnUpload()).toMatchObject({ name: 'Bot' });
  await site.restart();
  expect(await folderOfAnUpload()).toMatchObject({ name: 'Bot' });
});

describe('the number of a row, which an earlier version remembered,', () => {
  /** Stores the folder's row id like an earlier version, without the document id. */
  const remember = async (id: number) => {
    await remembered().set({ id });
    await rows('upload_folders')
      .where({ id })
      .update({ document_id: `anew-${Math.random()}` });
  };

  test('is believed of a folder with the name of the setting', async () => {
    const { id } = await folderOfAnUpload();
    await rows('files_folder_lnk').delete();
    await remember(id);
    const folder = await folderOfAnUpload();
    expect(folder.id).toBe(id);
    expect(await remembered().get()).toEqual({ documentId: folder.documentId });
  });

  test('is not believed of a stranger', async () => {
    const { id } = await folderOfAnUpload();
    await importFolders(id, PHOTOS);
    await remember(id);
    expect(await folderOfAnUpload()).toMatchObject({ name: 'Bot' });
  });
});
