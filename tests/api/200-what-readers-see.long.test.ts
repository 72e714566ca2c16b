import { createAdmin } from '../support/admin';
import type { Publication } from '../support/bot';
import { createEditor, type Editor } from '../support/content-manager';
import { fileRow, publishedRow, workRows } from '../support/database';
import { textFile } from '../support/files';
import { before, useOwnSite } from '../support/use-site';

const { site, bot } = useOwnSite();
const admin = before(() => createAdmin(site));
let editor: Editor;

beforeAll(async () => {
  editor = createEditor(admin);
});

const listed = async (id: string): Promise<Publication | undefined> =>
  (await bot.list({ limit: 100 })).find((item) => item.id === id);

const publishNew = async (title: string, media: { id: string }[] = []) => {
  const { id } = await bot.createPublication({ title, body: 'First', media });
  return bot.publish(id);
};

/** Selects all rows of a work. */
const rowsOf = (id: string) => site.strapi.db.connection('works').where('document_id', id);

const draftRow = (id: string) => rowsOf(id).whereNull('published_at');

describe('a published work whose draft an editor has changed', () => {
  let before: Publication;
  let id: string;
  let url: string;

  beforeAll(async () => {
    const media = [await bot.upload(textFile('one.txt', 'one'))];
    const other = await fileRow(site, (await bot.upload(textFile('two.txt', 'two'))).id);
    ({ id, url } = await publishNew('As published', media));
    before = await bot.get(id);
    await editor.update(id, {
      title: 'In work',
      slug: 'in-work',
      body: 'Second',
      media: [other.id],
    });
  });

  test('is shown as readers see it, and as changed', async () => {
    expect(await bot.get(id)).toEqual({
      ...before,
      changed: true,
      draft: expect.objectContaining({
        title: 'In work',
        slug: 'in-work',
        body: 'Second',
      }) as unknown,
    });
  });

  test('is listed as readers see it, and as changed', async () => {
    const { title, media } = before;
    const shown = media.map((material) => ({ id: material.id, url: material.url, type: 'file' }));
    expect(await listed(id)).toMatchObject({ title, url, media: shown, changed: true });
  });

  test('has the address that answers', async () => {
    expect((await listed(id))?.url).toBe(url);
    expect((await fetch(url)).status).toBe(200);
  });

  test('has the new address once it is published, and is changed no more', async () => {
    const published = await bot.publish(id);
    expect(published.url).toBe(`${site.url}/works/in-work`);
    expect((await fetch(published.url)).status).toBe(200);
    expect(await bot.get(id)).toMatchObject({
      url: published.url,
      title: 'In work',
      body: 'Second',
      changed: false,
      media: [{ url: expect.stringContaining('two') as string }],
    });
  });

  test('is changed no more when the editor discards the draft', async () => {
    await editor.update(id, { title: 'In work again' });
    expect((await listed(id))?.changed).toBe(true);
    await editor.discard(id);
    expect((await listed(id))?.changed).toBe(false);
  });

  test('is no changed draft when it is unpublished', async () => {
    await editor.update(id, { title: 'A draft' });
    await bot.unpublish(id);
    expect(await bot.get(id)).toMatchObject({ title: 'A draft', changed: false, url: null });
  });
});

describe('what was changed since the last publish', () => {
  /** Saves a work like an instance whose clock is five minutes slow. */
  const saveWithSlowClock = async (id: string, data: Parameters<Editor['update']>[1]) => {
    await editor.update(id, data);
    await draftRow(id).update({ updated_at: Date.now() - 5 * 60_000 });
  };

  test('goes live however slow the clock of its editor is', async () => {
    const { id } = await publishNew('Slow');
    await saveWithSlowClock(id, { title: 'Slow', body: 'By a slow clock' });
    expect((await listed(id))?.changed).toBe(true);
    await bot.publish(id);
    expect(await publishedRow(site, id)).toMatchObject({ body: 'By a slow clock' });
  });

  test('goes live if it has the very date of what is public', async () => {
    const { id } = await publishNew('One date');
    const file = await fileRow(site, (await bot.upload(textFile('a.txt', 'a'))).id);
    await editor.update(id, { title: 'One date', body: 'First', media: [file.id] });
    const [draft, published] = await rowsOf(id).orderBy('published_at');
    await draftRow(id).update({ updated_at: published.updated_at, slug: draft.slug });
    expect((await listed(id))?.changed).toBe(true);
    await bot.publish(id);
    expect((await bot.get(id)).media).toHaveLength(1);
  });

  test('goes live if it was written with SQL and no date', async () => {
    const { id } = await publishNew('Raw');
    await draftRow(id).update({ body: 'With SQL' });
    await bot.publish(id);
    expect((await bot.get(id)).body).toBe('With SQL');
  });

  test('goes live if it is a file that an upload has attached', async () => {
    const { id } = await publishNew('Attached');
    const draft = await draftRow(id).first('id');
    await admin.agent
      .post('/upload')
      .field({ ref: 'api::work.work', refId: String(draft?.id), field: 'media' })
      .attach('files', Buffer.from('attached'), 'attached.txt')
      .expect(201);
    expect((await listed(id))?.changed).toBe(true);
    await bot.publish(id);
    expect(await bot.get(id)).toMatchObject({
      media: [{ url: expect.stringContaining('attached') }],
      changed: false,
    });
  });

  test('is nothing after the publish of an editor', async () => {
    const { id } = await publishNew('By an editor');
    await editor.publish(id, { title: 'By an editor', body: 'Second' });
    const before = await workRows(site, id);
    expect((await listed(id))?.changed).toBe(false);
    await bot.publish(id);
    expect(await workRows(site, id)).toEqual(before);
  });

  describe('in rows of an earlier version', () => {
    const makeOld = async (id: string) => {
      await rowsOf(id).update({ bot_revision: null });
    };

    test('is nothing if they are the same', async () => {
      const { id } = await publishNew('Old');
      await makeOld(id);
      const before = await workRows(site, id);
      expect((await listed(id))?.changed).toBe(false);
      await bot.publish(id);
      expect(await workRows(site, id)).toEqual(before);
    });

    test('goes live if they differ, whatever their dates are', async () => {
      const { id } = await publishNew('Old and changed');
      await saveWithSlowClock(id, { title: 'Old and changed', body: 'Older by its date' });
      await makeOld(id);
      expect((await listed(id))?.changed).toBe(true);
      await bot.publish(id);
      expect((await bot.get(id)).body).toBe('Older by its date');
    });
  });
});

test('the event of an unpublish by the bot says what that of an editor says', async () => {
  const payloads: unknown[] = [];
  site.strapi.eventHub.on('entry.unpublish', (payload: unknown) => {
    payloads.push(payload);
    return Promise.resolve();
  });
  const media = [await bot.upload(textFile('event.txt', 'event'))];
  const { id } = await publishNew('Unpublished twice', media);
  await bot.unpublish(id);
  await bot.publish(id);
  await editor.unpublish(id);
  const [byBot, byEditor] = payloads.map((payload) =>
    JSON.parse(
      JSON.stringify(payload, (key, value: unknown) => {
        // The entry was published twice, so its row id and date differ.
        return key === 'publishedAt' || (key === 'id' && typeof value === 'number')
          ? typeof value
          : value;
      })
    )
  );
  // The panel's event only counts relations; other events, including the bot's, contain them.
  expect(byEditor.entry).toMatchObject({ category: { count: 0 }, tags: { count: 0 } });
  const fullEntry = { ...byEditor.entry, category: null, tags: [] };
  expect(byBot).toEqual({ ...byEditor, entry: fullEntry });
});
