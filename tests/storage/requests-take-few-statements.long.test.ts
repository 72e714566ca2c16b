import { AsyncLocalStorage } from 'node:async_hooks';

import { textFile } from '../support/files';
import { statementsWhile } from '../support/statements';
import { useOwnSite } from '../support/use-site';

const requests = new AsyncLocalStorage<true>();
const { site, bot } = useOwnSite({
  // A delete would wake the worker, whose statements would be counted.
  env: { BOT_WORKER: 'false' },
  register: ({ server }) => void server.use((_ctx, next) => requests.run(true, next)),
});

let uploads = 0;
const upload = async (): Promise<string> =>
  (await bot.upload(textFile('a.txt', `File ${(uploads += 1)}`))).id;
const createWith = async (file: string): Promise<string> =>
  (await bot.createPublication({ title: 'Work', body: 'Text', media: [file] })).id;
const create = async (): Promise<string> => createWith(await upload());
const publish = async (): Promise<string> => {
  const id = await create();
  await bot.publish(id);
  return id;
};
const createPlain = async (): Promise<string> =>
  (await bot.createPublication({ title: 'Draft', body: 'Text' })).id;

/** The numbers include `BEGIN` and `COMMIT`, and nothing of background work. */
test.each<[string, number, () => Promise<string>, (id: string) => PromiseLike<unknown>]>([
  ['an upload', 8, upload, upload],
  ['a draft', 6, upload, createPlain],
  ['a draft with a file', 10, upload, createWith],
  ['a list', 2, publish, () => bot.list()],
  ['a publication', 2, publish, (id) => bot.get(id)],
  ['a first publish', 9, createPlain, (id) => bot.publish(id)],
  ['a first publish of a work with a file', 12, create, (id) => bot.publish(id)],
  ['a publish that changes nothing', 6, publish, (id) => bot.publish(id)],
  [
    'a delete of a published work with a file, whose text is kept',
    14,
    publish,
    (id) => bot.remove(id),
  ],
  ['a delete of a draft with nothing but its text', 8, createPlain, (id) => bot.remove(id)],
])('%s takes %i statements', async (_name, count, prepare, request) => {
  const id = await prepare();
  const statements = await statementsWhile(
    site,
    () => request(id),
    () => requests.getStore() === true
  );
  expect(statements.map(({ sql }) => sql)).toHaveLength(count);
});
