import { createState } from '../../src/plugins/bot/server/src/core/database/state';
import { createAdmin, type Admin } from '../support/admin';
import { createBot, type Bot, type Material } from '../support/bot';
import { addComponent, addContentType, beforeRegister, changeWork } from '../support/content-types';
import { createEditor, type Editor } from '../support/content-manager';
import { countRows, fileRow, workRows } from '../support/database';
import { jpeg, textFile, type TestFile } from '../support/files';
import { startSite, type Site } from '../support/site';

const WORK = 'api::work.work';
const ARTICLE = 'api::article.article';
const FILE = 'plugin::upload.file';

const text = { type: 'richtext' };
const image = { type: 'media', multiple: false };

interface Documents {
  create: (params: object) => Promise<{ documentId: string; id: number }>;
  update: (params: object) => Promise<{ documentId: string; id: number }>;
  publish: (params: object) => Promise<unknown>;
  delete: (params: object) => Promise<unknown>;
  findOne: (params: object) => Promise<object | null>;
}

let site: Site;
let bot: Bot;
let admin: Admin;
let editor: Editor;

beforeAll(async () => {
  site = await startSite({
    config: (strapi) =>
      beforeRegister(strapi, () => {
        addComponent(strapi, 'part.figure', { image, note: text });
        addComponent(strapi, 'part.gallery', {
          title: { type: 'string' },
          figures: { type: 'component', component: 'part.figure', repeatable: true },
          more: { type: 'media', multiple: true },
        });
        addContentType(strapi, 'article', {
          title: { type: 'string' },
          text,
          blocks: { type: 'blocks' },
          data: { type: 'json' },
          figure: { type: 'component', component: 'part.figure' },
          paper: { type: 'relation', relation: 'oneToOne', target: FILE },
          papers: { type: 'relation', relation: 'oneToMany', target: FILE },
        });
        changeWork(strapi, ({ attributes }) => {
          Object.assign(attributes, {
            cover: image,
            figure: { type: 'component', component: 'part.figure' },
            parts: { type: 'dynamiczone', components: ['part.gallery', 'part.figure'] },
          });
        });
      }),
  });
  bot = createBot(site);
  admin = await createAdmin(site);
  editor = createEditor(admin);
});
afterAll(() => site.stop());

const documents = (uid: string) => site.strapi.documents(uid as never) as unknown as Documents;

let number = 0;
const upload = (): Promise<Material> => {
  number += 1;
  return bot.upload(textFile(`file-${number}.txt`, `${number}`));
};
const rowOf = async ({ id }: Material): Promise<number> => (await fileRow(site, id)).id;
const markdown = ({ url }: Material): string => `![](${new URL(url).pathname})`;
const fileExists = async ({ id }: Material): Promise<boolean> =>
  (await fileRow(site, id)) !== undefined;
const references = () => countRows(site, 'bot_file_references');

/** Creates a work with the file in its media, deletes the work, and returns whether the file still exists. */
const outlivesItsWork = async (material: Material): Promise<boolean> => {
  const { id } = await bot.createPublication({ title: 'Deleted', media: [material] });
  await bot.publish(id);
  const { media } = await bot.remove(id);
  const isKept = await fileExists(material);
  expect(media).toEqual(
    isKept ? { deleted: [], kept: [material.id] } : { deleted: [material.id], kept: [] }
  );
  return isKept;
};

describe('a delete takes the media', () => {
  const remove = async (data: object, files: Material[], isPublished = true) => {
    const { documentId } = await documents(WORK).create({
      data: { title: 'Whole', ...data },
      ...(isPublished ? { status: 'published' } : {}),
    });
    const { media } = await bot.remove(documentId);
    expect(media.deleted.sort()).toEqual(files.map(({ id }) => id).sort());
    expect(await Promise.all(files.map(fileExists))).toEqual(files.map(() => false));
  };

  test('of any media field', async () => {
    const file = await upload();
    await remove({ cover: await rowOf(file) }, [file]);
  });

  test('of a component', async () => {
    const file = await upload();
    await remove({ figure: { image: await rowOf(file) } }, [file]);
  });

  test('of a dynamic zone and the components inside of its components', async () => {
    const files = [await upload(), await upload(), await upload()];
    const [first, second, third] = await Promise.all(files.map(rowOf));
    const gallery = {
      __component: 'part.gallery',
      figures: [{ image: first }, { image: second }],
      more: [third],
    };
    await remove({ parts: [gallery] }, files);
  });

  test('of a draft and of its public version, where they differ', async () => {
    const [old, new_] = [await upload(), await upload()];
    const { documentId } = await documents(WORK).create({
      data: { title: 'Two', figure: { image: await rowOf(old) } },
      status: 'published',
    });
    await documents(WORK).update({
      documentId,
      data: { figure: { image: await rowOf(new_) } },
    });
    const { media } = await bot.remove(documentId);
    expect(media.deleted.sort()).toEqual([old.id, new_.id].sort());
  });

  test('and no others: what a component of another work has is kept', async () => {
    const file = await upload();
    await documents(WORK).create({
      data: { title: 'Other', parts: [{ __component: 'part.figure', image: await rowOf(file) }] },
    });
    expect(await outlivesItsWork(file)).toBe(true);
  });
});

