import { setTimeout as pause } from 'node:timers/promises';

import { createBot, type Bot } from '../support/bot';
import { describeWithPostgres } from '../support/postgres';
import { newDatabase, type NewDatabase } from '../support/new-database';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { until } from '../support/until';
import { readOn, type FeedItem } from './feed-of';
import { startSearchEngine } from './search-engine';
import { SECRET, startReceiver, type Receiver } from './receiver';

const MINUTES_2 = 120_000;
const LIVES = 20;

/** Events of each publication in order of first arrival, as seen by a receiver that ignores repeated ids. */
const storiesOf = (changes: { id: string; data: { id: string } }[]): Map<string, string[]> => {
  const stories = new Map<string, string[]>();
  for (const { id, data } of changes) {
    const story = stories.get(data.id) ?? [];
    if (!story.includes(id)) stories.set(data.id, [...story, id]);
  }
  return stories;
};

/** Creates, publishes and deletes works. @returns the addresses at which they were public */
const live = async (bot: Bot, count = LIVES): Promise<string[]> => {
  const urls: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const { id } = await bot.createPublication({ title: `Life ${number}` });
    urls.push((await bot.publish(id)).url);
    await bot.remove(id);
  }
  return urls;
};

const untilAllArrived = async (receiver: Receiver, items: FeedItem[]): Promise<void> => {
  const taken = () => receiver.arrived.filter(({ status }) => status === 204);
  await until(
    'each change has arrived',
    () => new Set(taken().map(({ id }) => id)).size === items.length,
    MINUTES_2
  );
  expect(storiesOf(taken())).toEqual(storiesOf(items));
};

const settings = ({ url }: Receiver) => ({ BOT_WEBHOOK_URL: url, BOT_WEBHOOK_SECRET: SECRET });

test('a site that is killed again and again tells each change, those of one publication in order, and search engines each address', async () => {
  const receiver = await startReceiver();
  // Each change fails at most once, because a third attempt would follow only after five minutes.
  const failed = new Set<string>();
  receiver.answer(async ({ id }) => {
    await pause(15);
    if (failed.has(id) || Math.random() > 0.05) return 204;
    failed.add(id);
    return 500;
  });
  const engine = await startSearchEngine();
  // Rejects everything until the next start, so that pending submissions are sent then.
  engine.answer(() => 503);
  const env = {
    ...settings(receiver),
    INDEXNOW_KEY: 'key-of-this-site',
    INDEXNOW_ENDPOINT: engine.url,
  };
  const server: ServerProcess = await startServerProcess({ env });
  const urls: string[] = [];
  let running = server;
  for (let kills = 0; kills < 3; kills += 1) {
    urls.push(...(await live(createBot(running))));
    await running.kill9();
    if (kills === 1) engine.answer(() => 200);
    running = await running.restart();
  }
  urls.push(...(await live(createBot(running), 1)));
  receiver.answer(() => 204);
  const { items } = await readOn(createBot(running));
  expect(items).toHaveLength((3 * LIVES + 1) * 3);
  await untilAllArrived(receiver, items);
  await until(
    'search engines know each address',
    () => urls.every((url) => engine.submissionsOf(url) > 0),
    MINUTES_2
  );
  await running.stop();
  await receiver.stop();
  await engine.stop();
}, 180_000);

describeWithPostgres('two instances on PostgreSQL', () => {
  let postgres: NewDatabase;
  let receiver: Receiver;
  let servers: ServerProcess[];

  beforeAll(async () => {
    postgres = await newDatabase('postgres');
    receiver = await startReceiver();
    const env = {
      ...postgres.env,
      ...settings(receiver),
    };
    servers = [await startServerProcess({ env }), await startServerProcess({ env })];
  }, MINUTES_2);
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await receiver.stop();
  });

  const feed = async () => (await readOn(createBot(servers[1]))).items;

  test(
    'each change arrives once, whichever instance has made it',
    async () => {
      await Promise.all(servers.map((server) => live(createBot(server))));
      const items = await feed();
      await untilAllArrived(receiver, items);
      // Waits to verify that no change is sent a second time.
      await pause(2_500);
      expect(receiver.arrived.map(({ id }) => id).sort()).toEqual(items.map(({ id }) => id).sort());
    },
    MINUTES_2
  );

  test(
    'when the instance that tells is killed, the other one takes over',
    async () => {
      const [first, second] = servers as [ServerProcess, ServerProcess];
      receiver.answer(async () => {
        await pause(50);
        return 204;
      });
      const working = live(createBot(second));
      await live(createBot(first), 3);
      await first.kill9();
      await working;
      await untilAllArrived(receiver, await feed());
    },
    MINUTES_2
  );
});
