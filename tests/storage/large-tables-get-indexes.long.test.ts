import { beforeRegister } from '../support/content-types';
import { textFile } from '../support/files';
import { useOwnSite } from '../support/use-site';

const ENOUGH = 5;

const { site, bot } = useOwnSite({
  config: (strapi) =>
    beforeRegister(strapi, () => void strapi.config.set('plugin::bot.largeTableRows', ENOUGH)),
});

const sweep = () =>
  site.strapi.cron.jobs.find(({ name }) => name === 'botIndexSweep')?.job.invoke();

const indexesOf = async (table: string): Promise<string[]> => {
  const indexes = await site.strapi.db.dialect.schemaInspector.getIndexes(table);
  return indexes.map(({ name }) => name);
};

const OF_WORKS = [
  'works_author_first_published_index',
  'works_status_first_published_index',
  'works_status_updated_index',
  'works_made_by_index',
  'works_title_key_index',
  'works_panel_created_index',
  'works_panel_updated_index',
  'works_panel_title_index',
];
const OF_FILES = [
  'bot_files_type_mime_index',
  'bot_files_leased_index',
  'bot_files_newest_of_type_index',
  'bot_files_received_digest_index',
  'bot_files_stored_digest_index',
];

test('a small table has no index that only long lists need', async () => {
  await bot.createPublication({ title: 'One' });
  await sweep();
  expect((await indexesOf('works')).filter((name) => OF_WORKS.includes(name))).toEqual([]);
  expect((await indexesOf('files')).filter((name) => OF_FILES.includes(name))).toEqual([]);
});

test('a table that has become large gets them within the hour, each table for itself', async () => {
  for (let made = 1; made < ENOUGH; made += 1) await bot.createPublication({ title: `W ${made}` });
  await sweep();
  expect(await indexesOf('works')).toEqual(expect.arrayContaining(OF_WORKS));
  expect((await indexesOf('files')).filter((name) => OF_FILES.includes(name))).toEqual([]);
});

test('a start gives them too, and keeps those that are there', async () => {
  for (let made = 0; made < ENOUGH; made += 1) await bot.upload(textFile(`${made}.txt`, `${made}`));
  await site.restart();
  expect(await indexesOf('works')).toEqual(expect.arrayContaining(OF_WORKS));
  expect(await indexesOf('files')).toEqual(expect.arrayContaining(OF_FILES));
});
