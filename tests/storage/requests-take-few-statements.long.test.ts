import { textFile } from '../support/files';
import { statementsWhile } from '../support/statements';
import { useOwnSite } from '../support/use-site';

// The worker is disabled, because its statements would be counted.
const { site, bot } = useOwnSite({ env: { BOT_WORKER: 'false' } });

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

/** The numbers include `BEGIN` and `COMMIT`. */
test.each<[string, number, () => Promise<string>, (id: string) => PromiseLike<unknown>]>([
  ['an upload', 8, createPlain, upload],
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
  // A count may include statements of background work, so the lowest of three is the request's own.
  const counts: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const id = await prepare();
    counts.push((await statementsWhile(site, () => request(id))).length);
  }
  expect(Math.min(...counts)).toBe(count);
});
