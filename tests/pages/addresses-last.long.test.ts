import { countRows } from '../support/database';
import { useOwnSite } from '../support/use-site';

const { site, bot } = useOwnSite();

const publishNew = async (title: string): Promise<{ id: string; path: string }> => {
  const { id } = await bot.createPublication({ title });
  const { url } = await bot.publish(id);
  return { id, path: new URL(url).pathname };
};

const move = (id: string, slug: string) => bot.change(id, { slug }, { publish: true });

const at = async (path: string) => {
  const { status, headers } = await site.request.get(path);
  return [status, headers.location];
};

test('a changed slug leads to the new one, and so does its Markdown', async () => {
  const { id, path } = await publishNew('Old name');
  await move(id, 'new-name');
  expect(await at(path)).toEqual([301, '/works/new-name']);
  expect(await at(`${path}.md`)).toEqual([301, '/works/new-name.md']);
  expect(await at('/works/new-name')).toEqual([200, undefined]);
});

test('a chain of changes is one step', async () => {
  const { id } = await publishNew('First');
  await move(id, 'second');
  await move(id, 'third');
  expect(await at('/works/first')).toEqual([301, '/works/third']);
  expect(await at('/works/second')).toEqual([301, '/works/third']);
  await move(id, 'first');
  expect(await at('/works/first')).toEqual([200, undefined]);
  expect(await at('/works/third')).toEqual([301, '/works/first']);
});

test('an address that another work takes is that of the other one', async () => {
  const { id } = await publishNew('Wanted');
  await move(id, 'moved-away');
  const other = await publishNew('Wanted');
  expect(other.path).toBe('/works/wanted');
  expect(await at('/works/wanted')).toEqual([200, undefined]);
  await bot.remove(other.id);
  expect(await at('/works/wanted')).toEqual([410, undefined]);
});

test('what was taken down says so, and comes back where it was', async () => {
  const { id, path } = await publishNew('For a while');
  await bot.unpublish(id);
  const { status, text } = await site.request.get(path);
  expect(status).toBe(410);
  expect(text).toContain('<h1>No longer here</h1>');
  await bot.publish(id);
  expect(await at(path)).toEqual([200, undefined]);
});

test('code of the site may pass the same parameters again', async () => {
  const { id } = await bot.createPublication({ title: 'Passed again' });
  const documents = site.strapi.documents('api::work.work');
  const params = { documentId: id };
  await documents.publish(params);
  await documents.unpublish(params);
  expect(await at('/works/passed-again')).toEqual([410, undefined]);
});

test.each(['', '.md'])(
  'what is made public between two looks at %s leads nobody to where he is',
  async (ending) => {
    const { id, path } = await publishNew(`Between two looks ${ending}`);
    await bot.unpublish(id);
    const former: { find: (formerSlug: string) => Promise<unknown> } = site.strapi
      .plugin('bot')
      .service('formerAddress');
    const { find: findFormer } = former;
    const find = jest.spyOn(former, 'find').mockImplementationOnce(async (formerSlug) => {
      await bot.publish(id);
      return findFormer(formerSlug);
    });
    try {
      expect(await at(`${path}${ending}`)).toEqual([200, undefined]);
    } finally {
      find.mockRestore();
    }
  }
);

test('what was deleted says so, whoever deleted it', async () => {
  const byTheBot = await publishNew('By the bot');
  await bot.remove(byTheBot.id);
  expect(await at(byTheBot.path)).toEqual([410, undefined]);
  const byAnEditor = await publishNew('By an editor');
  await site.strapi.documents('api::work.work').delete({ documentId: byAnEditor.id });
  expect(await at(byAnEditor.path)).toEqual([410, undefined]);
});

test('what never was public is not found, and nothing is kept of it', async () => {
  const before = await countRows(site, 'bot_former_addresses');
  const { id } = await bot.createPublication({ title: 'Never out' });
  await bot.change(id, { slug: 'never-out-2' });
  await bot.remove(id);
  expect(await at('/works/never-out')).toEqual([404, undefined]);
  expect(await at('/works/never-out-2')).toEqual([404, undefined]);
  expect(await countRows(site, 'bot_former_addresses')).toBe(before);
});
