import { countRows, fileRow, storedNames, workRows } from '../support/database';
import { jpeg, mp4, textFile } from '../support/files';
import { storageSettles, storedFiles } from '../support/storage';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

const works = () => site.strapi.documents('api::work.work');
const note = (name: string) => bot.upload(textFile(`${name}.txt`, name));
const rowId = async (materialId: string) => (await fileRow(site, materialId)).id;

describe.each(['draft', 'published'] as const)(
  'a %s publication with an image and a film',
  (status) => {
    let id: string;
    let media: string[];
    let answer: unknown;

    beforeAll(async () => {
      const materials = [
        await bot.upload(await jpeg({ width: 1200, height: 900 })),
        await bot.upload(mp4()),
      ];
      media = materials.map((material) => material.id);
      id = (await bot.createPublication({ title: `A ${status} one`, media })).id;
      if (status === 'published') await bot.publish(id);
      expect(storedNames(await fileRow(site, String(media[0])))).toHaveLength(5);
      answer = await bot.remove(id);
    });

    test('the answer names it and the media that went with it', () => {
      expect(answer).toEqual({ id, media: { deleted: media, kept: [] } });
    });

    test('every version of it is gone', async () => {
      expect(await workRows(site, id)).toEqual([]);
    });

    test('the rows of its media are gone', async () => {
      expect(await countRows(site, 'files')).toBe(0);
    });

    test('no link to a file is left', async () => {
      expect(await countRows(site, 'files_related_mph')).toBe(0);
    });

    test('the files and all image formats are gone from storage', async () => {
      expect(await storageSettles(site, [])).toBe(true);
    });

    test('no work is left for the removal table', async () => {
      await storageSettles(site, []);
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(await countRows(site, 'bot_removals')).toBe(0);
    });

    test('a second delete is 404', async () => {
      await bot.request('delete', `/publications/${id}`).expect(404);
    });
  }
);

test('the public address of a deleted publication is 410', async () => {
  const { id } = await bot.createPublication({ title: 'Soon gone' });
  const { url } = await bot.publish(id);
  await bot.remove(id);
  expect((await fetch(url)).status).toBe(410);
});

test('a publication without media answers with empty lists', async () => {
  const { id } = await bot.createPublication({ title: 'Only text' });
  expect(await bot.remove(id)).toEqual({ id, media: { deleted: [], kept: [] } });
});

test('what an editor added to the draft after publishing goes too', async () => {
  const [first, later] = [await note('first'), await note('later')];
  const { id } = await bot.createPublication({ title: 'Added later', media: [first] });
  await bot.publish(id);
  await works().update({
    documentId: id,
    data: { media: [await rowId(first.id), await rowId(later.id)] },
  });
  expect((await bot.remove(id)).media.deleted.sort()).toEqual([first.id, later.id].sort());
});

test('what only the published version still has goes too', async () => {
  const [first, second] = [await note('first'), await note('second')];
  const { id } = await bot.createPublication({ title: 'Taken out', media: [first, second] });
  await bot.publish(id);
  await works().update({ documentId: id, data: { media: [await rowId(second.id)] } });
  expect((await bot.remove(id)).media.deleted.sort()).toEqual([first.id, second.id].sort());
});

test('materials of no publication are not touched', async () => {
  const unused = await note('unused');
  const { id } = await bot.createPublication({ title: 'Others', media: [await note('used')] });
  await bot.remove(id);
  expect((await fetch(unused.url)).status).toBe(200);
});

test('of several deletes at once one wins and the others are 404', async () => {
  const { id } = await bot.createPublication({ title: 'At once', media: [await note('at once')] });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => bot.request('delete', `/publications/${id}`))
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
});

test('in the end storage holds what file rows own, and nothing else', async () => {
  const rows = await site.strapi.db.connection('files');
  const settled = await storageSettles(site, rows.flatMap(storedNames));
  expect([settled, await storedFiles(site)]).toEqual([true, rows.flatMap(storedNames).sort()]);
});