describe('a file is kept that another record', () => {
  test.each<[string, (file: Material) => Promise<object> | object]>([
    ['shows in a text', (file) => ({ text: markdown(file) })],
    ['shows in a text by a whole address', (file) => ({ text: `See ${file.url}` })],
    [
      'shows in blocks',
      ({ url }) => ({
        blocks: [
          {
            type: 'paragraph',
            children: [{ type: 'link', url, children: [{ type: 'text', text: 'a file' }] }],
          },
        ],
      }),
    ],
    ['names in JSON', ({ url }) => ({ data: { download: { url } } })],
    ['shows in the text of a component', (file) => ({ figure: { note: markdown(file) } })],
    [
      'has in a media field of a component',
      async (file) => ({ figure: { image: await rowOf(file) } }),
    ],
    ['has a relation to', async (file) => ({ paper: await rowOf(file) })],
    ['has relations to', async (file) => ({ papers: [await rowOf(file)] })],
  ])('%s, until that is deleted too', async (_how, dataOf) => {
    const file = await upload();
    const { documentId } = await documents(ARTICLE).create({ data: await dataOf(file) });
    expect(await outlivesItsWork(file)).toBe(true);
    await documents(ARTICLE).delete({ documentId });
    expect(await outlivesItsWork(file)).toBe(false);
  });

  test('shows one format of', async () => {
    const photo = await bot.upload(await jpeg({ width: 600, height: 400 }));
    const { formats } = await fileRow(site, photo.id);
    const { thumbnail } = JSON.parse(String(formats)) as { thumbnail: { url: string } };
    await documents(ARTICLE).create({ data: { text: `<img src="${thumbnail.url}">` } });
    expect(await outlivesItsWork(photo)).toBe(true);
  });

  test('is a work that shows it in the text of its public version only', async () => {
    const file = await upload();
    const { id } = await bot.createPublication({ title: 'Shows it', body: markdown(file) });
    await bot.publish(id);
    await editor.update(id, { title: 'Shows it', body: 'No more' });
    expect(await outlivesItsWork(file)).toBe(true);
    await bot.publish(id);
    expect(await outlivesItsWork(file)).toBe(false);
  });

  test('showed once and then was changed is not kept', async () => {
    const file = await upload();
    const { documentId } = await documents(ARTICLE).create({ data: { text: markdown(file) } });
    await documents(ARTICLE).update({ documentId, data: { title: 'Only the title' } });
    expect(await outlivesItsWork(file)).toBe(true);
    await documents(ARTICLE).update({ documentId, data: { text: 'Nothing' } });
    expect(await outlivesItsWork(file)).toBe(false);
  });
});

test('a file that a work has in its media and in its own text goes with it', async () => {
  const file = await upload();
  const before = await references();
  const { id } = await bot.createPublication({
    title: 'Both',
    body: markdown(file),
    media: [file],
  });
  await bot.publish(id);
  expect(await references()).toBe(before + 2);
  expect((await bot.remove(id)).media).toEqual({ deleted: [file.id], kept: [] });
  expect(await references()).toBe(before);
});

test('an editor who deletes a work takes no file from the page of another', async () => {
  const file = await upload();
  const shown = await bot.createPublication({ title: 'Shown', body: markdown(file) });
  const { url } = await bot.publish(shown.id);
  const { id } = await bot.createPublication({ title: 'Owner', media: [file] });
  await editor.bulkRemove([id]);
  expect(await fileExists(file)).toBe(true);
  expect(await (await fetch(url)).text()).toContain(new URL(file.url).pathname);
  expect((await fetch(file.url)).status).toBe(200);
});

