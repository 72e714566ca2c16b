import {
  assertMapFits,
  decode,
  EXPORTER,
  formatDocument,
  readDocument,
} from '../src/folder/document';
import { linksOf, readdress } from '../src/folder/links';

const TEXT = `A ![boat](boat.png "The boat.png") and [a text](<two words.txt>), \`![not](this.png)\`.

[![small](small.png)](large.png) [ref][ref] <https://example.org/a>

    ![nor](this.png)

[ref]: notes/ref.txt "Notes"
`;

test('pictures and links are found where they stand, and not in code', async () => {
  expect((await linksOf(TEXT)).map(({ url, alt }) => [url, alt])).toEqual([
    ['boat.png', 'boat'],
    ['two words.txt', undefined],
    ['small.png', 'small'],
    ['large.png', undefined],
    ['https://example.org/a', undefined],
    ['notes/ref.txt', undefined],
  ]);
});

test('timers and answers of the site have their turn before each text that is parsed', async () => {
  await linksOf(TEXT);
  let turns = 0;
  const counting = setInterval(() => (turns += 1));
  for (let left = 20; left > 0; left -= 1) await linksOf(TEXT.repeat(20));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(5);
});

test('they get other addresses, and nothing else of the text changes', async () => {
  const renamed = await readdress(TEXT, async ({ url }) =>
    url === 'large.png' ? undefined : `https://a.b/${encodeURI(url)}`
  );
  expect(renamed).toBe(
    TEXT.replace('(boat.png', '(https://a.b/boat.png')
      .replace('two words.txt', 'https://a.b/two%20words.txt')
      .replace('small.png', 'https://a.b/small.png')
      .replace('https://example.org', 'https://a.b/https://example.org')
      .replace('notes/ref.txt', 'https://a.b/notes/ref.txt')
  );
});

