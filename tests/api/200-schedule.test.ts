import { createAdmin } from '../support/admin';
import { countRows } from '../support/database';
import { until } from '../support/until';
import { before, useOwnSite } from '../support/use-site';

const WORKS = '/content-manager/collection-types/api::work.work';
/** A time in the distant future, which no test reaches. */
const LATER = '2099-12-31T23:59:59.500Z';

const { site, bot } = useOwnSite();
const admin = before(() => createAdmin(site));
/** Ids of documents in Strapi's publish and unpublish webhooks, once for each event. */
const published: string[] = [];
const unpublished: string[] = [];

beforeAll(async () => {
  const listen = (event: string, received: string[]) =>
    site.strapi.eventHub.on(event, async ({ entry }: { entry: { documentId: string } }) => {
      received.push(entry.documentId);
    });
  listen('entry.publish', published);
  listen('entry.unpublish', unpublished);
});

const inMilliseconds = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const details = () => countRows(site, 'bot_publication_details');
const isPublic = async (id: string) => (await bot.get(id)).status === 'published';
const idsOf = async (query: Record<string, string>) => (await bot.list(query)).map(({ id }) => id);

test('it stays a draft until its time, and then is published once, within two seconds', async () => {
  const publishAt = inMilliseconds(6_000);
  const { id } = await bot.createPublication({ title: 'On time', publishAt });
  expect(await bot.get(id)).toMatchObject({ status: 'draft', url: null, publishAt });
  expect(await idsOf({ status: 'scheduled' })).toEqual([id]);
  expect(await idsOf({ status: 'draft' })).toContain(id);

  await until('it is public', () => isPublic(id));
  const { publishedAt, ...shown } = await bot.get(id);
  const late = Date.parse(String(publishedAt)) - Date.parse(publishAt);
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(2_000);
  expect(shown).toMatchObject({ publishAt: null, scheduleError: null, changed: false });
  expect(await idsOf({ status: 'scheduled' })).toEqual([]);
  expect((await fetch(String(shown.url))).status).toBe(200);
  expect(published.filter((documentId) => documentId === id)).toHaveLength(1);
});

test('a time in the past is now', async () => {
  const { id } = await bot.createPublication({ title: 'Past', publishAt: '2001-01-01T00:00:00Z' });
  await until('it is public', () => isPublic(id));
  expect(published.filter((documentId) => documentId === id)).toHaveLength(1);
});

test('a change names a time, names another one, and takes it back', async () => {
  const { id } = await bot.createPublication({ title: 'Moved' });
  expect(await bot.change(id, { publishAt: '2099-12-31T23:00:00+02:00' })).toMatchObject({
    publishAt: '2099-12-31T21:00:00.000Z',
    status: 'draft',
  });
  expect(await bot.change(id, { publishAt: LATER })).toMatchObject({ publishAt: LATER });
  expect(await bot.change(id, { title: 'Moved on' })).toMatchObject({ publishAt: LATER });
  const before = await details();
  expect(await bot.change(id, { publishAt: null })).toMatchObject({ publishAt: null });
  expect(await idsOf({ status: 'scheduled' })).not.toContain(id);
  expect(await details()).toBe(before - 1);
});

test('what is published then is the draft as it stands then', async () => {
  const publishAt = inMilliseconds(1_500);
  const { id } = await bot.createPublication({ title: 'Early', body: 'Early', publishAt });
  await bot.change(id, { body: 'Late' });
  await until('it is public', () => isPublic(id));
  expect(await bot.get(id)).toMatchObject({ body: 'Late' });
});

test('changes of a published one wait for their time too', async () => {
  const { id } = await bot.createPublication({ title: 'Live', body: 'Old' });
  await bot.publish(id);
  const publishAt = inMilliseconds(1_200);
  await bot.change(id, { body: 'New', publishAt });
  expect(await bot.get(id)).toMatchObject({ body: 'Old', changed: true, publishAt });
  expect(await bot.list({ status: 'scheduled' })).toMatchObject([{ id, status: 'published' }]);
  await until('its change is public', async () => (await bot.get(id)).body === 'New');
});

test('it is taken back when its time is over, once', async () => {
  const unpublishAt = inMilliseconds(1_200);
  const { id } = await bot.createPublication({ title: 'Short', unpublishAt });
  await bot.publish(id);
  expect(await bot.get(id)).toMatchObject({ status: 'published', unpublishAt });
  expect(await idsOf({ status: 'scheduled' })).not.toContain(id);
  await until('it is a draft again', async () => !(await isPublic(id)));
  expect(await bot.get(id)).toMatchObject({ status: 'draft', unpublishAt: null });
  expect(unpublished.filter((documentId) => documentId === id)).toHaveLength(1);
});

test('it is published and taken back', async () => {
  const publishAt = inMilliseconds(800);
  const unpublishAt = inMilliseconds(2_300);
  const { id } = await bot.createPublication({ title: 'A while', publishAt, unpublishAt });
  await until('it is public', () => isPublic(id));
  expect(await bot.get(id)).toMatchObject({ publishAt: null, unpublishAt });
  await until('it is a draft again', async () => !(await isPublic(id)));
});

