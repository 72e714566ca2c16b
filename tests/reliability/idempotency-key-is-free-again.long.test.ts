import { useOwnSite } from '../support/use-site';
import { count, RECORD, WORK } from './rows';

const HOUR = 3_600_000;

const { site, bot } = useOwnSite();
beforeEach(() => records().delete());

const records = () => site.strapi.db.connection('bot_idempotency_records');

const create = (key: string) =>
  bot.request('post', '/publications').set('Idempotency-Key', key).send({ title: 'A title' });

/** Turns a record into the claim of a process that died while holding the key. */
const leaveClaim = (expiresAt: number) => records().update({ answer: null, expires_at: expiresAt });

/** Runs the sweep by its cron job. */
const sweep = async (): Promise<void> => {
  const scheduled = site.strapi.cron.jobs.find(({ name }) => name === 'botIdempotencySweep');
  if (scheduled === undefined) throw new Error('There is no sweep on the schedule');
  await scheduled.job.invoke();
};

test('answers are kept for 24 hours', async () => {
  const before = Date.now();
  await create('kept').expect(201);
  const [{ expires_at: expiry }] = await records().select('expires_at');
  expect(Number(expiry) - before).toBeGreaterThanOrEqual(24 * HOUR);
  expect(Number(expiry) - Date.now()).toBeLessThanOrEqual(24 * HOUR);
});

test('after its time an answer is not repeated', async () => {
  const first = await create('old').expect(201);
  await records().update({ expires_at: Date.now() - 1 });
  const second = await create('old').expect(201);
  expect(second.headers['idempotency-replayed']).toBeUndefined();
  expect(second.body).not.toEqual(first.body);
});

test('after its time a key takes another request', async () => {
  await create('other').expect(201);
  await records().update({ expires_at: Date.now() - 1 });
  await bot
    .request('post', '/publications')
    .set('Idempotency-Key', 'other')
    .send({ title: 'Another' })
    .expect(201);
});

test('the sweep removes what is past its time and nothing else', async () => {
  await create('past').expect(201);
  await records().update({ expires_at: Date.now() - 1 });
  const kept = await create('present').expect(201);
  await sweep();
  expect(await count(site, RECORD)).toBe(1);
  expect((await create('present')).body).toEqual(kept.body);
});

test('the claim of a dead process holds until its bound, then it is free', async () => {
  await create('dead').expect(201);
  await leaveClaim(Date.now() + 30_000);
  await create('dead').expect(409);
  await leaveClaim(Date.now() - 1);
  await create('dead').expect(201);
});

test('the claim of a request that is gone is bounded by ten seconds', async () => {
  await create('bound').expect(201);
  // A rejected request releases its claim, so a trigger keeps it, as after a crash.
  await site.strapi.db.connection.raw(
    'CREATE TRIGGER keep_claim BEFORE DELETE ON bot_idempotency_records BEGIN SELECT RAISE(IGNORE); END'
  );
  const { id } = await bot.createPublication({ title: 'Gone' });
  await bot.remove(id);
  await bot
    .request('post', `/publications/${id}/publish`)
    .set('Idempotency-Key', 'left')
    .expect(404);
  await site.strapi.db.connection.raw('DROP TRIGGER keep_claim');
  const [{ expires_at: expiry }] = await records().whereNull('answer').select('expires_at');
  expect(Number(expiry) - Date.now()).toBeGreaterThan(0);
  expect(Number(expiry) - Date.now()).toBeLessThanOrEqual(10_000);
});

test('a claim that could not be given back is free at once all the same', async () => {
  const { id } = await bot.createPublication({ title: 'Not given back' });
  const { connection } = site.strapi.db;
  const publish = () =>
    bot.request('post', `/publications/${id}/publish`).set('Idempotency-Key', 'stuck');
  await connection.raw(
    'CREATE TRIGGER no_way_back BEFORE DELETE ON bot_idempotency_records BEGIN INSERT INTO no_table VALUES (1); END'
  );
  await connection.raw(
    'CREATE TRIGGER no_publish BEFORE INSERT ON works BEGIN INSERT INTO no_table VALUES (1); END'
  );
  await publish().expect(500);
  await connection.raw('DROP TRIGGER no_way_back');
  await connection.raw('DROP TRIGGER no_publish');
  expect(await records().whereNull('answer')).toHaveLength(1);
  const first = await publish().expect(200);
  expect((await publish().expect(200)).headers['idempotency-replayed']).toBe('true');
  expect(first.headers['idempotency-replayed']).toBeUndefined();
});

test('on SQLite a restart frees the claims of the process before', async () => {
  await create('restart').expect(201);
  await leaveClaim(Date.now() + 30_000);
  await site.restart();
  const before = await count(site, WORK);
  await create('restart').expect(201);
  expect(await count(site, WORK)).toBe(before + 1);
});