describe('references are kept by', () => {
  const query = () => site.strapi.db.query(ARTICLE);

  test('createMany', async () => {
    const files = [await upload(), await upload()];
    await query().createMany({ data: files.map((file) => ({ text: markdown(file) })) });
    expect(await Promise.all(files.map(outlivesItsWork))).toEqual([true, true]);
  });

  test('updateMany', async () => {
    const file = await upload();
    const { id } = await query().create({ data: { title: 'Many' } });
    await query().updateMany({ where: { id }, data: { text: markdown(file) } });
    expect(await outlivesItsWork(file)).toBe(true);
    await query().updateMany({ where: { id }, data: { text: '' } });
    expect(await outlivesItsWork(file)).toBe(false);
  });

  test('an update that asks for some attributes only', async () => {
    const [first, second] = [await upload(), await upload()];
    const { id } = await query().create({ data: { text: markdown(first) } });
    await query().update({
      where: { id },
      data: { data: { url: second.url } },
      select: ['id', 'title'],
    });
    expect(await outlivesItsWork(first)).toBe(true);
    expect(await outlivesItsWork(second)).toBe(true);
  });

  test('deleteMany', async () => {
    const file = await upload();
    const before = await references();
    const { id } = await query().create({ data: { text: markdown(file) } });
    await query().deleteMany({ where: { id } });
    expect(await references()).toBe(before);
    expect(await outlivesItsWork(file)).toBe(false);
  });

  test('the rollback of a write', async () => {
    const file = await upload();
    const before = await references();
    await expect(
      site.strapi.db.transaction(async () => {
        await documents(ARTICLE).create({ data: { text: markdown(file) } });
        throw new Error('Never mind');
      })
    ).rejects.toThrow('Never mind');
    expect(await references()).toBe(before);
  });
});

describe('what was written past Strapi', () => {
  const rows = (table: string) => site.strapi.db.connection(table);
  const sweep = () =>
    site.strapi.plugin('bot').service('fileReferenceScan').sweep() as Promise<void>;

  test('uses no file once it is gone', async () => {
    const file = await upload();
    const { id, documentId } = await documents(WORK).create({
      data: { title: 'Gone', body: markdown(file), cover: await rowOf(file) },
    });
    await rows('works').where({ id }).delete();
    expect(await workRows(site, documentId)).toEqual([]);
    expect(await outlivesItsWork(file)).toBe(false);
  });

  test('is read by the sweep if it is new', async () => {
    const file = await upload();
    await rows('articles').insert({ document_id: 'raw', text: markdown(file) });
    await sweep();
    expect(await outlivesItsWork(file)).toBe(true);
  });

  test('is read by the sweep if it is changed', async () => {
    const file = await upload();
    const { id } = await documents(ARTICLE).create({ data: { text: 'Nothing' } });
    await sweep();
    await rows('articles')
      .where({ id })
      .update({ text: markdown(file) });
    await sweep();
    expect(await outlivesItsWork(file)).toBe(true);
    await rows('articles').where({ id }).update({ text: null });
    await sweep();
    expect(await outlivesItsWork(file)).toBe(false);
  });

  test('leaves no reference behind the sweep', async () => {
    const file = await upload();
    const { id } = await documents(ARTICLE).create({ data: { text: markdown(file) } });
    const before = await references();
    await rows('articles').where({ id }).delete();
    await sweep();
    expect(await references()).toBe(before - 1);
  });

  test('is read at the start if it was there before', async () => {
    const file = await upload();
    await documents(ARTICLE).create({ data: { text: markdown(file) } });
    const before = await references();
    await rows('bot_file_references').delete();
    await rows('bot_states').where({ document_id: 'file-references' }).delete();
    await site.restart();
    expect(await references()).toBe(before);
    expect(await outlivesItsWork(file)).toBe(true);
  });

  test('is read anew if an import brings the progress of another database', async () => {
    const file = await upload();
    await documents(ARTICLE).create({ data: { text: markdown(file) } });
    await rows('bot_file_references').delete();
    const progress = createState<object>(site.strapi, 'file-references');
    await progress.set({ ...(await progress.get()), database: 'another' });
    await (site.strapi
      .plugin('bot')
      .service('fileReferenceScan')
      .readAfterImport() as Promise<void>);
    expect(await outlivesItsWork(file)).toBe(true);
  });
});

