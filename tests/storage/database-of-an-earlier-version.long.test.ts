import Database from 'better-sqlite3';

import { createBot, type Bot } from '../support/bot';
import { makeDataFolders, type DataFolders } from '../support/folders';
import { startSite, type Site } from '../support/site';

interface SchemaEntry {
  type: string;
  name: string;
  sql: string | null;
}

const schemaOf = (databaseFile: string): SchemaEntry[] => {
  const database = new Database(databaseFile);
  const entries = database
    .prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name')
    .all();
  database.close();
  return entries as SchemaEntry[];
};

interface StoredSchema {
  tables: { name: string; columns: { name: string }[] }[];
}

const LATER_COLUMNS = new Set([
  'bot_revision',
  'bot_title_key',
  'bot_made_by',
  'first_published_at',
]);

/** Removes later additions from the schema that Strapi stores. */
const forget = (schema: StoredSchema): StoredSchema => ({
  ...schema,
  tables: schema.tables
    .filter(({ name }) => name !== 'bot_file_references')
    .map((table) => ({
      ...table,
      columns: table.columns.filter(({ name }) => !LATER_COLUMNS.has(name)),
    })),
});

const change = (databaseFile: string, statements: string): void => {
  const database = new Database(databaseFile);
  database.exec(statements);
  const [stored] = database.prepare('SELECT schema FROM strapi_database_schema').all() as {
    schema: string;
  }[];
  const schema = JSON.parse(String(stored?.schema)) as StoredSchema;
  database
    .prepare('UPDATE strapi_database_schema SET schema = ?')
    .run(JSON.stringify(forget(schema)));
  database.close();
};

/** Removes this plugin's additions, and restores the data from before its installation. */
const OLD_STATE = `
  DROP TRIGGER bot_files_type_rule_insert;
  DROP TRIGGER bot_files_type_rule_update;
  UPDATE files SET type = 'file';
  INSERT INTO files (document_id, name, hash, mime, url, type) VALUES
    ('old-image', 'a', 'a', 'image/png', 'a', 'file'),
    ('old-vector', 'a', 'a', 'image/svg+xml', 'a', 'file'),
    ('old-video', 'b', 'b', 'video/mp4', 'b', 'file'),
    ('old-audio', 'c', 'c', 'audio/mpeg', 'c', 'file'),
    ('old-paper', 'd', 'd', 'application/pdf', 'd', 'file'),
    ('old-unknown', 'e', 'e', NULL, 'e', 'file'),
    ('wrong', 'f', 'f', 'image/png', 'f', 'video');
  UPDATE works SET bot_status = NULL;
  ALTER TABLE works DROP COLUMN bot_revision;
  DROP INDEX IF EXISTS works_title_key_index;
  ALTER TABLE works DROP COLUMN bot_title_key;
  DROP INDEX IF EXISTS works_made_by_index;
  DROP INDEX works_public_newest_index;
  ALTER TABLE works DROP COLUMN first_published_at;
  CREATE INDEX works_public_newest_index ON works (id) WHERE published_at IS NOT NULL;
  DROP INDEX works_tags_first_published_index;
  ALTER TABLE works_tags_lnk DROP COLUMN first_published_at;
  CREATE INDEX works_tags_public_index ON works_tags_lnk (is_public, tag_id, work_id);
  DROP INDEX works_status_newest_index;
  ALTER TABLE works DROP COLUMN bot_made_by;
  CREATE INDEX works_status_newest_index ON works (bot_status, created_at, document_id, created_by_id);
  DROP TABLE bot_file_references;
  DELETE FROM bot_states WHERE document_id = 'file-references';
  INSERT INTO strapi_core_store_settings (key, value, type) VALUES
    ('plugin_bot_shown-locale', '"en"', 'string'),
    ('plugin_bot-builder_settings', '{}', 'object');
  CREATE INDEX works_newest_index ON works (created_at, document_id);
  UPDATE strapi_database_schema SET hash = 'of an earlier version', schema = replace(
    schema,
    '"works_status_newest_index"',
    '"works_newest_index","columns":["created_at","document_id"]},{"name":"works_status_newest_index"'
  );
`;

/** Matches the database's error, whose class differs from `Error` in tests. */
const refusal = { message: expect.stringMatching(/constraint failed/i) as unknown };

let folders: DataFolders;
let site: Site;
let bot: Bot;
let fresh: SchemaEntry[];
let ids: { draft: string; published: string };

const start = async () => {
  site = await startSite({ databaseFile: folders.databaseFile, publicDir: folders.publicDir });
  bot = createBot(site);
};