test('each address of a srcset is changed, and its sizes stay', async () => {
  const html =
    '<picture><source srcset="a.webp 1x,\n b.webp 2x"><img srcset="c.png 300w, https://a.b/d.png 600w" src="c.png" alt="C"></picture>';
  expect((await linksOf(html)).map(({ url, alt }) => [url, alt])).toEqual([
    ['a.webp', undefined],
    ['b.webp', undefined],
    ['c.png', undefined],
    ['https://a.b/d.png', undefined],
    ['c.png', 'C'],
  ]);
  const changed = await readdress(html, async ({ url }) =>
    url.startsWith('http') ? undefined : `https://a.b/${url}`
  );
  expect(changed).toBe(html.replace(/(?<=["\s])([abc]\.\w+)/g, 'https://a.b/$1'));
});

test('a picture that is not there is replaced by what it shows, in a link too', async () => {
  const changed = await readdress(
    '[![The pier](pier.png)](large.png) ![](none.png)',
    async (link) => (link.alt === undefined ? 'https://a.b/large.png' : { instead: link.alt })
  );
  expect(changed).toBe('[The pier](https://a.b/large.png) ');
});

const SITE = {
  excerpt: { maxLength: 20 },
  tags: {},
  category: {},
  cover: {},
  author: {},
  weight: {},
};
const read = (text: string, file = 'a.md') => {
  const { document, ignoredKeys, truncatedFields } = readDocument(text, file, SITE);
  return { document, ignoredKeys, truncatedFields };
};

test('a document that is written is read again as it was', () => {
  const document = {
    title: 'Yes: "no" #1',
    status: 'draft' as const,
    fields: { tags: ['a', 'b'], weight: 1 },
    body: '---\n\ntext\n---\n',
  };
  expect(read(formatDocument(document))).toEqual({
    document,
    ignoredKeys: [],
    truncatedFields: [],
  });
  const windows = formatDocument({ title: 'a', body: 'b' }).replace(/\n/g, '\r\n');
  expect(read(`\uFEFF${windows}`).document).toEqual({ title: 'a', body: 'b' });
});

test('what stands above a text is YAML, TOML or JSON, and its keys are those of many generators', () => {
  const document = {
    title: 'Storm',
    status: 'draft',
    slug: 'the-storm',
    fields: {
      tags: ['Wind', 'Sea'],
      category: 'Log',
      author: 'Ada, Bo',
      cover: 'a.png',
      excerpt: 'Wet.',
    },
    body: 'Text\n',
  };
  const yaml =
    '---\ntitle: Storm\ndraft: true\npermalink: /2019/the-storm.html\nkeywords: Wind, Sea\ncategories: [Log, Old]\n' +
    'authors: [{ name: Ada }, Bo]\nimage: { src: a.png }\nDescription: Wet.\n---\nText\n';
  const toml =
    '+++\ntitle = "Storm"\ndraft = true\nslug = "the-storm"\nauthors = ["Ada", "Bo"]\nsummary = "Wet."\n' +
    'hero_image = "a.png"\n[taxonomies]\ntags = ["Wind", "Sea"]\ncategories = ["Log"]\n+++\nText\n';
  const json = JSON.stringify(
    { ...document, ...document.fields, fields: undefined, body: undefined },
    null,
    2
  );
  for (const text of [yaml, toml, `${json}\nText\n`, yaml.replace(/\n/g, '\r\n')]) {
    const { document: found, ignoredKeys } = read(text);
    expect({ ...found, body: found.body.replace('\r', '') }).toEqual(document);
    expect(ignoredKeys).toEqual([]);
  }
});

test.each([
  ['a banner', '', 'banner_image: a.png', { cover: 'a.png' }],
  ['the first of a list', '', 'images: [a.png, b.png]', { cover: 'a.png' }],
  ['no cover from words', '', 'teaser: Of a harbour. And boats', undefined],
  ['a field of the site', 'images', 'images: [a.png, b.png]', { images: ['a.png', 'b.png'] }],
])('the picture of a text is read as %s', (_name, field, line, fields) => {
  const text = `---\ntitle: a\n${line}\n---\n`;
  const site = { ...SITE, ...(field && { [field]: {} }) };
  expect(readDocument(text, 'a.md', site).document.fields).toEqual(fields);
});

test('a list in brackets may have lines that begin with tabs', () => {
  const { document } = read('---\ntitle: a\ntags:\n  [\n    Wind,\n\tSea,\n  ]\n---\n');
  expect(document.fields).toEqual({ tags: ['Wind', 'Sea'] });
});

test('a key can be given another name, which comes before one that the file has', () => {
  const text = '---\ntitle: a\nspoiler_text: One\nsummary: Two\nposted: 2019-05-04\n---\n';
  const map = { spoilertext: 'excerpt', posted: 'date' };
  const { document, ignoredKeys } = readDocument(text, 'a.md', SITE, map);
  expect(document).toMatchObject({
    firstPublishedAt: '2019-05-04T00:00:00.000Z',
    fields: { excerpt: 'One' },
  });
  expect(ignoredKeys).toEqual(['summary']);
  expect(() => assertMapFits(map, SITE)).not.toThrow();
  expect(() => assertMapFits({ a: 'seo' }, SITE)).toThrow(/no key can be mapped to seo; there are/);
});

test('fields that the site does not have are told of', () => {
  const { document, ignoredKeys } = read('---\ntitle: a\nfields: { weight: 1, seo: {} }\n---\n');
  expect(document.fields).toEqual({ weight: 1 });
  expect(ignoredKeys).toEqual(['fields.seo']);
});

test('the text of a file that an export wrote is taken as it is, whatever its ids', () => {
  const body = '{{< youtube abc >}}\n';
  const text = formatDocument({ title: 'a', externalId: 'b', exportedBy: EXPORTER, body });
  expect(readDocument(text, 'a.md', SITE)).toMatchObject({ isExport: true, document: { body } });
  const { isExport } = readDocument(
    formatDocument({ title: 'a', externalId: 'b', body }),
    'a',
    SITE
  );
  expect(isExport).toBe(false);
});

test('no key of a file that an export wrote is of no use', () => {
  const files = { './a.png': { name: 'A.png' } };
  const text = formatDocument({ title: 'a', files, exportedBy: EXPORTER, body: '' });
  expect(readDocument(text, 'a.md', SITE)).toMatchObject({ files, ignoredKeys: [] });
});

test('keys of no use are told of, and refuse nothing', () => {
  const text =
    '---\ntitle: 404\nlayout: post\nweight: 3\nslug: 港口\nempty:\ncategories: []\n---\nText';
  expect(read(text)).toEqual({
    document: { title: '404', fields: { weight: 3 }, body: 'Text' },
    ignoredKeys: ['layout', 'slug'],
    truncatedFields: [],
  });
});

test.each([
  ['# The *Pier* #\n\nText', 'a.md', { title: 'The *Pier*', body: '\nText' }],
  ['The Pier\n===\nText', 'a.md', { title: 'The Pier', body: 'Text' }],
  [
    'Text\n\n# Later\n',
    '2019-05-04-where-its_at.md',
    {
      title: 'Where its at',
      firstPublishedAt: '2019-05-04T00:00:00.000Z',
      body: 'Text\n\n# Later\n',
    },
  ],
  ['{ no } JSON', 'trips/harbour/_index.md', { title: 'Harbour', body: '{ no } JSON' }],
])('%j without a title gets one', (text, file, document) => {
  expect(read(text, file).document).toEqual(document);
});

test('a text that is longer than the site takes is cut at a word', () => {
  const { document, truncatedFields } = read(
    '---\ntitle: a\nsummary: A walk along the harbour\n---\n'
  );
  expect(document.fields).toEqual({ excerpt: 'A walk along the…' });
  expect(truncatedFields).toEqual(['excerpt']);
});

test.each([
  ['2019-05-04', { firstPublishedAt: '2019-05-04T00:00:00.000Z' }, []],
  ['2019-05-04 10:00:00 +0200', { firstPublishedAt: '2019-05-04T08:00:00.000Z' }, []],
  ['2019-5-4 9:05:01 -05:00', { firstPublishedAt: '2019-05-04T14:05:01.000Z' }, []],
  ['2099-05-04T10:00:00+02:00', { publishAt: '2099-05-04T08:00:00.000Z' }, []],
  ['0001-01-01T00:00:00Z', {}, ['pubDate']],
  ['soon', {}, ['pubDate']],
])(
  'the date %s is that of the first publish, or of a later publish',
  (date, wanted, ignoredKeys) => {
    expect(read(`---\ntitle: a\npubDate: ${date}\n---\n`)).toEqual({
      document: { title: 'a', body: '', ...wanted },
      ignoredKeys,
      truncatedFields: [],
    });
  }
);

test.each([
  ['2099-05-04', '2099-05-04T00:00:00.000Z'],
  ['2099-05-04T10:00:00', '2099-05-04T10:00:00.000Z'],
  ['2099-05-04T10:00:00+02:00', '2099-05-04T08:00:00.000Z'],
])('the date %s of TOML is a moment with an offset', (date, publishAt) => {
  expect(read(`+++\ntitle = "a"\ndate = ${date}\n+++\n`).document).toMatchObject({ publishAt });
});

test.each([
  ['---\ntitle: a\n---\n', 'log/2019-05-31-storm.md', '2019-05-31'],
  ['---\ntitle: a\n---\n', '2019/05/31/storm.md', '2019-05-31'],
  ['+++\ntitle = "a"\npath = "2019/05/31/storm"\n+++\n', 'a.md', '2019-05-31'],
  ['---\ntitle: a\n---\n', '2019-5-3-storm.md', '2019-05-03'],
  ['---\ntitle: a\ndate: 2018-01-02\n---\n', '2019-05-31-storm.md', '2018-01-02'],
  ['---\ntitle: a\n---\n', '2019-13-31-storm.md', undefined],
])('the date of %j at %s is %s', (text, file, day) => {
  const { firstPublishedAt } = read(text, file).document;
  expect(firstPublishedAt).toBe(day && `${day}T00:00:00.000Z`);
});

test.each([
  ['/2019/Rust-1.39.0.html', 'Rust-1.39.0'],
  ['Über uns', 'uber-uns'],
  ["Where It's At!", 'where-its-at'],
  ['港口', undefined],
])('the slug of %j is %j', (slug, expected) => {
  expect(read(`---\ntitle: a\nslug: ${JSON.stringify(slug)}\n---\n`).document.slug).toBe(expected);
});

test('modules of MDX are left out, and not what looks like them in code', () => {
  const code = '```js\nimport a from "a";\n```\n';
  const text = `---\ntitle: a\n---\nimport { B } from './b';\n\nexport const c = {\n  d: 1,\n};\n\nText\n\n${code}`;
  expect(read(text, 'a.mdx').document.body).toBe(`Text\n\n${code}`);
});

test.each([
  ['---\ntitle: a\npublishAt: soon\n---\n', /publishAt: must be a time/],
  ['---\ntitle: a\n', /begins with --- and has no second line of ---/],
  ['---\n- a\n---\n', /has no keys/],
  ['+++\ntitle = a\n+++\n', /is not TOML/],
  ['---\ntitle: a: b\n---\n', /is not YAML/],
])('%j says what is wrong', (text, reason) => {
  expect(() => read(text)).toThrow(reason);
});

test('a text in another encoding is refused', () => {
  expect(() => decode(Buffer.from('Grüße', 'latin1'))).toThrow('is not UTF-8');
  expect(decode(Buffer.from('Grüße'))).toBe('Grüße');
});
