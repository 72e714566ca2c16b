import { storyOf } from '../changes/changed';
import { fileRow, storedNames, workRows } from '../support/database';
import { textFile } from '../support/files';
import { storedFiles } from '../support/storage';
import { until } from '../support/until';
import { useOwnSite } from '../support/use-site';

const WORK = 'api::work.work';

const { site, bot } = useOwnSite({ env: { BOT_TRASH_DAYS: '30' } });

const rows = () => site.strapi.db.query(WORK);
const service = (name: string) => site.strapi.plugin('bot').service(name);
/** Runs the site's repair, which otherwise runs every half minute. */
const look = (): Promise<void> => service('repair').fillIn();

describe('a row that the query engine makes public, as it has no publishedAt,', () => {
  test('is a publication like any other after the next look', async () => {
    const file = await bot.upload(textFile('shown.txt', 'shown'));
    const { id: fileId } = await fileRow(site, file.id);
    const { documentId: id } = await rows().create({
      data: { title: 'Without a draft', slug: 'without-a-draft', body: 'b', media: [fileId] },
    });
    await look();
    expect(await bot.get(id)).toMatchObject({
      status: 'published',
      title: 'Without a draft',
      media: [{ id: file.id }],
      changed: false,
    });
    expect((await workRows(site, id)).map(({ bot_status }) => bot_status).sort()).toEqual([
      'public-version',
      'published',
    ]);
    await bot.change(id, { title: 'With one' });
    await bot.publish(id);
    expect((await bot.remove(id)).media.deleted).toEqual([file.id]);
  });

  test('is made whole within the hour where it had been looked at before', async () => {
    const { documentId: id } = await rows().create({ data: { title: 'Old', slug: 'old' } });
    await site.strapi.db
      .connection('works')
      .where('document_id', id)
      .update({ bot_status: 'public-version' });
    await look();
    await bot.request('get', `/publications/${id}`).expect(404);
    await service('publicationStatus').makeMissingDrafts();
    expect((await bot.get(id)).status).toBe('published');
  });
});

test('what is made in bulk is told, and whole after the next look', async () => {
  await rows().createMany({
    data: [
      { title: 'One of many', slug: 'one-of-many' },
      { title: 'Draft of many', slug: 'draft-of-many', publishedAt: null },
    ],
  });
  const made = await site.strapi.db.connection('works').where('slug', 'like', '%-of-many');
  await look();
  for (const { document_id: id, title } of made) {
    expect(await storyOf(site, id)).toEqual(expect.arrayContaining(['site created']));
    expect((await bot.get(id)).title).toBe(title);
  }
});

test('of several works that it could mean, delete takes one, and tells of no other', async () => {
  const ids = [];
  for (let one = 0; one < 2; one += 1)
    ids.push((await bot.createPublication({ title: 'Twin' })).id);
  await rows().delete({ where: { title: 'Twin' } });
  const stories = await Promise.all(ids.map((id) => storyOf(site, id)));
  expect(stories.map((story) => story.length).sort()).toEqual([1, 2]);
});

describe('a work that the query engine deletes', () => {
  const publication = async (title: string) => {
    const file = await bot.upload(textFile(`${title}.txt`, title));
    const { id } = await bot.createPublication({ title, media: [file] });
    await bot.publish(id);
    const row = await fileRow(site, file.id);
    return { id, file, row, ids: (await workRows(site, id)).map((work) => work.id) };
  };
  const isInLibrary = async (id: string): Promise<boolean> =>
    (await site.strapi.db.query('plugin::upload.file').count({ where: { documentId: id } })) > 0;

  test('row by row takes its files with the last one', async () => {
    const { file, ids } = await publication('Row by row');
    const [first, second] = ids;
    await rows().delete({ where: { id: first } });
    expect(await isInLibrary(file.id)).toBe(true);
    await rows().delete({ where: { id: second } });
    expect(await isInLibrary(file.id)).toBe(false);
    expect(await storyOf(site, file.id)).toEqual(['bot created', 'site deleted']);
  });

  test('with all its rows takes the files that nothing else uses, and can be restored', async () => {
    const one = await publication('All rows');
    const shared = await publication('Shared');
    await bot.change(one.id, { media: [one.file.id, shared.file.id] });
    await bot.publish(one.id);
    await rows().deleteMany({ where: { documentId: one.id } });
    expect(await isInLibrary(one.file.id)).toBe(false);
    expect(await isInLibrary(shared.file.id)).toBe(true);

    const { body } = await bot.request('post', `/publications/${one.id}/restore`).expect(200);
    expect(body).toMatchObject({ status: 'published', title: 'All rows' });
    expect(body.media).toMatchObject([{ id: one.file.id }, { id: shared.file.id }]);

    await rows().deleteMany({ where: { documentId: one.id } });
    await service('trash').purge(one.id);
    const [name = ''] = storedNames(one.row);
    await until('its bytes are gone', async () => !(await storedFiles(site)).includes(name));
  });

  test('keeps its files if the deletion is rolled back', async () => {
    const { id, file } = await publication('Rolled back');
    const deletion = site.strapi.db.transaction(async () => {
      await rows().deleteMany({ where: { documentId: id } });
      throw new Error('No');
    });
    await expect(deletion).rejects.toThrow('No');
    expect((await bot.get(id)).media).toMatchObject([{ id: file.id }]);
  });
});

test('of a work that plain SQL deletes the files stay, and reconcile names those that nothing uses', async () => {
  const [own, shared] = [
    await bot.upload(textFile('own.txt', 'own')),
    await bot.upload(textFile('shared.txt', 'shared')),
  ];
  const { id } = await bot.createPublication({ title: 'Gone by SQL', media: [own, shared] });
  await bot.createPublication({ title: 'Stays', media: [shared] });
  await site.strapi.db.connection('works').where('document_id', id).del();
  const { leftFiles } = await service('reconciler').plan();
  expect(leftFiles).toMatchObject([{ document_id: own.id, name: 'own.txt' }]);
});
