import { createBot, type Bot } from '../support/bot';
import { startSite, type Site } from '../support/site';
import { until } from '../support/until';
import { OTHER_SECRET, SECRET, startReceiver, type Receiver } from './receiver';

let receiver: Receiver;
let chosen: Receiver;
let rotated: Receiver;
let site: Site;
let bot: Bot;

/** A typical set-up: several receivers, each with its own events and secrets. */
beforeAll(async () => {
  [receiver, chosen, rotated] = [
    await startReceiver(),
    await startReceiver(),
    await startReceiver(OTHER_SECRET),
  ];
  site = await startSite({
    register: (strapi) => {
      strapi.config.set('plugin::bot.webhooks', [
        { url: receiver.url, secrets: [SECRET] },
        { url: chosen.url, secrets: [SECRET], events: ['publication.deleted', 'material.deleted'] },
        { url: rotated.url, secrets: [SECRET, OTHER_SECRET] },
      ]);
    },
  });
  bot = createBot(site);
});
afterAll(async () => {
  await site.stop();
  for (const one of [receiver, chosen, rotated]) await one.stop();
});
afterEach(() => receiver.answer(() => 204));

const deliveries = () => site.strapi.db.connection('bot_webhook_deliveries');
/** Makes all waiting deliveries due now. */
const passTime = () =>
  deliveries()
    .whereNotNull('due_at')
    .update({ due_at: Date.now() - 1, counts_from: Date.now() - 1 });
const typesOf = (subject: string) => receiver.takenOf(subject).map(({ type }) => type);

const life = async (title: string): Promise<string> => {
  const { id } = await bot.createPublication({ title });
  await bot.publish(id);
  await bot.unpublish(id);
  await bot.remove(id);
  return id;
};
const LIFE = ['created', 'published', 'unpublished', 'deleted'].map(
  (event) => `publication.${event}`
);

test('nothing counts as told before it has arrived', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await bot.createPublication({ title: `Counted ${round}` });
    await until('all is told', async () => {
      const { body } = await bot.request('get', '/webhooks').expect(200);
      return body[0].behind + body[0].waiting === 0;
    });
    expect(typesOf(id)).toEqual(['publication.created']);
  }
});

test('a receiver is told of the events that it wants, and of no other', async () => {
  const id = await life('Chosen');
  await until('the deletion has arrived', () => chosen.takenOf(id).length > 0);
  await until('the others have arrived', () => receiver.takenOf(id).length === LIFE.length);
  expect(chosen.takenOf(id).map(({ type }) => type)).toEqual(['publication.deleted']);
});

test('what fails is tried again with the same id, and what follows waits behind it', async () => {
  let isFailing = true;
  receiver.answer(({ data }) => (isFailing && data.title === 'Held' ? 500 : 204));
  const held = await life('Held');
  const other = await life('Passes');
  await until('the other one has arrived', () => receiver.takenOf(other).length === LIFE.length);
  expect(receiver.takenOf(held)).toEqual([]);
  const tried = receiver.arrived.filter(({ data }) => data.id === held);
  expect(new Set(tried.map(({ type }) => type))).toEqual(new Set(['publication.created']));
  await until(
    'the others wait',
    async () => (await deliveries().where('subject', held)).length === 4
  );

  isFailing = false;
  await passTime();
  await until('all has arrived', () => receiver.takenOf(held).length === LIFE.length);
  expect(typesOf(held)).toEqual(LIFE);
  expect(receiver.takenOf(held)[0]?.id).toBe(tried[0]?.id);
  // The row is deleted after the site has read the answer, which is later than the receiver's answer.
  await until(
    'nothing waits any more',
    async () => (await deliveries().where('subject', held)).length === 0
  );
});

test('changes that come while an earlier one waits are told behind it', async () => {
  let isFailing = true;
  receiver.answer(() => (isFailing ? 'hang-up' : 204));
  const { id } = await bot.createPublication({ title: 'Later' });
  await until('it waits', async () => (await deliveries().where('subject', id)).length === 1);
  isFailing = false;
  await bot.publish(id);
  await until('both wait', async () => (await deliveries().where('subject', id)).length === 2);
  expect(receiver.takenOf(id)).toEqual([]);
  await passTime();
  await until('both have arrived', () => receiver.takenOf(id).length === 2);
  expect(typesOf(id)).toEqual(LIFE.slice(0, 2));
});

