import { formatDocument, parseDocument } from '../src/folder/document';
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
    ['notes/ref.txt', undefined],
  ]);
});

test('they get other addresses, and nothing else of the text changes', async () => {
  const renamed = await readdress(TEXT, async ({ url }) =>
    url === 'large.png' ? undefined : `https://a.b/${encodeURI(url)}`
  );
  expect(renamed).toBe(
    TEXT.replace('(boat.png', '(https://a.b/boat.png')
      .replace('two words.txt', 'https://a.b/two%20words.txt')
      .replace('small.png', 'https://a.b/small.png')
      .replace('notes/ref.txt', 'https://a.b/notes/ref.txt')
  );
});

test('a document that is written is read again as it was', () => {
  const document = {
    title: 'Yes: "no" #1',
    status: 'draft' as const,
    fields: { tags: ['a', 'b'], n: 1 },
    body: '---\n\ntext\n---\n',
  };
  expect(parseDocument(formatDocument(document))).toEqual(document);
  const windows = formatDocument({ title: 'a', body: 'b' }).replace(/\n/g, '\r\n');
  expect(parseDocument(`\uFEFF${windows}`)).toEqual({ title: 'a', body: 'b' });
});

test('a key of its own is a field, as generators of static pages have it', () => {
  const text = '---\ntitle: a\ntags: [b]\nfields: { excerpt: c }\n---\nText';
  expect(parseDocument(text)).toEqual({
    title: 'a',
    fields: { tags: ['b'], excerpt: 'c' },
    body: 'Text',
  });
});

test.each([
  ['# No front matter\n', /needs a title/],
  ['---\nstatus: draft\n---\n', /title: needs a title/],
  ['---\ntitle: a\npublishAt: soon\n---\n', /publishAt: must be a time/],
  ['---\ntitle: a\n', /needs a title, between two lines/],
])('%j says what is wrong', (text, reason) => {
  expect(() => parseDocument(text)).toThrow(reason);
});
