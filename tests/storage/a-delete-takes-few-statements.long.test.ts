import { textFile } from '../support/files';
import { statementsWhile } from '../support/statements';
import { useOwnSite } from '../support/use-site';

// The worker is disabled, because its statements would be counted.
const { site, bot } = useOwnSite({ env: { BOT_WORKER: 'false' } });

/** Statements of a delete, including `BEGIN` and `COMMIT`. */
const statementsOf = async (id: string): Promise<string[]> =>
  (await statementsWhile(site, () => bot.remove(id))).map(({ sql }) => sql);

test('a published work with a file is deleted, and its text kept, by 14 statements', async () => {
  const media = [await bot.upload(textFile('a.txt', 'a'))];
  const { id } = await bot.createPublication({ title: 'Public', body: 'Text', media });
  await bot.publish(id);
  expect(await statementsOf(id)).toHaveLength(14);
});

test('a draft with nothing but its text is deleted by 8', async () => {
  const { id } = await bot.createPublication({ title: 'Draft', body: 'Text' });
  expect(await statementsOf(id)).toHaveLength(8);
});
