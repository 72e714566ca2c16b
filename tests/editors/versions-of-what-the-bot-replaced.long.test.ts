import { createAdmin } from '../support/admin';
import { createEditor, type Editor } from '../support/content-manager';
import { countRows } from '../support/database';
import { pdf, png } from '../support/files';
import { before, useSite } from '../support/use-site';

interface Listed {
  id: number;
  event: string;
  wasPublic: boolean;
  title: string;
  who: string;
  requestId: string | null;
  happenedAt: string;
}

const { site, bot } = useSite();
const admin = before(() => createAdmin(site));
let editor: Editor;

beforeAll(async () => {
  editor = createEditor(admin);
});

const address = (id: string, ...rest: (string | number)[]): string =>
  ['/bot/versions/api::work.work', id, ...rest].join('/');

const versionsOf = async (id: string): Promise<Listed[]> =>
  (await admin.agent.get(address(id)).expect(200)).body.data;

const versionOf = async (id: string, version: number) =>
  (await admin.agent.get(address(id, version)).expect(200)).body.data;

const putBack = async (id: string, version: number): Promise<string> =>
  (await admin.agent.post(address(id, version, 'put-back')).expect(200)).body.data.id;

test('what is changed, and what the bot publishes over, is kept as it was', async () => {
  const paper = await bot.upload(pdf());
  const { id } = await bot.createPublication({ title: 'One', body: 'Text 1', media: [paper.id] });
  await bot.publish(id);
  expect(await versionsOf(id)).toEqual([]);

  await editor.update(id, { title: 'Two', body: 'By an editor' });
  const byEditor = {
    ...{ event: 'changed', wasPublic: false, title: 'One' },
    ...{ who: 'editor', name: 'Edith Editor' },
  };
  expect(await versionsOf(id)).toMatchObject([byEditor]);

  await bot.change(id, { title: 'Three' }, { publish: true });
  const kept = await versionsOf(id);
  expect(kept).toMatchObject([
    { event: 'published', wasPublic: true, title: 'One', who: 'bot' },
    { event: 'changed', wasPublic: false, title: 'Two', who: 'bot' },
    byEditor,
  ]);
  expect(kept[0].requestId).toEqual(expect.any(String));
  expect(Math.abs(Date.parse(kept[0].happenedAt) - Date.now())).toBeLessThan(60_000);
  expect(await versionOf(id, kept[1].id)).toMatchObject({ body: 'By an editor', slug: 'one' });
  expect(await versionOf(id, kept[0].id)).toMatchObject({
    body: 'Text 1',
    media: [{ id: paper.id, name: 'paper.pdf', isDeleted: false }],
  });

  await bot.change(id, { title: 'Three' });
  expect(await versionsOf(id)).toHaveLength(3);
});

test('a draft that an editor writes over, discards or puts another back for is kept too', async () => {
  const { id } = await bot.createPublication({ title: 'Public' });
  await bot.publish(id);
  await editor.update(id, { title: 'Draft' });
  await editor.discard(id);
  const titles = async () => (await versionsOf(id)).map(({ title }) => title);
  expect(await titles()).toEqual(['Draft', 'Public']);
  const [draft] = await versionsOf(id);
  await putBack(id, draft?.id ?? 0);
  expect(await titles()).toEqual(['Public', 'Draft', 'Public']);
});

describe('a save of the panel that says which version its form was loaded from', () => {
  const WORKS = '/content-manager/collection-types/api::work.work';
  const loaded = async (id: string): Promise<string> =>
    (await admin.agent.get(`${WORKS}/${id}`).expect(200)).body.data.botRevision;

  test('is 409 and changes nothing if something was saved since, published over or not', async () => {
    const { id } = await bot.createPublication({ title: 'Loaded' });
    const botRevision = await loaded(id);
    await bot.change(id, { title: 'Changed since' });
    const stale = { title: 'Typed', botRevision };
    const { body } = await admin.agent.put(`${WORKS}/${id}`).send(stale).expect(409);
    expect(body.error.details).toEqual({ code: 'changed-since' });
    await admin.agent.post(`${WORKS}/${id}/actions/publish`).send(stale).expect(409);
    expect(await bot.get(id)).toMatchObject({ title: 'Changed since', status: 'draft' });

    const fresh = { title: 'Typed', botRevision: await loaded(id) };
    await admin.agent.post(`${WORKS}/${id}/actions/publish`).send(fresh).expect(200);
    expect(await bot.get(id)).toMatchObject({ title: 'Typed', status: 'published' });
  });

  test('of two at once one is done', async () => {
    const { id } = await bot.createPublication({ title: 'Loaded twice' });
    const botRevision = await loaded(id);
    const statuses = await Promise.all(
      ['One', 'Other'].map(async (title) => {
        const { status } = await admin.agent.put(`${WORKS}/${id}`).send({ title, botRevision });
        return status;
      })
    );
    expect(statuses.sort()).toEqual([200, 409]);
  });
});

test('an editor puts one back: text and media, not the address, and nothing is published', async () => {
  const [first, second] = [await bot.upload(pdf('first.pdf')), await bot.upload(pdf('second.pdf'))];
  const media = [second.id, first.id];
  const { id } = await bot.createPublication({ title: 'Before', body: 'Good', media });
  await bot.change(id, { title: 'After', body: 'Bad', media: [] }, { publish: true });
  const [version] = await versionsOf(id);
  expect(await putBack(id, version.id)).toBe(id);

  const { title, body, slug, draft } = await bot.get(id);
  expect({ title, body, slug }).toEqual({ title: 'After', body: 'Bad', slug: 'before' });
  expect(draft).toMatchObject({ title: 'Before', body: 'Good', slug: 'before' });
  expect(draft?.media.map((material) => material.id)).toEqual(media);
  // The restore replaced a draft, which is stored as a second version.
  expect(await versionsOf(id)).toHaveLength(2);
});