test('what is over is not made public, not even for a moment', async () => {
  const { id } = await bot.createPublication({
    title: 'Over',
    publishAt: '2001-01-01T00:00:00Z',
    unpublishAt: '2001-01-02T00:00:00Z',
  });
  await until('it waits no more', async () => (await bot.get(id)).publishAt === null);
  expect(await bot.get(id)).toMatchObject({ status: 'draft', unpublishAt: null });
  expect(published).not.toContain(id);
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ['the bot', (id) => bot.publish(id)],
  ['a change of the bot', (id) => bot.change(id, { body: 'Now' }, { publish: true })],
  [
    'an editor',
    (id) =>
      admin.agent.post(`${WORKS}/${id}/actions/publish`).send({ title: 'By hand' }).expect(200),
  ],
  [
    'an editor, with others',
    (id) =>
      admin.agent
        .post(`${WORKS}/actions/bulkPublish`)
        .send({ documentIds: [id] })
        .expect(200),
  ],
])('who publishes it before its time has taken the time away: %s', async (_who, publish) => {
  const { id } = await bot.createPublication({
    title: 'By hand',
    publishAt: '2099-01-01T00:00:00Z',
    unpublishAt: LATER,
  });
  await publish(id);
  expect(await bot.get(id)).toMatchObject({
    status: 'published',
    publishAt: null,
    unpublishAt: LATER,
  });
});

test('publishing again what is public takes the time away', async () => {
  const { id } = await bot.createPublication({ title: 'Again' });
  await bot.publish(id);
  await bot.change(id, { publishAt: LATER });
  await bot.publish(id);
  expect(await bot.get(id)).toMatchObject({ publishAt: null });
});

test('who unpublishes it has taken the end away, unless it is yet to begin', async () => {
  const { id } = await bot.createPublication({ title: 'Ended', unpublishAt: LATER });
  await bot.publish(id);
  await bot.unpublish(id);
  expect(await bot.get(id)).toMatchObject({ unpublishAt: null });

  await bot.publish(id);
  await bot.change(id, { publishAt: '2099-01-01T00:00:00Z', unpublishAt: LATER });
  await bot.unpublish(id);
  expect(await bot.get(id)).toMatchObject({ unpublishAt: LATER });
});

test('a deletion takes its time along', async () => {
  const before = await details();
  const { id } = await bot.createPublication({ title: 'Deleted', publishAt: LATER });
  await bot.remove(id);
  expect(await details()).toBe(before);
});

test('one that fails keeps the reason and is tried again', async () => {
  await bot.publish((await bot.createPublication({ title: 'Taken' })).id);
  const { id } = await bot.createPublication({ title: 'Taken too' });
  const row = site.strapi.db.connection('works').where({ document_id: id });
  await row.clone().update({ slug: 'taken' });
  await bot.change(id, { publishAt: '2001-01-01T00:00:00Z' });
  await until('it has failed', async () => (await bot.get(id)).scheduleError !== null);
  expect(await bot.get(id)).toMatchObject({
    status: 'draft',
    publishAt: '2001-01-01T00:00:00.000Z',
    scheduleError: 'This attribute must be unique',
  });
  const listed = await bot.list({ status: 'scheduled' });
  expect(listed.find((item) => item.id === id)).toMatchObject({
    scheduleError: 'This attribute must be unique',
  });

  await row.clone().update({ slug: 'free' });
  await until('it is public', () => isPublic(id));
  expect(await bot.get(id)).toMatchObject({ publishAt: null, scheduleError: null });
});

test('one that fails is looked at again when its end has come, though its next try would come later', async () => {
  await bot.publish((await bot.createPublication({ title: 'In the way' })).id);
  const { id } = await bot.createPublication({ title: 'In the way too' });
  await site.strapi.db
    .connection('works')
    .where({ document_id: id })
    .update({ slug: 'in-the-way' });
  const unpublishAt = inMilliseconds(120_000);
  await bot.change(id, { publishAt: '2001-01-01T00:00:00Z', unpublishAt });
  const row = () => site.strapi.db.connection('bot_publication_details').where({ document_id: id });
  await until('it has failed', async () => (await row().first()).attempts === 1);

  // The next pause is 15 minutes.
  await row().update({ attempts: 8, due_at: Date.now() });
  await until('it has failed again', async () => (await row().first()).attempts === 9);
  expect(Number((await row().first()).due_at)).toBe(Date.parse(unpublishAt));
  await bot.remove(id);
});

test('a time makes another ETag, and can be bound to one', async () => {
  const { id } = await bot.createPublication({ title: 'Tag' });
  const { headers } = await bot.request('get', `/publications/${id}`);
  const change = () =>
    bot
      .request('patch', `/publications/${id}`)
      .set('If-Match', String(headers.etag))
      .send({ publishAt: LATER });
  expect((await change().expect(200)).headers.etag).not.toBe(headers.etag);
  await change().expect(412);
});

test('scheduled ones are listed newest first, page by page', async () => {
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    const { id } = await bot.createPublication({ title, publishAt: LATER });
    await bot.createPublication({ title: `Not ${title}` });
    ids.unshift(id);
  }
  const all = await idsOf({ status: 'scheduled' });
  expect(all.slice(0, 3)).toEqual(ids);

  const paged: string[] = [];
  let query: Record<string, string> = { status: 'scheduled', limit: '2' };
  for (let isMore = true; isMore;) {
    const { body, headers } = await bot.request('get', '/publications').query(query).expect(200);
    paged.push(...body.map((item: { id: string }) => item.id));
    const next = /<([^>]+)>/.exec(String(headers.link))?.[1];
    isMore = next !== undefined;
    query = Object.fromEntries(new URL(next ?? site.url).searchParams);
  }
  expect(paged).toEqual(all);
});

test('a name and a time are found together', async () => {
  const { id } = await bot.createPublication({
    title: 'Both',
    externalId: 'both',
    publishAt: LATER,
  });
  expect(await idsOf({ externalId: 'both', status: 'scheduled' })).toEqual([id]);
  await bot.change(id, { publishAt: null });
  expect(await idsOf({ externalId: 'both', status: 'scheduled' })).toEqual([]);
  expect(await idsOf({ externalId: 'both' })).toEqual([id]);
});
