import { createBot, type Bot } from '../support/bot';
import { startSite, type Site } from '../support/site';
import { until } from '../support/until';
import { SECRET, startReceiver, type Receiver, type Reply } from './receiver';

const HOUR_MILLISECONDS = 3_600_000;
/** Time in milliseconds in which a loaded machine can send, check and store ten thousand changes. */
const MINUTES_3 = 180_000;

let receiver: Receiver;
let site: Site;
let bot: Bot;
beforeAll(async () => {
  receiver = await startReceiver();
  site = await startSite({
    register: (strapi) => {
      strapi.config.set('plugin::bot.webhooks', [{ url: receiver.url, secrets: [SECRET] }]);
    },
  });
  bot = createBot(site);
});
afterAll(async () => {
  await site.stop();
  await receiver.stop();
});

const deliveries = () => site.strapi.db.connection('bot_webhook_deliveries');
const changes = () => site.strapi.db.connection('bot_changes');
beforeEach(async () => {
  await deliveries().delete();
  receiver.answer(() => 204);
  await until('all is told', async () => {
    const { body } = await bot.request('get', '/webhooks');
    return body[0].behind === 0 && body[0].waiting === 0;
  });
  receiver.arrived.length = 0;
});

const create = async (title: string): Promise<string> =>
  (await bot.createPublication({ title })).id;
const rowOf = (subject: string) => deliveries().where({ subject }).first();
const untilTaken = (subject: string, count = 1): Promise<void> =>
  until(`${subject} has arrived`, () => receiver.takenOf(subject).length === count);
const triesOf = (subject: string) =>
  receiver.arrived.filter(({ data }) => data.id === subject).length;

/** Makes waiting deliveries look as after some hours of failed attempts. */
const failForHours = async (subjects: string[]): Promise<void> => {
  for (const subject of subjects) {
    await until('it waits', async () => (await rowOf(subject)) !== undefined);
  }
  const later = Date.now() + HOUR_MILLISECONDS;
  await deliveries().update({ attempts: 5, due_at: later, counts_from: later });
};

describe('a receiver that is back', () => {
  test('gets all that waits for it as soon as it takes one change', async () => {
    receiver.answer(() => 503);
    const waiting = [await create('One'), await create('Two'), await create('Three')];
    await failForHours(waiting);
    receiver.answer(() => 204);
    await untilTaken(await create('It is back'));
    for (const id of waiting) await untilTaken(id);
  });

  test('is not asked to take what it refuses with every other change', async () => {
    let isAway = true;
    receiver.answer(({ data }) => (isAway || data.title === 'Refused' ? 500 : 204));
    const refused = await create('Refused');
    await failForHours([refused]);
    isAway = false;
    await untilTaken(await create('First'));
    await until('it was tried once more', () => triesOf(refused) === 2);
    for (const title of ['Second', 'Third', 'Fourth']) await untilTaken(await create(title));
    expect(triesOf(refused)).toBe(2);
    // The early failure does not count as an attempt, and the scheduled time stays the same.
    await until('it is as before', async () => Number((await rowOf(refused)).due_at) > Date.now());
    const { attempts, due_at: due, counts_from: counts } = await rowOf(refused);
    expect(attempts).toBe(5);
    expect(due).toBe(counts);
  });

  test('gets the rest too if it was too much at once', async () => {
    let isAway = true;
    const tooMuch = new Set(['D', 'E', 'F']);
    // The receiver rejects some changes of the first round, and accepts them in the next one.
    receiver.answer(({ data }) => (isAway || tooMuch.delete(String(data.title)) ? 503 : 204));
    const waiting: string[] = [];
    for (const title of ['A', 'B', 'C', 'D', 'E', 'F']) waiting.push(await create(title));
    await failForHours(waiting);
    isAway = false;
    await create('It is back');
    for (const id of waiting) await untilTaken(id);
    expect(tooMuch.size).toBe(0);
  });

  test('gets all at once when somebody asks for it, and is told how many', async () => {
    receiver.answer(() => 503);
    const waiting = [await create('By hand'), await create('By hand too')];
    await failForHours(waiting);
    receiver.answer(() => 204);
    const { body } = await bot.request('post', '/webhooks/retry').expect(200);
    expect(body).toEqual({ retried: 2 });
    for (const id of waiting) await untilTaken(id);
  });
});