test('further fields are kept and put back, each as it was', async () => {
  const [first, second] = [await bot.upload(await png()), await bot.upload(await png())];
  const before = {
    excerpt: 'Short',
    author: 'Somebody',
    cover: first.id,
    tags: ['Red', 'Green'],
    category: null,
    seo: { metaTitle: 'For engines', metaDescription: null },
  };
  const { id } = await bot.createPublication({ title: 'Fields', fields: before });
  const { fields: made = {} } = await bot.get(id);
  const fields = { excerpt: null, cover: second.id, tags: ['Blue'], seo: { metaTitle: 'No' } };
  await bot.change(id, { fields });
  const [version] = await versionsOf(id);
  const kept = await versionOf(id, version.id);
  expect(kept.media).toMatchObject([{ id: first.id, isDeleted: false }]);
  const said = kept.fields.filter((field: { before: string }) => field.before !== '');
  expect(said).toMatchObject([
    { name: 'excerpt', attribute: 'excerpt', before: 'Short', now: '' },
    { name: 'author', before: 'Somebody', now: 'Somebody' },
    { name: 'tags', before: 'Red, Green', now: 'Blue' },
    {
      name: 'seo',
      before: 'metaTitle: For engines\nnoIndex: false',
      now: 'metaTitle: No\nnoIndex: false',
    },
  ]);

  const tags = site.strapi.documents('api::tag.tag');
  const [red] = await tags.findMany({ filters: { name: 'Red' } });
  await tags.delete({ documentId: red?.documentId ?? '' });
  await putBack(id, version.id);
  const [, green] = made.tags as object[];
  expect((await bot.get(id)).fields).toEqual({ ...made, tags: [green] });

  await bot.remove(id);
  await admin.agent.post(`/bot/trash/${id}/restore`).expect(200);
  expect((await bot.get(id)).fields).toEqual({ ...made, cover: null, tags: [green] });
});

test('a version that is older than further fields leaves them as they are', async () => {
  const { id } = await bot.createPublication({ title: 'Old', fields: { excerpt: 'Short' } });
  await bot.change(id, { title: 'Older', fields: { excerpt: 'Other' } });
  await site.strapi.db.connection('bot_versions').where('document_id', id).update({ fields: null });
  const [version] = await versionsOf(id);
  expect((await versionOf(id, version?.id ?? 0)).fields).toEqual([]);
  await putBack(id, version?.id ?? 0);
  expect(await bot.get(id)).toMatchObject({ title: 'Old', fields: { excerpt: 'Other' } });
});

test('a write that is refused keeps nothing', async () => {
  const { id } = await bot.createPublication({ title: 'Kept' });
  await bot.createPublication({ title: 'Taken' });
  await bot.request('patch', `/publications/${id}`).send({ slug: 'taken' }).expect(400);
  expect(await versionsOf(id)).toEqual([]);
});

test('nobody else sees or puts back; what is not there is 404', async () => {
  const { id } = await bot.createPublication({ title: 'Private' });
  await bot.change(id, { title: 'Private 2' });
  const [{ id: version }] = await versionsOf(id);
  const other = (await bot.createPublication({ title: 'Other' })).id;
  for (const path of [address(id), address(id, version)]) {
    await site.request.get(path).expect(401);
    await site.request.get(path).set('Authorization', `Bearer ${site.token}`).expect(401);
  }
  await site.request.post(address(id, version, 'put-back')).expect(401);
  await admin.agent.get(address(other, version)).expect(404);
  await admin.agent.post(address(other, version, 'put-back')).expect(404);
  await admin.agent.get(address(id, 'x')).expect(404);
  const ofFiles = await admin.agent.get(`/bot/versions/plugin::upload.file/${id}`).expect(200);
  expect(ofFiles.body).toEqual({ data: [] });
});

test('they are kept for 90 days', async () => {
  const { id } = await bot.createPublication({ title: 'Old' });
  await bot.change(id, { title: 'New' });
  const { connection } = site.strapi.db;
  const before = await countRows(site, 'bot_versions');
  const days = (count: number): number => Date.now() - count * 86_400_000;
  const own = () => connection('bot_versions').where('document_id', id);
  await own().update({ happened_at: days(89) });
  await site.strapi.plugin('bot').service('version').sweep();
  expect(await countRows(site, 'bot_versions')).toBe(before);
  await own().update({ happened_at: days(91) });
  await site.strapi.plugin('bot').service('version').sweep();
  expect(await versionsOf(id)).toEqual([]);
  expect(await countRows(site, 'bot_versions')).toBe(before - 1);
});

test('one field is put back, and all else stays', async () => {
  const { id } = await bot.createPublication({ title: 'Then', body: 'Text of then' });
  await bot.change(id, { title: 'Now', body: 'Text of now', fields: { excerpt: 'New' } });
  const [version] = await versionsOf(id);
  const path = address(id, Number(version?.id), 'put-back');
  await admin.agent.post(path).send({ field: 'body' }).expect(200);
  const fields = { excerpt: 'New' };
  expect(await bot.get(id)).toMatchObject({ title: 'Now', body: 'Text of then', fields });
  await admin.agent.post(path).send({ field: 'excerpt' }).expect(200);
  expect(await bot.get(id)).toMatchObject({ title: 'Now', fields: { excerpt: null } });
  await admin.agent.post(path).send({ fields: 'x' }).expect(400);
});
