import { useSite } from '../support/use-site';
import { page, readOn } from './feed-of';

const DAY = 86_400_000;
const START = Buffer.from('0.start').toString('base64url');

const { site, bot } = useSite();

const table = () => site.strapi.db.connection('bot_changes');
const sweep = (): Promise<void> => site.strapi.plugin('bot').service('changePruning').sweep();
/** Makes all changes so far older by the given days, beyond the retention period. */
const age = (days: number) =>
  table().update({ happened_at: site.strapi.db.connection.raw('happened_at - ?', [days * DAY]) });

test('a site without changes gives an empty page, and a cursor that leads on', async () => {
  const empty = await page(bot);
  expect(empty).toEqual({ items: [], next: START, more: false });
  expect(await page(bot, { after: 'latest' })).toEqual(empty);
  expect(await page(bot, { after: empty.next })).toEqual(empty);
});

test('who has read to the end is told only what is new', async () => {
  const { next } = await readOn(bot);
  const { id } = await bot.createPublication({ title: 'New' });
  await bot.publish(id);
  await bot.remove(id);
  const received = await readOn(bot, next);
  expect(received.items.map(({ type, data }) => [type, data.id, data.title])).toEqual([
    ['publication.created', id, 'New'],
    ['publication.published', id, 'New'],
    ['publication.deleted', id, 'New'],
  ]);
  for (const { id: change, timestamp, data } of received.items) {
    expect(change).toMatch(/^[a-z0-9]{20,}$/);
    expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(60_000);
    expect(data.by).toEqual({ who: 'bot', id: null, name: null });
    expect(data.requestId).toMatch(/\S/);
  }
  expect(await page(bot, { after: received.next })).toEqual({
    items: [],
    next: received.next,
    more: false,
  });
});

test('pages follow each other without a gap and without a repetition', async () => {
  const { next } = await readOn(bot);
  const ids: string[] = [];
  for (let number = 0; number < 7; number += 1) {
    ids.push((await bot.createPublication({ title: `Page ${number}` })).id);
  }
  const read: string[] = [];
  let after = next;
  let more = true;
  while (more) {
    const one = await page(bot, { after, limit: 3 });
    expect(one.items.length).toBeLessThanOrEqual(3);
    read.push(...one.items.map(({ data }) => data.id));
    ({ next: after, more } = one);
  }
  expect(read).toEqual(ids);
});

test('latest leads to what comes from now on', async () => {
  await bot.createPublication({ title: 'Before' });
  const { items, next } = await page(bot, { after: 'latest' });
  expect(items).toEqual([]);
  const { id } = await bot.createPublication({ title: 'After' });
  expect((await readOn(bot, next)).items.map(({ data }) => data.id)).toEqual([id]);
});

test.each(['nonsense', Buffer.from('9999999999.x').toString('base64url'), ''])(
  'after=%s is refused',
  async (after) => {
    const { body } = await bot.request('get', '/changes').query({ after }).expect(400);
    expect(body.error.details).toMatchObject({
      code: 'invalid-request',
      errors: [{ path: ['after'] }],
    });
  }
);

test.each(['0', '-1', 'x'])('limit=%s is refused', async (limit) => {
  await bot.request('get', '/changes').query({ limit }).expect(400);
});

describe('what is older than 90 days', () => {
  test('is gone, and a cursor in front of it says so', async () => {
    const { next: old } = await readOn(bot);
    await bot.createPublication({ title: 'Forgotten one' });
    await bot.createPublication({ title: 'Forgotten two' });
    await age(91);
    const { id } = await bot.createPublication({ title: 'Remembered' });
    await readOn(bot, old);
    await sweep();

    const { body } = await bot.request('get', '/changes').query({ after: old }).expect(410);
    expect(body.error.details).toMatchObject({ code: 'cursor-expired' });
    expect(body.error.details.hint).toContain('after=latest');
    await bot.request('get', '/changes').query({ after: START }).expect(410);
    expect((await readOn(bot)).items.map(({ data }) => data.id)).toEqual([id]);
  });

  test('is no loss to who has read it all', async () => {
    await bot.createPublication({ title: 'Read' });
    const { next } = await readOn(bot);
    await age(91);
    await sweep();
    expect(await readOn(bot, next)).toEqual({ items: [], next });
    const { id } = await bot.createPublication({ title: 'Next' });
    await readOn(bot, next);
    await sweep();
    expect((await readOn(bot, next)).items.map(({ data }) => data.id)).toEqual([id]);
  });

  test('a day before that it is there', async () => {
    const { next } = await readOn(bot);
    const { id } = await bot.createPublication({ title: 'Nearly forgotten' });
    await bot.createPublication({ title: 'Last' });
    await readOn(bot, next);
    await age(89);
    await sweep();
    expect((await readOn(bot, next)).items.map(({ data }) => data.id)).toContain(id);
  });
});

test('a cursor of what the database does not hold any more is expired', async () => {
  const { next } = await readOn(bot);
  await bot.createPublication({ title: 'Undone' });
  const later = await readOn(bot, next);
  // Deletes the last change, as after the restore of a backup.
  const [{ last }] = await table().max({ last: 'number' });
  await table().where({ number: last }).delete();
  await bot.request('get', '/changes').query({ after: later.next }).expect(410);
  await bot.createPublication({ title: 'Done anew' });
  await readOn(bot, next);
  await bot.request('get', '/changes').query({ after: later.next }).expect(410);
});