describe('Retry-After', () => {
  const seconds = (value: unknown): number => (Number(value) - Date.now()) / 1000;

  test('shortens a pause, and what fails then has lost no try', async () => {
    receiver.answer(() => 503);
    const id = await create('Soon');
    await failForHours([id]);
    const answerSoon: Reply = { status: 503, headers: { 'retry-after': '20' } };
    receiver.answer(() => answerSoon);
    await deliveries().update({ due_at: Date.now() });
    await until('it was tried', async () => seconds((await rowOf(id)).due_at) > 0);
    const { attempts, due_at: due, counts_from: counts } = await rowOf(id);
    expect(attempts).toBe(5);
    expect(seconds(due)).toBeLessThanOrEqual(20);
    expect(seconds(counts)).toBeGreaterThan(3_000);

    // A failure at the scheduled time counts, and the next attempt follows at the time that the receiver
    // requested.
    await deliveries().update({ due_at: Date.now(), counts_from: Date.now() });
    await until('it counts', async () => (await rowOf(id)).attempts === 6);
    expect(seconds((await rowOf(id)).due_at)).toBeLessThanOrEqual(20);
  });

  test('holds also when the receiver accepts other changes again', async () => {
    receiver.answer(() => 503);
    const [asks, takes] = [await create('Asks for time'), await create('Is taken')];
    await failForHours([asks, takes]);
    receiver.answer(({ data }) =>
      data.id === asks ? { status: 503, headers: { 'retry-after': '20' } } : 204
    );
    await deliveries().update({ due_at: Date.now() });
    await untilTaken(takes);
    await until('it waits', async () => seconds((await rowOf(asks)).due_at) > 10);
    expect(triesOf(asks)).toBe(2);
  });

  test('of nothing is five seconds', async () => {
    receiver.answer(() => ({ status: 503, headers: { 'retry-after': '0' } }));
    const id = await create('At once');
    await until('it waits', async () => (await rowOf(id)) !== undefined);
    expect(seconds((await rowOf(id)).due_at)).toBeGreaterThan(3);
  });
});

describe('whatever waits', () => {
  /** Adds changes and moves the reader's position past them, as if they had been read but not yet sent. */
  const addChanges = async (subjects: string[]): Promise<number[]> => {
    const { number: last } = (await changes().max({ number: 'number' }).first()) ?? {};
    const rows = subjects.map((subject, index) => ({
      document_id: `change-${Number(last) + 1 + index}`,
      number: Number(last) + 1 + index,
      kind: 'publication',
      event: 'published',
      subject,
      title: subject,
      who: 'bot',
      happened_at: Date.now(),
    }));
    // Moves the position first, because the worker might otherwise send the changes in between.
    await site.strapi.db
      .connection('bot_webhooks')
      .update({ position: Number(last) + rows.length });
    for (let start = 0; start < rows.length; start += 500) {
      await changes().insert(rows.slice(start, start + 500));
    }
    return rows.map(({ number }) => number);
  };
  const key = async (): Promise<string> =>
    (await site.strapi.db.connection('bot_webhooks').first()).key;
  const addWaiting = async (rows: object[]): Promise<void> => {
    const endpoint = await key();
    const all = rows.map((row) => ({ endpoint, attempts: 0, ...row }));
    for (let start = 0; start < all.length; start += 500) {
      await deliveries().insert(all.slice(start, start + 500));
    }
  };

  test(
    'of 10,000 works all is told, though later changes of many are due before the first, and new works need not wait',
    async () => {
      const subjects = Array.from({ length: 10_000 }, (_value, index) => `subject-${index}`);
      const later = subjects.slice(0, 400);
      const firsts = await addChanges(subjects);
      const seconds = await addChanges(later);
      const now = Date.now();
      await addWaiting([
        ...firsts.map((number, index) => ({
          number,
          subject: subjects[index],
          due_at: now - 1_000,
        })),
        ...seconds.map((number, index) => ({ number, subject: later[index], due_at: now - 9_000 })),
      ]);
      const id = await create('New');
      await untilTaken(id);
      expect(receiver.arrived.length).toBeLessThan(5_000);
      await until(
        'all has arrived',
        () => receiver.arrived.length === subjects.length + later.length + 1,
        MINUTES_3
      );
      const arrived = receiver.arrived.map(({ id: change }) => change);
      expect(new Set(arrived).size).toBe(arrived.length);
      const inOrder = later.every(
        (_subject, index) =>
          arrived.indexOf(`change-${firsts[index]}`) < arrived.indexOf(`change-${seconds[index]}`)
      );
      expect(inOrder).toBe(true);
    },
    MINUTES_3
  );

  test('of one work that is refused keeps nobody else waiting, however much it is', async () => {
    const numbers = await addChanges(Array.from({ length: 1_200 }, () => 'refused'));
    receiver.answer(({ data }) => (data.id === 'refused' ? 500 : 204));
    await addWaiting(numbers.map((number) => ({ number, subject: 'refused' })));
    await until('it was tried', async () => triesOf('refused') === 1);
    await untilTaken(await create('Another one'));
    await untilTaken(await create('And another one'));
  });

  test('behind a change that is not kept any more goes on', async () => {
    const [first, second] = await addChanges(['kept', 'kept']);
    await addWaiting([
      { number: first, subject: 'kept', due_at: Date.now() + HOUR_MILLISECONDS },
      { number: second, subject: 'kept' },
    ]);
    await deliveries().where({ number: first }).delete();
    await untilTaken('kept');
  });
});
