import { createAdmin } from '../support/admin';
import type { Material } from '../support/bot';
import { jpeg, textFile, type TestFile } from '../support/files';
import { eventually } from '../support/storage';
import { before, useOwnSite } from '../support/use-site';

const FILE = 'plugin::upload.file';

type Media = Record<string, unknown>;

const { site, bot } = useOwnSite();
const admin = before(() => createAdmin(site));
const mediaEvents: Media[] = [];

beforeAll(async () => {
  site.strapi.eventHub.on('media.create', ({ media }: { media: Media }) => {
    mediaEvents.push(media);
    return Promise.resolve();
  });
});

const stored = async (documentId: string): Promise<Media> => {
  const files = site.strapi.db.connection('files');
  const row = await files.where({ document_id: documentId }).first();
  return { ...row, formats: JSON.parse(row.formats) };
};

const addByHand = async (file: TestFile): Promise<Media> => {
  const { body } = await admin.agent
    .post('/upload')
    .field('fileInfo', JSON.stringify({ name: file.name, folder: null }))
    .attach('files', file.content, { filename: file.name, contentType: file.mime })
    .expect(201);
  return stored([body].flat()[0].documentId);
};

const upload = async (file: TestFile): Promise<Media> => stored((await bot.upload(file)).id);

/** Replaces each value by its kind, in formats and nested values too. */
const kinds = (value: unknown): unknown => {
  if (value === null || typeof value !== 'object' || value instanceof Date) {
    return Object.prototype.toString.call(value);
  }
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, kinds(inner)] as const)
      .sort(([one], [other]) => one.localeCompare(other))
  );
};

/** Ignores the lease of the bot's files, and the authors of editors' files. */
const IGNORED = ['bot_leased_at', 'created_by_id', 'updated_by_id'];
const comparable = (media: Media): unknown =>
  JSON.parse(
    JSON.stringify(kinds(media), (name, value) => (IGNORED.includes(name) ? undefined : value))
  );

test.each<[string, () => TestFile | Promise<TestFile>]>([
  ['text', () => textFile('a.txt', 'hello')],
  ['photo with its formats', () => jpeg({ width: 1200, height: 900 })],
])('a %s of the bot has a row like one from the Media Library', async (_kind, make) => {
  const file = await make();
  expect(comparable(await upload(file))).toEqual(comparable(await addByHand(file)));
});

test('webhooks are told the same of both', async () => {
  mediaEvents.length = 0;
  await upload(textFile('b.txt', 'hello'));
  await addByHand(textFile('b.txt', 'hello'));
  expect(await eventually(() => mediaEvents.length === 2)).toBe(true);
  expect(Object.keys(mediaEvents[0] ?? {}).sort()).toEqual(
    Object.keys(mediaEvents[1] ?? {}).sort()
  );
});

test('what a database lifecycle makes of a file is what is stored', async () => {
  const owner = await site.strapi.db.query('admin::user').findOne({});
  const stop = site.strapi.db.lifecycles.subscribe({
    models: [FILE],
    beforeCreate: ({ params }) => {
      Object.assign(params.data, { caption: 'By a hook', createdBy: owner.id });
    },
  });
  const { id }: Material = await bot.upload(textFile('hooked.txt', 'hello'));
  stop();
  const { caption, createdBy } = await site.strapi.db
    .query(FILE)
    .findOne({ where: { documentId: id }, populate: { createdBy: true } });
  expect([caption, createdBy.id]).toEqual(['By a hook', owner.id]);
});

test('a relation that a database lifecycle adds is stored too', async () => {
  const { id: other } = await site.strapi
    .plugin('upload')
    .service('folder')
    .create({ name: 'Own' });
  const stop = site.strapi.db.lifecycles.subscribe({
    models: [FILE],
    beforeCreate: ({ params }) => {
      params.data.folder = other;
    },
  });
  const { id }: Material = await bot.upload(textFile('moved.txt', 'hello'));
  stop();
  const links = await site.strapi.db
    .connection('files_folder_lnk')
    .join('files', 'files.id', 'files_folder_lnk.file_id')
    .where('files.document_id', id)
    .pluck('folder_id');
  expect(links).toContain(other);
});
