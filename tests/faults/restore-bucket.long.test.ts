import { createBot } from '../support/bot';
import { jpeg, textFile } from '../support/files';
import { startObjectStorage, type ObjectStorage } from '../support/object-storage';
import { startSite, type Site } from '../support/site';
import { until } from '../support/until';

let storage: ObjectStorage;
let site: Site;
beforeAll(async () => {
  storage = await startObjectStorage();
  site = await startSite({
    env: { ...storage.env, S3_PUBLIC_URL: storage.url, BOT_TRASH_DAYS: '30' },
  });
});
afterAll(async () => {
  await site.stop();
  await storage.stop();
});

const bytesAt = async (url: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(url)).arrayBuffer());

test('bytes in a bucket go aside, and come back to their addresses, to the last one', async () => {
  const bot = createBot(site);
  const files = [
    await bot.upload(await jpeg({ width: 1200, height: 900 })),
    await bot.upload(textFile('n.txt', 'Grüße')),
  ];
  const before = await Promise.all(files.map(({ url }) => bytesAt(url)));
  const keys = (await storage.keys()).sort();
  const { id } = await bot.createPublication({ title: 'In a bucket', media: files });
  await bot.remove(id);
  await until('all is aside', async () =>
    (await storage.keys()).every((key) => /aside_[0-9a-f]{20}\.\w+$/.test(key))
  );
  expect(await storage.keys()).toHaveLength(keys.length);
  for (const { url } of files) expect((await fetch(url)).status).toBe(404);

  await bot.request('post', `/publications/${id}/restore`).expect(200);
  expect(await Promise.all(files.map(({ url }) => bytesAt(url)))).toEqual(before);
  await until('nothing is aside', async () => (await storage.keys()).sort().join() === keys.join());
});