test.each([
  [101, { connection: 'upgrade', upgrade: 'websocket' }],
  [302, { location: '/elsewhere' }],
  [400, {}],
  [429, {}],
  [500, {}],
])('an answer of %i is a failure', async (status, headers) => {
  receiver.answer(() => ({ status, headers }));
  const { id } = await bot.createPublication({ title: `Answered ${status}` });
  await until('it waits', async () => (await deliveries().where('subject', id)).length === 1);
  expect(await deliveries().where('subject', id).first()).toMatchObject({
    attempts: 1,
    last_error: `answered ${status}`,
  });
  await deliveries().where('subject', id).delete();
});

test('a receiver that asks for time gets it', async () => {
  receiver.answer(() => ({ status: 503, headers: { 'retry-after': '7200' } }));
  const { id } = await bot.createPublication({ title: 'Patience' });
  await until('it waits', async () => (await deliveries().where('subject', id)).length === 1);
  const { due_at: due } = await deliveries().where('subject', id).first();
  expect(due - Date.now()).toBeGreaterThan(7_100_000);
  expect(due - Date.now()).toBeLessThan(7_201_000);
  await deliveries().where('subject', id).delete();
});

test('it is tried for three days, then given up, shown, and tried again when somebody asks', async () => {
  receiver.answer(() => 500);
  const { id } = await bot.createPublication({ title: 'Given up' });
  await until('it waits', async () => (await deliveries().where('subject', id)).length === 1);
  const row = () => deliveries().where('subject', id).first();
  let total = 0;
  for (let attempts = 1; attempts < 10; attempts += 1) {
    await until('it was tried', async () => (await row()).attempts === attempts);
    const { due_at: due } = await row();
    total += due - Date.now();
    await passTime();
  }
  expect(total / 3_600_000).toBeGreaterThan(75);
  expect(total / 3_600_000).toBeLessThan(84);
  await until('it is dead', async () => (await row()).dead_since !== null);

  const list = async () => (await bot.request('get', '/webhooks').expect(200)).body;
  expect(await list()).toMatchObject([
    {
      url: receiver.url,
      events: null,
      disabledAt: null,
      dead: [
        {
          change: { type: 'publication.created', data: { id } },
          attempts: 10,
          lastError: 'answered 500',
        },
      ],
    },
    { url: chosen.url, events: ['publication.deleted', 'material.deleted'], dead: [] },
    { url: rotated.url, dead: [] },
  ]);

  receiver.answer(() => 204);
  const { body } = await bot.request('post', '/webhooks/retry').expect(200);
  expect(body).toEqual({ retried: 1 });
  await until('it has arrived', () => receiver.takenOf(id).length === 1);
  expect((await list())[0].dead).toEqual([]);
}, 60_000);

test('a 410 switches the receiver off, until somebody switches it on', async () => {
  receiver.answer(() => 410);
  const first = await life('Gone');
  const state = () => bot.request('get', '/webhooks');
  await until('it is off', async () => (await state()).body[0].disabledAt !== null);
  const tries = receiver.arrived.length;
  receiver.answer(() => 204);
  const second = await life('Not told');
  await until('others are told', () => rotated.takenOf(second).length === LIFE.length);
  expect(receiver.arrived).toHaveLength(tries);
  expect((await state()).body[1].disabledAt).toBeNull();

  await bot.request('post', '/webhooks/retry').expect(200);
  await until('all has arrived', () => receiver.takenOf(second).length === LIFE.length);
  await until('all has arrived', () => receiver.takenOf(first).length === LIFE.length);
  expect(typesOf(first)).toEqual(LIFE);
  const [back] = (await state()).body;
  expect(back).toMatchObject({ disabledAt: null, behind: 0, waiting: 0 });
  expect(Math.abs(Date.parse(back.lastTakenAt) - Date.now())).toBeLessThan(60_000);
});

test('what happens while nobody listens arrives when somebody does', async () => {
  await receiver.close();
  const ids = [await life('Away one'), await life('Away two')];
  await until('all others are told', () => rotated.takenOf(ids[1] ?? '').length === LIFE.length);
  await receiver.open();
  await passTime();
  for (const id of ids) {
    await until('all has arrived', () => receiver.takenOf(id).length === LIFE.length);
    expect(typesOf(id)).toEqual(LIFE);
  }
});

test('a stop loses nothing', async () => {
  receiver.answer(() => 503);
  const id = await life('Across a stop');
  await site.restart();
  bot = createBot(site);
  receiver.answer(() => 204);
  await passTime();
  await until('all has arrived', () => receiver.takenOf(id).length === LIFE.length);
  expect(typesOf(id)).toEqual(LIFE);
});
