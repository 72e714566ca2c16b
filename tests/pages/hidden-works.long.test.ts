import { textFile } from '../support/files';
import { useOwnSite } from '../support/use-site';

const { site, bot } = useOwnSite();

const publish = async (title: string, fields: Record<string, unknown>, media: string[] = []) => {
  const { id } = await bot.createPublication({ title, body: `Text of ${title}`, media, fields });
  return { id, path: new URL((await bot.publish(id)).url).pathname };
};
const read = async (path: string) => (await site.request.get(path).expect(200)).text;

let hidden: string;
beforeAll(async () => {
  await publish('Shown', { tags: ['both'], author: 'Ada' });
  const work = await publish('Hidden', { tags: ['both', 'only'], author: 'Nemo' });
  const documents = site.strapi.documents('api::work.work');
  await documents.update({ documentId: work.id, data: { seo: { noIndex: true } } });
  await documents.publish({ documentId: work.id });
  hidden = work.path;
  await bot.createPublication({ title: 'Draft', fields: { tags: ['draft'], author: 'Nobody' } });
});

test('the Markdown of a hidden work says so in a header, as it has no head', async () => {
  const { headers } = await site.request.get(`${hidden}.md`).expect(200);
  expect(headers['x-robots-tag']).toBe('noindex');
});

test.each(['/works/feed.xml', '/works/feed.json', '/works/tags/both/feed.xml', '/llms.txt'])(
  '%s leaves it out',
  async (path) => {
    const text = await read(path);
    expect(text).toContain('Shown');
    expect(text).not.toContain('Hidden');
  }
);

test('readers find it in lists', async () => {
  expect(await read('/works')).toContain('Hidden');
  expect(await read('/works/tags/both')).toContain('Hidden');
});

test.each(['tags/only', 'authors/Nemo'])(
  '%s, which only it has, is hidden as well',
  async (place) => {
    expect(await read(`/works/${place}`)).toContain('<meta name="robots" content="noindex">');
    const feed = await site.request.get(`/works/${place}/feed.xml`).expect(200);
    expect(feed.headers['x-robots-tag']).toBe('noindex');
    expect(await read('/sitemap/topics.xml')).not.toContain(`/works/${place}<`);
  }
);

test.each(['tags/both', 'authors/Ada'])(
  '%s is in the map and found by search engines',
  async (place) => {
    expect(await read(`/works/${place}`)).not.toContain('name="robots"');
    expect(await read('/sitemap/topics.xml')).toContain(`/works/${place}<`);
  }
);

test.each(['tags/draft', 'authors/Nobody', 'tags/draft/feed.xml', 'authors/Nobody/feed.json'])(
  '%s, which only a draft has, is not public',
  (place) => site.request.get(`/works/${place}`).expect(404)
);

test('a slash too many leads to the address without it, and the query stays', async () => {
  const { headers } = await site.request.get(`${hidden}/?a=b`).expect(301);
  expect(headers.location).toBe(`${hidden}?a=b`);
});

test('the length of an enclosure is that of the file', async () => {
  const { id } = await bot.upload(textFile('eight.txt', '8 bytes!'));
  await publish('With a file', {}, [id]);
  expect(await read('/works/feed.xml')).toMatch(/rel="enclosure"[^>]* length="8"/);
});
