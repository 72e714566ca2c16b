import { createBot, type Bot } from '../support/bot';
import { png } from '../support/files';
import { startSite, type Site } from '../support/site';
import { count, FILE, RECORD, REMOVAL, storedNames, until, WORK } from './rows';

let site: Site;
let bot: Bot;
beforeAll(async () => {
  site = await startSite({
    register: (strapi) => {
      // Silent, because the failures are intended.
      strapi.log.silent = true;
    },
  });
  bot = createBot(site);
});
afterAll(() => site.stop());

const sql = (statement: string) => site.strapi.db.connection.raw(statement);

/** Runs `work` while the database rejects every write of an answer. */
const whileNoAnswerIsKept = async (work: () => Promise<unknown>): Promise<void> => {
  await sql(
    'CREATE TRIGGER no_answers BEFORE UPDATE ON bot_idempotency_records ' +
      'WHEN NEW.answer IS NOT NULL BEGIN INSERT INTO no_answers VALUES (1); END'
  );
  await work();
  await sql('DROP TRIGGER no_answers');
};

/** Runs `work` while a trigger deletes the claim of every request before its commit. */
const whileClaimsVanish = async (work: () => Promise<unknown>): Promise<void> => {
  await sql(
    'CREATE TRIGGER no_claims AFTER INSERT ON bot_idempotency_records ' +
      'BEGIN DELETE FROM bot_idempotency_records WHERE id = NEW.id; END'
  );
  await work();
  await sql('DROP TRIGGER no_claims');
};

const create = (key: string) =>
  bot.request('post', '/publications').set('Idempotency-Key', key).send({ title: 'Together' });

const upload = async (key: string) => {
  const { content } = await png();
  return bot
    .request('post', '/materials')
    .set('Idempotency-Key', key)
    .attach('file', content, 'a.png');
};

test('a publication whose answer cannot be kept is not created', async () => {
  const before = await count(site, WORK);
  await whileNoAnswerIsKept(() => create('create').expect(500));
  expect(await count(site, WORK)).toBe(before);
  await create('create').expect(201);
  expect(await count(site, WORK)).toBe(before + 1);
});

test('a publication whose answer cannot be kept is not published', async () => {
  const { id } = await bot.createPublication({ title: 'Stays a draft' });
  const publish = () =>
    bot.request('post', `/publications/${id}/publish`).set('Idempotency-Key', 'publish');
  await whileNoAnswerIsKept(() => publish().expect(500));
  expect((await bot.get(id)).status).toBe('draft');
  await publish().expect(200);
  expect((await bot.get(id)).status).toBe('published');
});

test('a publication whose answer cannot be kept is not unpublished', async () => {
  const { id } = await bot.createPublication({ title: 'Stays published' });
  await bot.publish(id);
  const unpublish = () =>
    bot.request('post', `/publications/${id}/unpublish`).set('Idempotency-Key', 'unpublish');
  await whileNoAnswerIsKept(() => unpublish().expect(500));
  expect((await bot.get(id)).status).toBe('published');
  await unpublish().expect(200);
});

test('a publication whose answer cannot be kept is not deleted, nor are its media', async () => {
  const { body: material } = await upload('to-be-kept');
  const { id } = await bot.createPublication({ title: 'Stays', media: [material] });
  const remove = () =>
    bot.request('delete', `/publications/${id}`).set('Idempotency-Key', 'delete');
  await whileNoAnswerIsKept(() => remove().expect(500));
  expect((await bot.get(id)).media).toMatchObject([{ id: material.id, url: material.url }]);
  expect(await count(site, REMOVAL)).toBe(0);
  await remove().expect(200);
  await bot.request('get', `/publications/${id}`).expect(404);
});

test('a material whose answer cannot be kept has neither row nor bytes', async () => {
  const before = await count(site, FILE);
  await whileNoAnswerIsKept(async () => expect((await upload('upload')).status).toBe(500));
  expect(await count(site, FILE)).toBe(before);
  await until(
    async () => (await storedNames(site)).length === 0 && (await count(site, REMOVAL)) === 0
  );
  expect((await upload('upload')).status).toBe(201);
});

test('a request that finds its claim taken when it comes to commit does nothing', async () => {
  const before = await count(site, WORK);
  await whileClaimsVanish(() => create('taken').expect(409));
  expect(await count(site, WORK)).toBe(before);
});

test('an effect that fails leaves no answer to repeat', async () => {
  await sql(
    "CREATE TRIGGER no_works BEFORE INSERT ON works BEGIN SELECT RAISE(ABORT, 'no works'); END"
  );
  const [records, works] = [await count(site, RECORD), await count(site, WORK)];
  await create('effect').expect(400);
  await sql('DROP TRIGGER no_works');
  expect(await count(site, RECORD)).toBe(records);
  await create('effect').expect(201);
  expect(await count(site, WORK)).toBe(works + 1);
});
