import { createAdmin, createColleague, type Admin } from '../support/admin';
import type { Bot } from '../support/bot';
import { countRows, fileRow, storedNames, workRows } from '../support/database';
import { jpeg, textFile } from '../support/files';
import { storageSettles, storedFiles } from '../support/storage';
import { until } from '../support/until';
import { useOwnSite } from '../support/use-site';

const { site, bot } = useOwnSite({ env: { BOT_TRASH_DAYS: '30' } });
let agent: Admin['agent'];

beforeAll(async () => {
  ({ agent } = await createAdmin(site));
});

const works = () => site.strapi.documents('api::work.work');
const note = (name: string) => bot.upload(textFile(`${name}.txt`, name));
const restore = (id: string) => bot.request('post', `/publications/${id}/restore`);
const isQuarantined = () =>
  until('the bytes are aside', async () => {
    const knex = site.strapi.db.connection;
    const files = await knex('bot_trashed_files').where('is_quarantined', false);
    // Removals that a restore has queued for bytes that may still arrive wait for an hour.
    const due = await knex('bot_removals').where('due_at', '<', Date.now() + 600_000);
    return files.length + due.length === 0;
  });
const service = (name: string) => site.strapi.plugin('bot').service(name);

describe('a published publication with pictures that is deleted and restored', () => {
  let id: string;
  let media: string[];
  let urls: string[];
  let before: Record<string, unknown>;
  let removed: unknown;
  let names: string[];

  beforeAll(async () => {
    const materials = [await bot.upload(await jpeg({ width: 1200, height: 900 })), await note('n')];
    media = materials.map((material) => material.id);
    urls = materials.map((material) => material.url);
    names = (await Promise.all(media.map((one) => fileRow(site, one)))).flatMap(storedNames);
    const created = await bot.createPublication({
      title: 'Comes back',
      body: `![it](${new URL(String(urls[0])).pathname})`,
      media,
      externalId: 'own-1',
      fields: { tags: ['one', 'two'], seo: { metaTitle: 'Found', metaDescription: 'In search' } },
    });
    id = created.id;
    await bot.publish(id);
    await bot.request('patch', `/publications/${id}`).send({ body: 'later' }).expect(200);
    before = (await bot.request('get', `/publications/${id}`).expect(200)).body;
    removed = await bot.remove(id);
    await isQuarantined();
  });

  test('the answer to the delete is as without a trash', () => {
    expect(removed).toEqual({ id, media: { deleted: media, kept: [] } });
  });

  test('it has left works, lists, library and addresses', async () => {
    expect(await workRows(site, id)).toEqual([]);
    expect(await countRows(site, 'files')).toBe(0);
    await bot.request('get', `/publications/${id}`).expect(404);
    for (const one of media) await bot.request('get', `/materials/${one}`).expect(404);
    for (const url of urls) expect((await fetch(url)).status).toBe(404);
    expect((await fetch(String(before.url))).status).toBe(410);
  });

  test('its bytes lie under names that tell nothing', async () => {
    const stored = await storedFiles(site);
    expect(stored).toHaveLength(names.length);
    for (const name of stored) expect(name).toMatch(/^aside_[0-9a-f]{20}\.\w+$/);
  });

  test('a comparison of rows and storage finds nothing', async () => {
    const { storage } = await service('reconciler').plan();
    expect(storage).toEqual({ unowned: [], doubtful: [], found: [], incomplete: [] });
  });

  describe('and then', () => {
    let answer: Awaited<ReturnType<Bot['request']>>;
    beforeAll(async () => {
      answer = await restore(id).set('Idempotency-Key', 'back').expect(200);
    });

    test('it is what it was, draft and public version, to the last word', () => {
      expect(answer.body).toEqual(before);
    });

    test('readers find the work and its files', async () => {
      expect((await fetch(String(before.url))).status).toBe(200);
      for (const url of urls) expect((await fetch(url)).status).toBe(200);
    });

    test('storage holds its bytes, and nothing aside', async () => {
      expect(await storageSettles(site, [...names])).toBe(true);
      expect(await countRows(site, 'bot_trashed_files')).toBe(0);
      expect(await countRows(site, 'bot_trashed_publications')).toBe(0);
    });

    test('the same request again gets the same answer, another one what is there', async () => {
      const again = await restore(id).set('Idempotency-Key', 'back').expect(200);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(again.body).toEqual(answer.body);
      expect((await restore(id).expect(200)).body).toEqual(answer.body);
    });

    test('the feed tells that it is there and public, and so are its files', async () => {
      const rows = await site.strapi.db
        .connection('bot_changes')
        .whereIn('subject', [id, ...media])
        .orderBy('id');
      const events = rows.map(({ kind, event }) => `${kind}.${event}`);
      expect(events.slice(events.indexOf('publication.deleted') + 1)).toEqual([
        ...media.map(() => 'material.deleted'),
        ...media.map(() => 'material.created'),
        'publication.created',
        'publication.published',
      ]);
    });

    test('it can be published, changed and deleted as any other', async () => {
      await bot.publish(id);
      expect((await bot.remove(id)).media.deleted).toEqual(media);
      await restore(id).expect(200);
    });
  });
});

