import Database from 'better-sqlite3';

import { version } from '../../src/plugins/bot/package.json';
import { removeAdditions } from '../../src/plugins/bot/server/src/core/additions/remove-additions';
import { makeDataFolders, type DataFolders } from '../support/folders';
import { startSite, type Site } from '../support/site';

let folders: DataFolders;

beforeAll(async () => {
  folders = await makeDataFolders({});
  await (await start()).stop();
});
afterAll(() => folders.remove());

const start = (): Promise<Site> =>
  startSite({ databaseFile: folders.databaseFile, publicDir: folders.publicDir });

const inDatabase = <Result>(work: (database: InstanceType<typeof Database>) => Result): Result => {
  const database = new Database(folders.databaseFile);
  try {
    return work(database);
  } finally {
    database.close();
  }
};

const schema = () =>
  inDatabase((database) => database.prepare('SELECT * FROM sqlite_master').all());

interface List {
  version: string;
  additions: object[];
}

const readList = (): List =>
  inDatabase((database) => {
    const [row] = database.prepare('SELECT list FROM bot_installation').all() as [{ list: string }];
    return JSON.parse(row.list) as List;
  });

/** Writes the list of additions as another version would. */
const write = (version: string, ...more: object[]): void => {
  const list = JSON.stringify({ version, additions: [...readList().additions, ...more] });
  inDatabase((database) => database.prepare('UPDATE bot_installation SET list = ?').run(list));
};

const COLUMN = { kind: 'column', table: 'works', name: 'bot_later' };
const TABLE = { kind: 'table', table: 'bot_laters', name: 'bot_laters' };
const FORMER_TYPE = { kind: 'column', table: 'articles', name: 'bot_status' };

test('a version that added nothing that this one does not know is followed by it', async () => {
  write('99.0.0', FORMER_TYPE);
  await (await start()).stop();
  expect(readList()).toMatchObject({ version });
});

test('what is not there any more leaves the list', () => {
  expect(readList().additions).not.toContainEqual(FORMER_TYPE);
});

test('what an older version has added, and this one does not know, is listed on', async () => {
  inDatabase((database) => database.exec('CREATE TABLE bot_laters (id integer)'));
  write('0.9.0', TABLE);
  await (await start()).stop();
  expect(readList().additions).toContainEqual(TABLE);
});

test('what a newer version has added stops the start in one line, and stays', async () => {
  inDatabase((database) => database.exec('ALTER TABLE works ADD COLUMN bot_later text'));
  write('99.0.0', COLUMN);
  const before = schema();
  await expect(start()).rejects.toMatchObject({
    message:
      `bot plugin: strapi-plugin-fleet-bot 99.0.0 has used this database. ${version} would drop what it added ` +
      '(table bot_laters, column works.bot_later). Start 99.0.0 or newer, or restore a backup from before the upgrade',
  });
  expect(schema()).toEqual(before);
});

test('uninstall takes what is on the list, whichever version has added it', async () => {
  write(version);
  const site = await start();
  const statements = await removeAdditions(site.strapi, true);
  await site.stop();
  expect(statements).toContain('DROP TABLE `bot_laters`');
  expect(statements).toContain('ALTER TABLE `works` DROP COLUMN `bot_later`');
});
