import { useOwnSite } from '../support/use-site';

const { site, bot } = useOwnSite({ env: { BOT_WORKER: 'false' } });

/** Runs a method of a service, as the worker and the hourly sweep do. */
const run = (service: string, method: string): Promise<unknown> =>
  site.strapi.plugin('bot').service<Record<string, () => Promise<unknown>>>(service)[method]?.() ??
  Promise.reject(new Error(`no ${method}`));
const named = async (): Promise<string[]> => {
  const rows = await site.strapi.db.connection('bot_publication_details').select('external_id');
  return rows.map(({ external_id }: { external_id: string }) => external_id).sort();
};
const deleteBySql = (title: string) => site.strapi.db.connection('works').where({ title }).delete();

test('rows whose publications somebody deleted with SQL go, and no others', async () => {
  for (const name of ['a', 'b', 'c']) {
    await bot.createPublication({ title: name, externalId: name });
  }
  await deleteBySql('b');
  await run('publicationDetail', 'sweep');
  expect(await named()).toEqual(['a', 'c']);
});

test('the time of a publication that is gone is nobody’s fault, and goes', async () => {
  await bot.createPublication({
    title: 'd',
    externalId: 'd',
    publishAt: '2001-01-01T00:00:00Z',
  });
  await deleteBySql('d');
  await run('scheduleWorker', 'carryOutDue');
  expect(await named()).toEqual(['a', 'c']);
});
