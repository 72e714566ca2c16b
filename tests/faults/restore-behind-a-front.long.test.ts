import { createBot, type Bot } from '../support/bot';
import { jpeg } from '../support/files';
import { startFront, type Front } from '../support/front';
import { startObjectStorage, type ObjectStorage } from '../support/object-storage';
import { startSite, type Site } from '../support/site';
import { until } from '../support/until';

let storage: ObjectStorage;
let front: Front;
let site: Site;
let bot: Bot;
beforeAll(async () => {
  storage = await startObjectStorage();
  front = await startFront();
  site = await startSite({
    env: { ...storage.env, S3_PUBLIC_URL: front.url, BOT_TRASH_DAYS: '30' },
  });
  bot = createBot(site);
});
afterAll(async () => {
  await site.stop();
  await front.stop();
  await storage.stop();
});

const bytesOf = async (key: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${storage.url}/${key}`)).arrayBuffer());

const all = async (): Promise<Map<string, Buffer>> => {
  const objects = new Map<string, Buffer>();
  for (const key of await storage.keys()) objects.set(key, await bytesOf(key));
  return objects;
};

const isQuarantined = (key: string): boolean => /^aside_[0-9a-f]{20}\.\w+$/.test(key);
const allQuarantined = () =>
  until('all is aside', async () => (await storage.keys()).every((key) => isQuarantined(key)));
const restore = (id: string) => bot.request('post', `/publications/${id}/restore`);
const service = (name: string) => site.strapi.plugin('bot').service(name);

/** Id of the current test's publication. */
let last: string;
const publication = async (title: string) => {
  const photo = await bot.upload(await jpeg({ width: 1200, height: 900 }));
  const { id } = await bot.createPublication({ title, media: [photo] });
  last = id;
  return { id, photo };
};

afterEach(async () => {
  storage.refuses = undefined;
  await bot.request('delete', `/publications/${last}`);
  await service('trash').purge(last);
  await until('the bucket is empty', async () => (await storage.keys()).length === 0);
});

test.each<[string, Front['answer']]>([
  ['that there is nothing', (response) => response.writeHead(404).end()],
  [
    'with a page of its own',
    (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Are you human?'),
  ],
  ['that it is forbidden', (response) => response.writeHead(403).end()],
])('a front that answers %s takes no byte of what is deleted and restored', async (_, answer) => {
  front.answer = answer;
  const { id, photo } = await publication('Behind a front');
  const before = await all();
  await bot.remove(id);
  await allQuarantined();
  expect((await storage.keys()).length).toBe(before.size);

  const { body } = await restore(id).expect(200);
  expect(body.media).toMatchObject([{ id: photo.id, url: photo.url }]);
  await until('nothing is aside', async () => !(await storage.keys()).some(isQuarantined));
  expect(await all()).toEqual(before);
  expect(front.asked).toEqual([]);
});

test('what the bucket does not let be copied is not deleted, and comes back', async () => {
  storage.refuses = ({ method, isCopy }) => method === 'PUT' && isCopy;
  const { id, photo } = await publication('Refused');
  const before = await all();
  await bot.remove(id);
  const removals = () => site.strapi.db.connection('bot_removals');
  for (let time = 0; time < 25; time += 1) {
    await removals().update({ due_at: Date.now() - 1 });
    await service('removalWorker').drain();
  }
  // The removal was given up, which an administrator can retry.
  expect((await removals().first()).failed_at).not.toBeNull();
  expect(await all()).toEqual(before);
  const { body } = await restore(id).expect(200);
  expect(body.media).toMatchObject([{ id: photo.id }]);
  expect(await all()).toEqual(before);
});

describe('a restore of which bytes are missing', () => {
  const remove = async (key: string): Promise<void> => {
    await fetch(`${storage.url}/${key}`, { method: 'DELETE' });
  };
  const quarantinedOriginal = async (): Promise<string> => {
    const { kept } = await site.strapi.db.connection('bot_trashed_files').first();
    const [{ aside: quarantined }] = JSON.parse(kept) as { aside: { hash: string; ext: string } }[];
    return quarantined.hash + quarantined.ext;
  };

  test('says so, leaves all as it was, and is done once they are there again', async () => {
    const { id, photo } = await publication('Lost');
    const before = await all();
    await bot.remove(id);
    await allQuarantined();
    const key = await quarantinedOriginal();
    const bytes = await bytesOf(key);
    await remove(key);

    const { body } = await restore(id).expect(409);
    expect(body.error.details).toMatchObject({
      code: 'bytes-missing',
      materials: [{ id: photo.id, name: 'photo.jpg' }],
    });
    await bot.request('get', `/publications/${id}`).expect(404);
    await service('removalWorker').drain();

    await fetch(`${storage.url}/${key}`, { method: 'PUT', body: bytes });
    expect((await restore(id).expect(200)).body.media).toMatchObject([{ id: photo.id }]);
    await until('nothing is aside', async () => !(await storage.keys()).some(isQuarantined));
    expect(await all()).toEqual(before);
  });

  test('takes other bytes for none', async () => {
    const { id } = await publication('Other bytes');
    await bot.remove(id);
    await allQuarantined();
    const key = await quarantinedOriginal();
    const bytes = await bytesOf(key);
    await fetch(`${storage.url}/${key}`, { method: 'PUT', body: '<p>Are you human?' });
    expect((await restore(id).expect(409)).body.error.details.code).toBe('bytes-missing');
    await fetch(`${storage.url}/${key}`, { method: 'PUT', body: bytes });
    await restore(id).expect(200);
    await until('nothing is aside', async () => !(await storage.keys()).some(isQuarantined));
  });
});
