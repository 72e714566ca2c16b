import { AsyncLocalStorage } from 'node:async_hooks';

import type { Bot } from '../support/bot';
import { textFile } from '../support/files';
import { statementsWhile } from '../support/statements';
import { useOwnSite } from '../support/use-site';

const requests = new AsyncLocalStorage<true>();

let uploads = 0;
const upload = async (bot: Bot): Promise<string> =>
  (await bot.upload(textFile('a.txt', `File ${(uploads += 1)}`))).id;
const createWith = async (bot: Bot, file: string): Promise<string> =>
  (await bot.createPublication({ title: 'Work', body: 'Text', media: [file] })).id;
const create = async (bot: Bot): Promise<string> => createWith(bot, await upload(bot));
const publish = async (bot: Bot): Promise<string> => {
  const id = await create(bot);
  await bot.publish(id);
  return id;
};
const createPlain = async (bot: Bot): Promise<string> =>
  (await bot.createPublication({ title: 'Draft', body: 'Text' })).id;

type Prepare = (bot: Bot) => Promise<string>;
type Request = (bot: Bot, id: string) => PromiseLike<unknown>;

/**
 * Statements of each request with the fast path and without it. The numbers include `BEGIN` and `COMMIT`, and nothing of
 * background work.
 */
const REQUESTS: [string, { fast: number; slow: number }, Prepare, Request][] = [
  ['an upload', { fast: 8, slow: 8 }, upload, upload],
  ['a draft', { fast: 6, slow: 14 }, upload, createPlain],
  ['a draft with a file', { fast: 10, slow: 17 }, upload, createWith],
  ['a list', { fast: 2, slow: 2 }, publish, (bot) => bot.list()],
  ['a publication', { fast: 2, slow: 2 }, publish, (bot, id) => bot.get(id)],
  ['a first publish', { fast: 8, slow: 28 }, createPlain, (bot, id) => bot.publish(id)],
  [
    'a first publish of a work with a file',
    { fast: 11, slow: 31 },
    create,
    (bot, id) => bot.publish(id),
  ],
  ['a publish that changes nothing', { fast: 6, slow: 6 }, publish, (bot, id) => bot.publish(id)],
  [
    'a delete of a published work with a file, whose text is kept',
    { fast: 14, slow: 39 },
    publish,
    (bot, id) => bot.remove(id),
  ],
  [
    'a delete of a draft with nothing but its text',
    { fast: 8, slow: 21 },
    createPlain,
    (bot, id) => bot.remove(id),
  ],
];

describe.each<['fast' | 'slow', string]>([
  ['fast', 'true'],
  ['slow', 'false'],
])('number of statements of %s writes', (way, fastPath) => {
  const { site, bot } = useOwnSite({
    // A delete would wake the worker, whose statements would be counted.
    env: { BOT_FAST_PATH: fastPath, BOT_WORKER: 'false' },
    register: ({ server }) => void server.use((_ctx, next) => requests.run(true, next)),
  });

  test.each(REQUESTS)('%s', async (_name, counts, prepare, request) => {
    const id = await prepare(bot);
    const statements = await statementsWhile(
      site,
      () => request(bot, id),
      () => requests.getStore() === true
    );
    expect(statements.map(({ sql }) => sql)).toHaveLength(counts[way]);
  });
});
