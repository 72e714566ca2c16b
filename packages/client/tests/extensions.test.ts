import { readDocument } from '../src/folder/document';

const bodyOf = (text: string, file = 'a.md') => readDocument(text, file, {}).document.body;

test.each([
  ['an id of a heading', '## Wind {#wind-1 .wide}\n', '## Wind <a id="wind-1"></a>\n'],
  ['an id of digits', '## 1.6.0 {#160}\n', '## 1.6.0 <a id="160"></a>\n'],
  ['an id behind code', '## The `log` {#log}\n', '## The `log` <a id="log"></a>\n'],
  ['an id in MDX', '## Wind {/*wind*/}\n', '## Wind <a id="wind"></a>\n'],
  ['an attribute list', '[a](b){:target="_blank"} c\n{: .center}\n', '[a](b) c\n\n'],
  ['a table of contents of kramdown', '* TOC\n{:toc}\n\nText\n', '\n\nText\n'],
  ['a table of contents', '[[toc]]\n\nText [[1]]\n', '\n\nText [[1]]\n'],
  ['a box', ':::note Gales\nText\n:::\n', '**Gales**\n\nText\n\n'],
  ['a box without a title', '::: tip\nText\n:::\n', '**Tip**\n\nText\n\n'],
  ['a box with brackets', ':::info[At sea]\nText\n', '**At sea**\n\nText\n'],
  ['an alert', '> [!WARNING]\n> Text\n', '> **Warning**\n>\n> Text\n'],
  ['braces of other kinds', '{:ok, x} {{ .x }} {.5} `{#a}` {a=1+2}\n', undefined],
  ['a marked file of Pelican', '[a]({filename}/b.md)\n', '[a](/b.md)\n'],
])('%s of a generator is not shown', (_name, written, expected) => {
  expect(bodyOf(written)).toBe(expected ?? written);
});

test('front matter without a first fence is read as in Pelican and Hexo', () => {
  const pelican =
    'Title: Wind: a log\nDate: 2019-05-04 10:20\nSummary: Wet,\n    and cold\n\nText\n';
  const { document } = readDocument(pelican, 'a.md', { excerpt: {} });
  expect(document).toMatchObject({
    title: 'Wind: a log',
    firstPublishedAt: '2019-05-04T10:20:00.000Z',
    fields: { excerpt: 'Wet,\n    and cold' },
    body: 'Text\n',
  });
  const hexo = readDocument('title: Wind\ntags:\n  - a\n---\nText\n', 'a.md', { tags: {} });
  expect(hexo.document).toMatchObject({ title: 'Wind', fields: { tags: ['a'] }, body: 'Text\n' });
  const text = 'Note: no title here\n\nText\n';
  expect(bodyOf(text)).toBe(text);
});

test('front matter may follow empty lines, and a rule is none', () => {
  expect(readDocument('\n\n+++\ntitle = "Wind"\n+++\nText\n', 'a.md', {}).document).toEqual({
    title: 'Wind',
    body: 'Text\n',
  });
  expect(readDocument('\r\n---\r\ntitle: Wind\r\n---\r\n', 'a.md', {}).document.title).toBe('Wind');
  expect(bodyOf('\n---\nText\n\n---\n')).toBe('\n---\nText\n\n---\n');
});

test('a heading that repeats the title is left out', () => {
  expect(bodyOf('---\ntitle: Wind\n---\n# Wind\n\nText\n')).toBe('\nText\n');
  expect(bodyOf('---\ntitle: Wind\n---\n# Gales\n')).toBe('# Gales\n');
  const { title } = readDocument('# Wind {#wind}\nText\n', 'a.md', {}).document;
  expect(title).toBe('Wind');
});

test('JSON within a text is no front matter', () => {
  const text = 'Text\n\n{\n  "title": "A"\n}\n';
  expect(bodyOf(text)).toBe(text);
});

test('quoted values of several lines, and authors with an address, are read', () => {
  const text = '---\ndescription: "Wet\nand cold"\nauthor:\n  name: Ada\n  url: a.b\n---\n';
  const { fields } = readDocument(text, 'a.md', { excerpt: {}, author: {} }).document;
  expect(fields).toEqual({ excerpt: 'Wet and cold', author: 'Ada' });
  const wordpress = '---\nauthor:\n  display_name: Ada\n  login: admin\n---\n';
  expect(readDocument(wordpress, 'a.md', { author: {} }).document.fields).toEqual({
    author: 'Ada',
  });
});
