import { countRows } from '../support/database';
import { statementsWhile } from '../support/statements';
import { useOwnSite } from '../support/use-site';

const WORK = 'api::work.work';

const { site, bot } = useOwnSite();
const seen: string[] = [];
let beforeNext: ((action: string, params: object) => Promise<void>) | undefined;

beforeAll(async () => {
  // Registered before the first write, as in the bootstrap of a site or a plugin.
  site.strapi.documents.use(async ({ uid, action, params }, next) => {
    if (uid === WORK) seen.push(action);
    const data: unknown = Reflect.get(params, 'data');
    if (Reflect.get(Object(data), 'title') === 'Forbidden') throw new Error('not here');
    await beforeNext?.(action, params);
    return next();
  });
});

test('a middleware of the site sees each write of the bot', async () => {
  const { id } = await bot.createPublication({ title: 'Seen' });
  await bot.change(id, { title: 'Seen again' });
  await bot.publish(id);
  await bot.request('post', `/publications/${id}/unpublish`).expect(200);
  await bot.remove(id);
  expect(seen).toEqual(['create', 'update', 'publish', 'unpublish', 'delete']);
});

test('a write that a middleware of the site refuses leaves nothing', async () => {
  await bot.request('post', '/publications').send({ title: 'Forbidden' }).expect(500);
  expect(await countRows(site, 'works')).toBe(0);
  const { id } = await bot.createPublication({ title: 'Kept' });
  await bot.request('patch', `/publications/${id}`).send({ title: 'Forbidden' }).expect(500);
  expect((await bot.get(id)).title).toBe('Kept');
});

test('what a middleware of the site writes in a publish is published', async () => {
  const { id } = await bot.createPublication({ title: 'As created', body: 'One' });
  beforeNext = async (action, params) => {
    if (action !== 'publish') return;
    await site.strapi.db.transaction(({ trx }) =>
      trx('works')
        .where('document_id', Reflect.get(params, 'documentId'))
        .update({ title: 'As the site has it', body: 'Two' })
    );
  };
  await bot.publish(id).finally(() => (beforeNext = undefined));
  expect(await bot.get(id)).toMatchObject({
    status: 'published',
    title: 'As the site has it',
    body: 'Two',
  });
});

test('the rows of a work are read once before it is deleted, with their text', async () => {
  const { id } = await bot.createPublication({ title: 'Read once' });
  await bot.publish(id);
  const statements = await statementsWhile(site, () => bot.remove(id));
  const entryReads = statements.filter(({ sql }) => /^\s*SELECT entry\.\*/.test(sql));
  expect(entryReads).toHaveLength(1);
});
