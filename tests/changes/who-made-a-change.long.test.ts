import { createAdmin, type Admin } from '../support/admin';
import { createEditor, type Editor } from '../support/content-manager';
import { pdf, png } from '../support/files';
import { createMediaLibrary, type MediaLibrary } from '../support/media-library';
import { useSite } from '../support/use-site';
import { changesOf, storyOf } from './changed';

const FILE = 'plugin::upload.file';
const WORK = 'api::work.work';

const { site, bot } = useSite();
let editor: Editor;
let library: MediaLibrary;
let agent: Admin['agent'];
let remove: (file: number) => Promise<unknown>;

beforeAll(async () => {
  const admin = await createAdmin(site);
  editor = createEditor(admin);
  library = createMediaLibrary(site, admin);
  ({ agent } = admin);
  remove = async (file) => admin.agent.delete(`/upload/files/${file}`).expect(200);
});

const documents = () => site.strapi.documents(WORK);

describe('publications', () => {
  test('what the bot does is told as done by the bot', async () => {
    const { id } = await bot.createPublication({ title: 'By the bot' });
    await bot.publish(id);
    await bot.change(id, { title: 'Changed' }, { publish: true });
    await bot.unpublish(id);
    await bot.remove(id);
    expect(await storyOf(site, id)).toEqual([
      'bot created',
      'bot published',
      'bot updated',
      'bot published',
      'bot unpublished',
      'bot deleted',
    ]);
    expect((await changesOf(site, id)).map(({ title }) => title)).toEqual([
      'By the bot',
      'By the bot',
      'Changed',
      'Changed',
      'Changed',
      'Changed',
    ]);
  });

  test('what changes nothing is not told', async () => {
    const { id } = await bot.createPublication({ title: 'Still' });
    await bot.publish(id);
    await bot.publish(id);
    await bot.change(id, { title: 'Still' });
    await bot.unpublish(id);
    await bot.unpublish(id);
    expect(await storyOf(site, id)).toEqual(['bot created', 'bot published', 'bot unpublished']);
  });

  test('a request is told by its id', async () => {
    const { body } = await bot
      .request('post', '/publications')
      .set('X-Request-Id', 'request-of-the-bot')
      .send({ title: 'Asked for' });
    expect(await changesOf(site, body.id)).toMatchObject([{ request_id: 'request-of-the-bot' }]);
  });

  test('what an editor does is told with the name of the person', async () => {
    const id = await editor.create({ title: 'By hand' });
    await editor.update(id, { title: 'By hand', body: 'More' });
    await editor.publish(id, { title: 'By hand', body: 'More' });
    await editor.update(id, { title: 'By hand', body: 'Less' });
    await editor.discard(id);
    await editor.unpublish(id);
    await editor.remove(id);
    const changes = await changesOf(site, id);
    expect(changes.map(({ event }) => event)).toEqual([
      'created',
      'updated',
      'updated',
      'published',
      'updated',
      'updated',
      'unpublished',
      'deleted',
    ]);
    for (const { who, user_id: user, user_name: name, title } of changes) {
      expect([who, title]).toEqual(['editor', 'By hand']);
      expect(user).toMatch(/^\d+$/);
      expect(name).toMatch(/\w/);
      expect(name).not.toContain('@');
    }
  });

  test('what an editor does in bulk is told of each', async () => {
    const ids = [
      await editor.create({ title: 'Bulk one' }),
      (await bot.createPublication({ title: 'Bulk two' })).id,
    ];
    await editor.bulkPublish(ids);
    await editor.bulkUnpublish(ids);
    await editor.bulkRemove(ids);
    const tail = ['editor published', 'editor unpublished', 'editor deleted'];
    expect(await storyOf(site, ids[0] ?? '')).toEqual(['editor created', ...tail]);
    expect(await storyOf(site, ids[1] ?? '')).toEqual(['bot created', ...tail]);
  });

  test('a copy is a publication of its own', async () => {
    const id = await editor.createAndPublish({ title: 'Original' });
    const copy = await editor.duplicate(id, { title: 'Copy', slug: 'copy' });
    expect(await storyOf(site, copy)).toEqual(['editor created']);
    expect(await storyOf(site, id)).toEqual(['editor created', 'editor published']);
  });

  test('what code of the site does is told, past the document service too', async () => {
    const { documentId: id } = await documents().create({
      data: { title: 'By code' } as never,
      status: 'published',
    });
    const rows = site.strapi.db.query(WORK);
    await rows.update({
      where: { id: (await rows.findOne({ where: { documentId: id } })).id },
      data: { title: 'Past it' },
    });
    await rows.updateMany({ where: { documentId: id }, data: { body: 'Many' } });
    await rows.delete({ where: { documentId: id, publishedAt: { $notNull: true } } });
    await rows.deleteMany({ where: { documentId: id } });
    expect(await storyOf(site, id)).toEqual([
      'site created',
      'site published',
      'site updated',
      'site updated',
      'site unpublished',
      'site deleted',
    ]);
  });

  test('what is rolled back is not told', async () => {
    const { id } = await bot.createPublication({ title: 'Rolled back' });
    const rollBack = site.strapi.db.transaction(async () => {
      await documents().publish({ documentId: id });
      throw new Error('No');
    });
    await expect(rollBack).rejects.toThrow('No');
    expect(await storyOf(site, id)).toEqual(['bot created']);
  });
});

describe('materials', () => {
  test('what the bot does is told as done by the bot, with the name of the file', async () => {
    const { id } = await bot.upload(pdf());
    await bot.request('patch', `/materials/${id}`).send({ name: 'renamed.pdf' }).expect(200);
    await bot.request('delete', `/materials/${id}`).expect(200);
    expect(await storyOf(site, id)).toEqual(['bot created', 'bot updated', 'bot deleted']);
    expect(
      (await changesOf(site, id)).map(({ kind, title }) => `${kind} ${title}`).slice(1)
    ).toEqual(['material renamed.pdf', 'material renamed.pdf']);
  });

  test('those that go with their publication are told with it', async () => {
    const media = [await bot.upload(pdf()), await bot.upload(pdf())];
    const { id } = await bot.createPublication({ title: 'With media', media });
    await editor.remove(id);
    for (const material of media) {
      expect(await storyOf(site, material.id)).toEqual(['bot created', 'editor deleted']);
    }
  });

  test('what an editor uploads, replaces and deletes is told', async () => {
    const { id, document_id: material } = await library.add(await png());
    await library.add(await png(), id);
    await remove(id);
    expect(await storyOf(site, material)).toEqual([
      'editor created',
      'editor updated',
      'editor deleted',
    ]);
  });

  test('one that is uploaded for a publication is a change of that too', async () => {
    const { id } = await bot.createPublication({ title: 'With a file of its own' });
    const row = await site.strapi.db.query(WORK).findOne({ where: { documentId: id } });
    const file = await png();
    await agent
      .post('/upload')
      .field({ ref: WORK, refId: String(row.id), field: 'media' })
      .attach('files', file.content, { filename: file.name, contentType: file.mime })
      .expect(201);
    expect(await storyOf(site, id)).toEqual(['bot created', 'editor updated']);
  });

  test('several that code changes or deletes at once are told one by one', async () => {
    const ids = [(await bot.upload(pdf())).id, (await bot.upload(pdf())).id];
    const where = { documentId: { $in: ids } };
    await site.strapi.db.query(FILE).updateMany({ where, data: { caption: 'x' } });
    await site.strapi.db.query(FILE).deleteMany({ where });
    for (const id of ids) {
      expect(await storyOf(site, id)).toEqual(['bot created', 'site updated', 'site deleted']);
    }
  });
});