test('a restore before the bytes are aside keeps them where they are', async () => {
  const file = await note('quick');
  const { id } = await bot.createPublication({ title: 'Quick', media: [file] });
  for (let time = 0; time < 5; time += 1) {
    await bot.remove(id);
    expect((await restore(id).expect(200)).body.media).toMatchObject([file]);
    expect(await (await fetch(file.url)).text()).toBe('quick');
  }
  await service('removalWorker').drain();
  expect(await (await fetch(file.url)).text()).toBe('quick');
});

test('of several restores at once all are answered, and one is done', async () => {
  const file = await note('many');
  const { id } = await bot.createPublication({ title: 'Many', media: [file] });
  await bot.remove(id);
  await isQuarantined();
  const answers = await Promise.all(Array.from({ length: 4 }, () => restore(id)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await workRows(site, id)).toHaveLength(1);
  await isQuarantined();
  expect(await (await fetch(file.url)).text()).toBe('many');
});

test('what was never there is 404', async () => {
  const { body } = await restore('abcdefghijklmnopqrstuvwx').expect(404);
  expect(body.error.details.code).toBe('publication-not-found');
});

test('a slug and a name that others have meanwhile are theirs', async () => {
  const own = { title: 'Wanted slug', externalId: 'wanted' };
  const first = await bot.createPublication(own);
  const { slug } = (await bot.request('get', `/publications/${first.id}`)).body;
  await bot.remove(first.id);
  const second = await bot.createPublication(own);
  const { body } = await restore(first.id).expect(200);
  expect(body.slug).toMatch(new RegExp(`^${slug}-[0-9a-z]{6}$`));
  expect(body.externalId).toBeNull();
  const other = (await bot.request('get', `/publications/${second.id}`)).body;
  expect([other.slug, other.externalId]).toEqual([slug, 'wanted']);
});

test('a file that two works shared comes back with whichever is restored first', async () => {
  const file = await note('shared');
  const first = await bot.createPublication({ title: 'First of two', media: [file] });
  const second = await bot.createPublication({ title: 'Second of two', media: [file] });
  expect((await bot.remove(first.id)).media).toEqual({ deleted: [], kept: [file.id] });
  expect((await bot.remove(second.id)).media).toEqual({ deleted: [file.id], kept: [] });
  await isQuarantined();
  for (const { id } of [first, second]) {
    expect((await restore(id).expect(200)).body.media).toMatchObject([file]);
  }
  expect(await (await fetch(file.url)).text()).toBe('shared');
});

test('a time to publish that has passed in the trash is forgotten, and one that comes is not', async () => {
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const later = await bot.createPublication({ title: 'Later', publishAt: at });
  const past = await bot.createPublication({ title: 'Past', publishAt: at });
  await bot.remove(later.id);
  await bot.remove(past.id);
  const rows = site.strapi.db.connection('bot_trashed_publications');
  const row = await rows.clone().where('document_id', past.id).first();
  const content = String(row.content).replace(at, new Date(Date.now() - 1000).toISOString());
  await rows.where('document_id', past.id).update({ content });
  expect((await restore(later.id).expect(200)).body.publishAt).toBe(at);
  expect((await restore(past.id).expect(200)).body.publishAt).toBeNull();
});

test('what an editor deletes in the panel goes the same way, with what the type has besides', async () => {
  const [file, shown] = [await note('media'), await note('shown')];
  const { id } = await bot.createPublication({ title: 'By hand', media: [file] });
  const data = { seo: { metaTitle: 'T' }, cover: (await fileRow(site, shown.id)).id };
  await works().update({ documentId: id, data: data as never });
  await works().delete({ documentId: id });
  await isQuarantined();
  await restore(id).expect(200);
  const work = await works().findOne({
    documentId: id,
    populate: { seo: true, cover: true, media: true } as never,
  });
  expect(work).toMatchObject({
    title: 'By hand',
    media: [{ documentId: file.id }],
    seo: { metaTitle: 'T' },
    cover: { documentId: shown.id },
  });
});

test('the panel restores it for who has the permission, and for nobody else', async () => {
  const { id } = await bot.createPublication({ title: 'Asked for in the panel' });
  await bot.remove(id);
  const colleague = await createColleague(site, 'strapi-editor');
  await site.request.get('/bot/trash').expect(401);
  await colleague.agent.get('/bot/trash').expect(403);
  await colleague.agent.post(`/bot/trash/${id}/restore`).expect(403);
  await colleague.agent.delete(`/bot/trash/${id}`).expect(403);
  const { body } = await agent.get('/bot/trash?search=ASKED').expect(200);
  expect(body.data).toMatchObject({ days: 30, items: [{ id, who: 'bot', wasPublic: false }] });
  const { body: restored } = await agent.post(`/bot/trash/${id}/restore`).expect(200);
  expect(restored.data).toMatchObject({ id, status: 'draft', formerSlug: null });
  await agent.delete(`/bot/trash/${id}`).expect(404);
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const timelineEvents = async (kind?: string) => {
    const timeline = agent.get('/bot/overview/timeline').query({ from, to, search: id, kind });
    const { items } = (await timeline.expect(200)).body.data;
    return (items as { type: string }[]).map(({ type }) => type.replace('publication.', ''));
  };
  expect(await timelineEvents()).toEqual(['restored', 'deleted', 'created']);
  expect(await timelineEvents('publication.restored')).toEqual(['restored']);
  expect(await timelineEvents('publication.created')).toEqual(['created']);
});

test('when the days of its files are over its text comes back alone, as a draft that says what it lacks', async () => {
  const file = await note('short-lived');
  const { id } = await bot.createPublication({ title: 'Text alone', body: 'Text', media: [file] });
  await bot.publish(id);
  await bot.remove(id);
  const listed = async () => (await agent.get(`/bot/trash?search=${id}`).expect(200)).body.data;
  const [listedWork] = (await listed()).items;
  expect(Date.parse(listedWork.filesPurgeAt)).toBeLessThan(Date.parse(listedWork.purgeAt));
  const files = site.strapi.db.connection('bot_trashed_files').where('publication_id', id);
  await files.update({ purge_at: Date.now() - 1 });
  await service('trash').sweep();
  expect((await listed()).items).toMatchObject([{ id, wasPublic: true, filesPurgeAt: null }]);
  const { body: shown } = await agent.get(`/bot/trash/${id}`).expect(200);
  const media = [{ id: file.id, name: 'short-lived.txt', isDeleted: true }];
  expect(shown.data).toEqual({ title: 'Text alone', body: 'Text', slug: 'text-alone', media });
  const { body } = await agent.post(`/bot/trash/${id}/restore`).expect(200);
  expect(body.data).toMatchObject({ id, status: 'draft', lost: ['short-lived.txt'] });
  expect(await bot.get(id)).toMatchObject({ title: 'Text alone', status: 'draft', media: [] });
});

test('what goes for good goes with its versions', async () => {
  const { id } = await bot.createPublication({ title: 'Gone for good' });
  await bot.change(id, { title: 'Gone for good, too' });
  await bot.remove(id);
  await agent.delete(`/bot/trash/${id}`).expect(204);
  await agent.delete(`/bot/trash/${id}`).expect(404);
  await agent.get(`/bot/trash/${id}`).expect(404);
  const versions = await site.strapi.db.connection('bot_versions').where('document_id', id);
  expect(versions).toEqual([]);
});

test('what an editor has deleted the bot does not restore on a site that protects its editors', async () => {
  const { id } = await bot.createPublication({ title: 'Deleted by a person' });
  await agent.delete(`/content-manager/collection-types/api::work.work/${id}`).expect(200);
  await agent.put('/bot/overview/switches').send({ protectEditors: true }).expect(200);
  try {
    const { body } = await restore(id).expect(409);
    expect(body.error.details.code).toBe('changed-by-editor');
  } finally {
    await agent.put('/bot/overview/switches').send({ protectEditors: null }).expect(200);
  }
  await restore(id).expect(200);
});

const DAY = 86_400_000;
const setInTrash = async (values: object): Promise<void> => {
  for (const table of ['bot_trashed_publications', 'bot_trashed_files']) {
    await site.strapi.db.connection(table).update(values);
  }
};

test('what was deleted keeps the days that it was given, whatever instances are set to since', async () => {
  const file = await note('own date');
  const { id } = await bot.createPublication({ title: 'Own date', media: [file] });
  await bot.remove(id);
  await setInTrash({ purge_at: Date.now() + DAY });
  await service('trash').sweep();
  expect((await restore(id).expect(200)).body.media).toMatchObject([file]);
});

test('after its days it goes for good, bytes and all', async () => {
  const file = await note('old');
  const { id } = await bot.createPublication({ title: 'Old', media: [file] });
  await bot.remove(id);
  await isQuarantined();
  await setInTrash({ purge_at: Date.now() - 1 });
  await service('trash').sweep();
  await restore(id).expect(404);
  // Copies made by a worker during the restore are removed after the grace period.
  await site.strapi.db.connection('bot_removals').update({ due_at: Date.now() - 1 });
  await service('removalWorker').drain();
  const rows = await site.strapi.db.connection('files');
  expect(await storageSettles(site, rows.flatMap(storedNames))).toBe(true);
});