describe('the Media Library', () => {
  const remove = (id: number) => admin.agent.delete(`/upload/files/${id}`);
  const removeMany = (body: object) => admin.agent.post('/upload/actions/bulk-delete').send(body);
  const messageOf = ({ body }: { body: { error: { message: string } } }) => body.error.message;

  test('does not delete a file that a published work has in its media', async () => {
    const file = await upload();
    const { id } = await bot.createPublication({ title: 'Its media', media: [file] });
    await bot.publish(id);
    const { name } = await fileRow(site, file.id);
    expect(messageOf(await remove(await rowOf(file)).expect(400))).toBe(
      `Nothing was deleted: "${name}" is used by "Its media" (published, in its media). ` +
        'Take the file out of there first, or replace it.'
    );
    expect((await fetch(file.url)).status).toBe(200);
  });

  test('names each way in which a work uses a file', async () => {
    const file = await upload();
    await bot.createPublication({ title: 'A draft', body: markdown(file), media: [file] });
    expect(messageOf(await remove(await rowOf(file)).expect(400))).toContain(
      'used by "A draft" (draft, in its media and in its text).'
    );
  });

  test('does not delete a file that a work has in a component or in the text of one', async () => {
    const [shown, cited] = [await upload(), await upload()];
    await documents(WORK).create({
      data: {
        title: 'Deep',
        parts: [
          {
            __component: 'part.gallery',
            figures: [{ image: await rowOf(shown), note: markdown(cited) }],
          },
        ],
      },
    });
    expect(messageOf(await remove(await rowOf(shown)).expect(400))).toContain(
      '"Deep" (draft, in its media)'
    );
    expect(messageOf(await remove(await rowOf(cited)).expect(400))).toContain(
      '"Deep" (draft, in its text)'
    );
  });

  test('deletes a file that no work uses', async () => {
    const file = await upload();
    await remove(await rowOf(file)).expect(200);
    expect(await fileExists(file)).toBe(false);
  });

  test('deletes none of many if one of them is used', async () => {
    const [used, unused] = [await upload(), await upload()];
    await bot.createPublication({ title: 'Uses one', media: [used] });
    const fileIds = [await rowOf(unused), await rowOf(used)];
    const { name } = await fileRow(site, used.id);
    expect(messageOf(await removeMany({ fileIds }).expect(400))).toContain(
      `"${name}" is used by "Uses one" (draft, in its media)`
    );
    expect(await fileExists(unused)).toBe(true);
    await removeMany({ fileIds: fileIds.slice(0, 1) }).expect(200);
    expect(await fileExists(unused)).toBe(false);
  });

  test('deletes no folder in which there is a file that is used, and nothing beside it', async () => {
    const [used, unused] = [await upload(), await upload()];
    await bot.createPublication({ title: 'Uses the folder', media: [used] });
    const { body: folder } = await admin.agent
      .post('/upload/folders')
      .send({ name: 'A folder', parent: null })
      .expect(201);
    await admin.agent
      .post('/upload/actions/bulk-move')
      .send({ fileIds: [await rowOf(used)], destinationFolderId: folder.data.id })
      .expect(200);
    const answer = await removeMany({
      fileIds: [await rowOf(unused)],
      folderIds: [folder.data.id],
    }).expect(400);
    expect(messageOf(answer)).toContain('"Uses the folder"');
    expect([await fileExists(used), await fileExists(unused)]).toEqual([true, true]);
  });

  /** Replaces a file as the Media Library does. */
  const replace = async (id: number, { name, content, mime }: TestFile) => {
    await admin.agent
      .post(`/upload?id=${id}`)
      .field('fileInfo', JSON.stringify({ name }))
      .attach('files', content, { filename: name, contentType: mime })
      .expect(200);
  };

  test('replaces a file that is used, and texts show the new one', async () => {
    const file = await upload();
    const { id } = await bot.createPublication({
      title: 'Replaced',
      body: `${markdown(file)} or ${file.url}`,
      media: [file],
    });
    const { url: page } = await bot.publish(id);
    const { documentId } = await documents(ARTICLE).create({
      data: {
        data: { download: { url: file.url } },
        blocks: [{ type: 'paragraph', children: [{ type: 'text', text: file.url }] }],
        figure: { note: markdown(file) },
      },
    });
    await replace(await rowOf(file), textFile('new.txt', 'new'));

    const publication = await bot.get(id);
    const [now] = publication.media as [Material];
    expect(now.url).not.toBe(file.url);
    expect(publication).toMatchObject({ body: `${markdown(now)} or ${now.url}`, changed: false });
    expect((await workRows(site, id)).map((row) => Reflect.get(row, 'body'))).toEqual(
      Array(2).fill(publication.body)
    );
    const html = await (await fetch(page)).text();
    expect(html).toContain(now.url);
    expect(html).not.toContain(file.url);
    expect(await (await fetch(now.url)).text()).toBe('new');
    expect(await documents(ARTICLE).findOne({ documentId, populate: ['figure'] })).toMatchObject({
      data: { download: { url: now.url } },
      blocks: [{ children: [{ text: now.url }] }],
      figure: { note: markdown(now) },
    });

    await documents(ARTICLE).delete({ documentId });
    expect(messageOf(await remove(await rowOf(file)).expect(400))).toContain(
      '"Replaced" (published, in its media and in its text)'
    );
  });

  test('replaces a picture by a smaller one, and texts show that for sizes it does not have', async () => {
    const photo = await bot.upload(await jpeg({ width: 600, height: 400 }));
    const { formats } = await fileRow(site, photo.id);
    const { small } = JSON.parse(String(formats)) as { small: { url: string } };
    const { id } = await bot.createPublication({ title: 'Smaller', body: `![](${small.url})` });
    await replace(await rowOf(photo), await jpeg({ width: 100, height: 80 }));
    const { url } = await fileRow(site, photo.id);
    expect((await bot.get(id)).body).toBe(`![](${url})`);
    expect((await fetch(new URL(url, site.url))).status).toBe(200);
  });
});
