import { createBot, type Bot } from '../support/bot';
import { codeOf } from '../support/envelope';
import { startSite, type Site } from '../support/site';
import { until } from '../support/until';
import { count, FILE, REMOVAL, storedNames } from './rows';

/** Duration of a claim in this test, in seconds. */
const GOOD_FOR = 2;

let site: Site;
let bot: Bot;
let storageIsHeld: Promise<void> | undefined;
let release = () => {};

beforeAll(async () => {
  site = await startSite({
    register: (strapi) => {
      strapi.config.set('plugin::bot.idempotency.claimSeconds', GOOD_FOR);
      const { provider } = strapi.plugin('upload');
      const store = provider.upload.bind(provider);
      provider.upload = async (file: unknown) => {
        await storageIsHeld;
        return store(file);
      };
    },
  });
  bot = createBot(site);
});
afterAll(() => site.stop());
afterEach(async () => {
  storageIsHeld = undefined;
  release();
  await records().delete();
});

const records = () => site.strapi.db.connection('bot_idempotency_records');
const removals = () => site.strapi.db.connection('bot_removals');

const upload = (key: string) =>
  bot
    .request('post', '/materials')
    .set('Idempotency-Key', key)
    .attach('file', Buffer.from('slow'), `${key}.txt`);

/** Starts an upload that waits for the storage. */
const beginUpload = async (key: string) => {
  storageIsHeld = new Promise((resolve) => (release = resolve));
  const running = upload(key).then((answer) => answer);
  await until('it is announced', async () => (await count(site, REMOVAL)) > 0);
  return { running };
};

const expectNothingStored = async (): Promise<void> => {
  expect(await count(site, FILE)).toBe(0);
  await until(
    'its bytes are gone',
    async () => (await storedNames(site)).length === 0 && (await count(site, REMOVAL)) === 0
  );
};

test('409 and nothing stored: its claim was taken while it ran', async () => {
  const { running } = await beginUpload('taken');
  await records().whereNull('answer').update({ claim: 'of another request' });
  release();
  const answer = await running;
  expect(answer.status).toBe(409);
  expect(codeOf(answer)).toBe('idempotency-key-in-use');
  await expectNothingStored();
});

test('504 and nothing stored: it outlived its grace, and its bytes were removed as left-overs', async () => {
  const { running } = await beginUpload('outlived');
  await removals().update({ due_at: new Date(0) });
  await site.strapi.plugin('bot').service('removalWorker').drain();
  expect(await count(site, REMOVAL)).toBe(0);
  release();
  const answer = await running;
  expect(answer.status).toBe(504);
  expect(codeOf(answer)).toBe('storage-timeout');
  await expectNothingStored();
});

test('its key is refused with 409 for as long as it runs, and then it is done once', async () => {
  const expiry = async () =>
    Number((await records().whereNull('answer').first('expires_at'))?.expires_at);
  const { running } = await beginUpload('patient');
  const first = await expiry();
  await until('its claim was renewed', async () => {
    expect(codeOf(await upload('patient').expect(409))).toBe('idempotency-key-in-use');
    return (await expiry()) > first + 1.5 * GOOD_FOR * 1000;
  });
  release();
  storageIsHeld = undefined;
  const answer = await running;
  expect(answer.status).toBe(201);
  expect((await upload('patient').expect(201)).text).toBe(answer.text);
  expect(await count(site, FILE)).toBe(1);
});
