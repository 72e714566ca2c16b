import { createBot } from '../support/bot';
import { startSite, type Site } from '../support/site';

const WORK = 'api::work.work';

/** Starts a site whose Work type has these attributes. */
const startSiteWith = (attributes: Record<string, object>): Promise<Site> =>
  startSite({
    ownStrapi: true,
    register: (strapi) => {
      strapi.get('content-types').extend(WORK, (type: { attributes: object }) => {
        Object.assign(type.attributes, attributes);
      });
    },
  });

const statusOf = async (site: Site, id: string) => (await createBot(site).get(id)).status;

test('an attribute that must be there keeps a draft from being published', async () => {
  const site = await startSiteWith({ subtitle: { type: 'string', required: true } });
  const bot = createBot(site);
  const { id } = await bot.createPublication({ title: 'No subtitle' });
  const { body } = await bot.request('post', `/publications/${id}/publish`).expect(400);
  const status = await statusOf(site, id);
  await site.stop();
  expect([body.error.details.errors[0].path, status]).toEqual([['subtitle'], 'draft']);
});

test('a shorter title than the protocol allows is the limit', async () => {
  const site = await startSiteWith({ title: { type: 'string', required: true, maxLength: 10 } });
  const bot = createBot(site);
  for (const title of ['Ten signs!', '🌊'.repeat(10)]) {
    await bot.publish((await bot.createPublication({ title })).id);
  }
  const { body } = await bot
    .request('post', '/publications')
    .send({ title: 'Eleven sign' })
    .expect(400);
  await site.stop();
  expect(body.error.details.errors[0].path).toEqual(['title']);
});

test.each<[string, object, unknown]>([
  ['a default', { type: 'string', default: 'plain' }, 'plain'],
  ['a default of another kind of column', { type: 'json', default: { a: 1 } }, { a: 1 }],
])('%s is filled in and published', async (_what, extra, value) => {
  const site = await startSiteWith({ extra });
  const bot = createBot(site);
  const { id } = await bot.createPublication({ title: 'With a default' });
  await bot.publish(id);
  const entries: { extra: unknown }[] = await site.strapi.db
    .query(WORK)
    .findMany({ where: { documentId: id } });
  await site.stop();
  expect(entries.map(({ extra: stored }) => stored)).toEqual([value, value]);
});

test('a relation to works follows the public version when it is published anew', async () => {
  const site = await startSiteWith({
    sequel: { type: 'relation', relation: 'oneToOne', target: WORK },
  });
  const bot = createBot(site);
  const second = (await bot.createPublication({ title: 'Second' })).id;
  await bot.publish(second);
  const first = (await bot.createPublication({ title: 'First' })).id;
  const documents = site.strapi.documents(WORK as never) as unknown as {
    update: (params: object) => Promise<unknown>;
  };
  await documents.update({ documentId: first, data: { sequel: second } });
  await bot.publish(first);
  await documents.update({ documentId: second, data: { body: 'changed' } });
  await bot.publish(second);
  const entry: { sequel: { documentId: string } | null } = await site.strapi.db
    .query(WORK)
    .findOne({
      where: { documentId: first, publishedAt: { $notNull: true } },
      populate: { sequel: true },
    });
  await site.stop();
  expect(entry.sequel?.documentId).toBe(second);
});
