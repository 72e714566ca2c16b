import { textFile } from '../support/files';
import { statementsWhile } from '../support/statements';
import { useOwnSite } from '../support/use-site';

const { site, bot } = useOwnSite();

/** Statements of a delete, with `BEGIN` and `COMMIT`, but for those of workers that look by themselves. */
const countOf = async (id: string): Promise<number> => {
  const statements = await statementsWhile(site, () => bot.remove(id));
  const isOfWorker = /`due_at`, `attempts`, \?|`bot_removals` where `failed_at` is null/;
  return statements.filter(({ sql }) => !isOfWorker.test(sql)).length;
};

test('a published work with a file is deleted, and its text kept, by 15 statements', async () => {
  const media = [await bot.upload(textFile('a.txt', 'a'))];
  const { id } = await bot.createPublication({ title: 'Public', body: 'Text', media });
  await bot.publish(id);
  expect(await countOf(id)).toBeLessThanOrEqual(15);
});

test('a draft with nothing but its text is deleted by 9', async () => {
  const { id } = await bot.createPublication({ title: 'Draft', body: 'Text' });
  expect(await countOf(id)).toBeLessThanOrEqual(9);
});
