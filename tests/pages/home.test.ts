import { jpeg } from '../support/files';
import { useOwnSite } from '../support/use-site';

const { site, bot } = useOwnSite();

const publish = async (title: string, fields: Record<string, unknown>, body = '') => {
  const { id } = await bot.createPublication({ title, body, fields });
  await bot.publish(id);
  return id;
};
const home = async () => (await site.request.get('/').expect(200)).text;
const itemsOf = (html: string) =>
  html.match(/<li(?: class="lead")?><(?:img|div)[^]*?<\/li>/g) ?? [];

beforeAll(async () => {
  await site.strapi.documents('api::category.category').create({ data: { name: 'Sky' } });
  const photo = await bot.upload(await jpeg({ width: 1200, height: 800 }));
  const text = `# Title\n\nIt *begins* with [these](/works) words[^1] and [a [pier]][1]. ${'More of them. '.repeat(250)}\n\n[^1]: A note\n\n[1]: /works`;
  await publish('Old', { tags: ['Mars'], author: 'Ada', category: 'sky' }, text);
  await publish('Chinese', { tags: ['Mars', 'Dust'], language: 'zh' }, '港'.repeat(2000));
  await publish('New', { cover: photo.id, excerpt: 'An excerpt' }, 'Other words');
});

test('the newest work is large, with its picture at once', async () => {
  const [newest, ...others] = itemsOf(await home());
  expect(newest).toMatch(/^<li class="lead"><img [^>]*srcset="[^"]+"[^>]* alt=""/);
  expect(newest).not.toContain('loading="lazy"');
  expect(newest).toContain('An excerpt');
  expect(others.join('')).not.toContain('class="lead"');
});

test('a work says its author, its category, how long it takes, and how it begins', async () => {
  const old = itemsOf(await home()).find((item) => item.includes('>Old<')) ?? '';
  expect(old).toContain('<span dir="auto">Ada</span> · <span dir="auto">Sky</span> · 3 mins</p>');
  expect(old).toContain('It begins with these words and a [pier]. More of them.');
});

test('Chinese is read by the character', async () => {
  expect(itemsOf(await home()).find((item) => item.includes('>Chinese<'))).toContain('5 mins');
});

test('topics stand below with the number of their works, and the feed in the footer', async () => {
  const html = await home();
  expect(html).toMatch(/href="\/works\/tags\/mars">Mars <span>2<\/span>[^]*>Dust <span>1<\/span>/);
  expect(html).toMatch(/<footer[^]*href="\/works\/feed.xml">Feed<\/a>/);
});

test('pages of a topic have no large work', async () => {
  expect((await site.request.get('/works/tags/mars')).text).not.toContain('class="lead"');
});

describe('a work that is pinned', () => {
  const faces = () => site.strapi.documents('api::site.site');
  const titles = async () =>
    itemsOf(await home()).map((item) => /<a [^>]*>([^<]*)/.exec(item)?.[1]);
  let id: string;
  beforeAll(async () => {
    id = await publish('Pinned', {});
    await publish('Newer', {});
  });

  test('stands first and large, once, wherever its address leads', async () => {
    await faces().create({ data: { pinned: `${site.url}/works/pinned` } });
    const [first, ...others] = await titles();
    expect(first).toBe('Pinned');
    expect(others).toContain('Newer');
    expect(others).not.toContain('Pinned');
    expect(itemsOf(await home())[0]).toContain('class="lead"');
    await bot.change(id, { slug: 'moved' });
    await bot.publish(id);
    expect((await titles())[0]).toBe('Pinned');
  });

  test('that is taken back makes room for the newest', async () => {
    await bot.unpublish(id);
    expect((await titles())[0]).toBe('Newer');
  });

  test('and was taken back does not keep the face from being changed', async () => {
    const { documentId, pinned } = (await faces().findFirst()) ?? {};
    const data = { pinned: String(pinned), name: 'Another name' };
    expect(data.pinned).toContain('/works/pinned');
    await faces().update({ documentId: String(documentId), data });
    expect(await home()).toContain('Another name');
  });

  test('has to be one that readers see, at an address of a work', async () => {
    const { documentId } = (await faces().findFirst()) ?? {};
    const pin = (pinned: string) =>
      faces().update({ documentId: String(documentId), data: { pinned } });
    await expect(pin('/works/none')).rejects.toThrow('There is no published work at /works/none');
    await expect(pin('newer')).rejects.toThrow('There is no published work at newer');
    await pin('/works/newer?utm_source=a');
    expect((await titles())[0]).toBe('Newer');
  });
});
