import { createAdmin } from '../support/admin';
import type { Material } from '../support/bot';
import { addContentType, beforeRegister } from '../support/content-types';
import { fileRow } from '../support/database';
import { textFile } from '../support/files';
import { before, useOwnSite } from '../support/use-site';

/** More values than SQLite accepts in one statement. */
const VERY_MANY = 33_000;

const { site, bot } = useOwnSite({
  config: (strapi) =>
    beforeRegister(strapi, () => addContentType(strapi, 'article', { title: { type: 'string' } })),
});
const admin = before(() => createAdmin(site));

beforeAll(async () => {
  await site.strapi.db.connection.raw(
    `INSERT INTO articles (document_id, title)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
      SELECT 'article-' || n, 'Article' FROM numbers`,
    [VERY_MANY]
  );
});

let number = 0;
const upload = (): Promise<Material> => {
  number += 1;
  return bot.upload(textFile(`file-${number}.txt`, `${number}`));
};
const rowOf = async ({ id }: Material): Promise<number> => (await fileRow(site, id)).id;

/** Links a file to very many records. `offset` is added to the ids of articles. */
const link = async (material: Material, uid: string, offset = 0): Promise<void> => {
  await site.strapi.db.connection.raw(
    `INSERT INTO files_related_mph (file_id, related_id, related_type, field, "order")
      SELECT ?, id + ?, ?, 'image', 1 FROM articles`,
    [await rowOf(material), offset, uid]
  );
};
const useInArticles = (material: Material) => link(material, 'api::article.article');
const useInDeletedWorks = (material: Material) => link(material, 'api::work.work', 1_000_000);

const remove = async (material: Material) =>
  admin.agent.delete(`/upload/files/${await rowOf(material)}`);

describe('the Media Library', () => {
  test('deletes a file that very many other records use', async () => {
    const file = await upload();
    await useInArticles(file);
    expect((await remove(file)).status).toBe(200);
  });

  test('does not delete it if a work is the last one of them', async () => {
    const file = await upload();
    await useInArticles(file);
    await bot.createPublication({ title: 'The last one', media: [file] });
    const { status, body } = await remove(file);
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining('"The last one"')]);
  });

  test('does not delete it if a work is the last one behind many that are gone', async () => {
    const file = await upload();
    await useInDeletedWorks(file);
    await bot.createPublication({ title: 'Still here', media: [file] });
    const { status, body } = await remove(file);
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining('"Still here"')]);
  });
});

test('a deleted work takes a file that very many used which are gone', async () => {
  const file = await upload();
  await useInDeletedWorks(file);
  const { id } = await bot.createPublication({ title: 'Deleted', media: [file] });
  expect((await bot.remove(id)).media).toEqual({ deleted: [file.id], kept: [] });
});

test('a removal of very many bytes is looked at for those that have an owner', async () => {
  const { hash } = await fileRow(site, (await upload()).id);
  const objects = [...Array(VERY_MANY).keys()].map((n) => ({ hash: `nobodys-${n}` }));
  const queue = site.strapi.plugin('bot').service('removalQueue');
  const removals = [{ objects }, { objects: [...objects, { hash }] }];
  expect(await queue.findOwned(removals)).toEqual(removals.slice(1));
});
