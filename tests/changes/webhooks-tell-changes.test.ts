import { createBot, type Bot } from '../support/bot';
import { startSite, type Site } from '../support/site';
import { until } from '../support/until';
import { readOn } from './feed-of';
import { OTHER_SECRET, SECRET, startReceiver, type Receiver } from './receiver';

let receiver: Receiver;
let site: Site;
let bot: Bot;
beforeAll(async () => {
  receiver = await startReceiver(OTHER_SECRET);
  site = await startSite({
    register: (strapi) => {
      const webhook = { url: receiver.url, secrets: [SECRET, OTHER_SECRET] };
      strapi.config.set('plugin::bot.webhooks', [webhook]);
    },
  });
  bot = createBot(site);
});
afterAll(async () => {
  await site.stop();
  await receiver.stop();
});

test('each change arrives once, in its order, as the feed tells it, signed with each secret', async () => {
  const { next } = await readOn(bot);
  const { id } = await bot.createPublication({ title: 'Told' });
  await bot.publish(id);
  await bot.unpublish(id);
  await bot.remove(id);
  const events = ['created', 'published', 'unpublished', 'deleted'];
  await until('all has arrived', () => receiver.takenOf(id).length === events.length);

  const { items } = await readOn(bot, next);
  const taken = receiver.takenOf(id);
  expect(
    taken.map(({ id: change, type, timestamp, data }) => ({ id: change, type, timestamp, data }))
  ).toEqual(items);
  expect(taken.map(({ type }) => type)).toEqual(events.map((event) => `publication.${event}`));
  expect(taken[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
});