beforeAll(async () => {
  folders = await makeDataFolders({});
  await start();
  ids = {
    draft: (await bot.createPublication({ title: 'Draft' })).id,
    published: (
      await bot.createPublication({ title: 'Published', body: '![](/uploads/a_0123456789.jpg)' })
    ).id,
  };
  await bot.publish(ids.published);
  await site.stop();
  fresh = schemaOf(folders.databaseFile);
  change(folders.databaseFile, OLD_STATE);
  await start();
});
afterAll(async () => {
  await site.stop();
  await folders.remove();
});

const typeOf = async (documentId: string) =>
  (await site.strapi.db.connection('files').where('document_id', documentId).first()).type;

test('the rule is there again', async () => {
  await expect(
    site.strapi.db.connection('files').where('document_id', 'old-image').update({ type: 'audio' })
  ).rejects.toMatchObject(refusal);
});

test.each([
  ['old-image', 'image'],
  ['old-vector', 'image'],
  ['old-video', 'video'],
  ['old-audio', 'file'],
  ['old-paper', 'file'],
  ['old-unknown', 'file'],
])('the file %s has the type %s', async (documentId, type) => {
  expect(await typeOf(documentId)).toBe(type);
});

test('a file that had the type of another kind has the right one', async () => {
  expect(await typeOf('wrong')).toBe('image');
});

test('a draft that was there before is listed as a draft', async () => {
  expect((await bot.list({ status: 'draft' })).map(({ id }) => id)).toEqual([ids.draft]);
});

test('a published work that was there before is listed as published', async () => {
  expect((await bot.list({ status: 'published' })).map(({ id }) => id)).toEqual([ids.published]);
});

test('a work that was published before has the date of its first publish, a draft has none', async () => {
  const { publishedAt, firstPublishedAt } = await bot.get(ids.published);
  const late = Date.parse(String(firstPublishedAt)) - Date.parse(String(publishedAt));
  expect(Math.abs(late)).toBeLessThan(5_000);
  expect((await bot.get(ids.draft)).firstPublishedAt).toBeNull();
});

test('works that were there before are found by their titles', async () => {
  expect((await bot.list({ title: 'PUBL' })).map(({ id }) => id)).toEqual([ids.published]);
});

test("works that were there before are the bot's if the changes say so", async () => {
  const made = (await bot.list({ madeBy: 'bot' })).map(({ id }) => id);
  expect(made).toEqual([ids.published, ids.draft]);
});

/** Normalizes SQL, because an added column is at the end, with other quotes and letter case. */
const comparable = (entries: SchemaEntry[]) =>
  entries.map(({ sql, ...entry }) => ({
    ...entry,
    sql:
      sql &&
      sql
        .toLowerCase()
        .replaceAll(/["`\s]+/g, '')
        .split(',')
        .map((part) => part.replace(/\)$/, ''))
        .sort(),
  }));

test('the schema is the one of a fresh database', () => {
  expect(comparable(schemaOf(folders.databaseFile))).toEqual(comparable(fresh));
});

test('a published work that was there before is not changed, and publishing it does nothing', async () => {
  const before = await bot.get(ids.published);
  expect(before.changed).toBe(false);
  await bot.publish(ids.published);
  expect(await bot.get(ids.published)).toEqual(before);
});

test('files that the texts of works show are known', async () => {
  const rows = await site.strapi.db.connection('bot_file_references').select('file_key');
  expect(rows).toEqual([{ file_key: '0123456789' }, { file_key: '0123456789' }]);
});

test('what was remembered among the settings of all plugins is in a table of its own', async () => {
  const [state] = await site.strapi.db
    .connection('bot_states')
    .where('document_id', 'shown-locale');
  expect(JSON.parse(state.value)).toBe('en');
  const settings = site.strapi.db.connection('strapi_core_store_settings').select('key');
  expect(await settings.where('key', 'like', 'plugin_bot%')).toEqual([
    { key: 'plugin_bot-builder_settings' },
  ]);
});

test('starting again changes nothing in the schema', async () => {
  const before = schemaOf(folders.databaseFile);
  await site.restart();
  expect(schemaOf(folders.databaseFile)).toEqual(before);
});

test('starting again changes no file', async () => {
  const before = await site.strapi.db.connection('files').orderBy('id');
  await site.restart();
  expect(await site.strapi.db.connection('files').orderBy('id')).toEqual(before);
});

test('the schema has the rule for inserts and for updates, once each', () => {
  const rules = fresh.filter(
    ({ type, sql }) => type === 'trigger' && / ON `?files`? /.test(sql ?? '')
  );
  expect(rules.map(({ sql }) => /BEFORE (\w+)/.exec(String(sql))?.[1])).toEqual([
    'INSERT',
    'UPDATE',
  ]);
});
