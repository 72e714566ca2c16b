import { useOwnSite } from '../support/use-site';

const { site, bot } = useOwnSite();

const open = (query: string) => site.request.get(`/search${query}`);

beforeAll(async () => {
  for (const title of [...Array(11).keys()].map((index) => `Ship ${index} <b>`)) {
    const { id } = await bot.createPublication({
      title,
      body: `${'Nothing to see. '.repeat(100)}\n\nA [*Café*](/works) & a ship. ${'More. '.repeat(100)}`,
    });
    await bot.publish(id);
  }
});

test('the page has a form, needs no script, and is left out by search engines', async () => {
  const { text, headers } = await open('').expect(200);
  expect(text).toMatch(
    /<form class="search" role="search" action="\/search"><input type="search" name="q" value=""/
  );
  expect(text).toContain('<meta name="robots" content="noindex">');
  expect(text).not.toContain('<script');
  expect(headers['content-security-policy']).toContain("form-action 'self'");
});

test('found words are marked in title and excerpt, and nothing that was typed is obeyed', async () => {
  const { text } = await open('?q=caf%C3%A9+ship').expect(200);
  expect(text).toContain('<mark>Ship</mark> 9 &lt;b&gt;</a>');
  expect(text).toMatch(
    /<p class="excerpt" dir="auto">… .*A <mark>Café<\/mark> &amp; a <mark>ship<\/mark>\. More.* …<\/p>/
  );
  expect((await open('?q=%22%3E%3Cscript%3E').expect(200)).text).toContain(
    'value="&quot;&gt;&lt;script&gt;"'
  );
});

test('ten works are on a page', async () => {
  const first = (await open('?q=ship')).text;
  expect(first.match(/<h2/g)).toHaveLength(10);
  expect(first).toContain('class="older" rel="next" href="/search?q=ship&amp;page=2"');
  const second = (await open('?q=ship&page=2')).text;
  expect(second.match(/<h2/g)).toHaveLength(1);
  expect(second).toContain('rel="prev" href="/search?q=ship"');
  await open('?q=ship&page=51').expect(404);
  await open('?q=ship&page=x').expect(404);
});

test('of words that very many works have, longer ones are left out', async () => {
  const { id } = await bot.createPublication({ title: 'Trainspotting' });
  await bot.publish(id);
  expect((await open('?q=train')).text).toContain('<mark>Trainspotting</mark>');
  const many = Array.from({ length: 501 }, (_, number) => ({
    id: 1_000_000 + number,
    isPublic: true,
    title: ['train'],
    topics: [],
    text: [],
    endings: [],
  }));
  await site.strapi.plugin('bot').service('search').index.put(many);
  expect((await open('?q=train+')).text).not.toContain('Trainspotting');
  expect((await open('?q=trains')).text).toContain('<mark>Trainspotting</mark>');
});

test('browsers are told how to search', async () => {
  const { text } = await site.request.get('/works').expect(200);
  expect(text).toContain('type="application/opensearchdescription+xml"');
  expect(text).toMatch(/<header[^]*<a href="\/search">Search<\/a>[^]*<\/header>/);
  const description = await site.request.get('/opensearch.xml').expect(200);
  expect(description.type).toBe('application/opensearchdescription+xml');
  expect(description.text).toMatch(
    /<Url type="text\/html" template="http[^"]*\/search\?q={searchTerms}"\/>/
  );
});

test('an address that searches too often is told to wait, and may see what was found before', async () => {
  await open('?q=once').expect(200);
  const statuses: number[] = [];
  for (let index = 0; index < 61; index += 1) statuses.push((await open(`?q=word${index}`)).status);
  expect(statuses).toContain(429);
  const refused = await open('?q=another').expect(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await open('?q=once').expect(200);
});
