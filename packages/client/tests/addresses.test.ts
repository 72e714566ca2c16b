import { createAddresses } from '../src/folder/generators/addresses';

const find = createAddresses([
  { file: '_posts/2019-05-04-where-its-at.md' },
  { file: 'posts/pier/index.md', aliases: ['/old/pier.html'] },
  { file: 'posts/harbour.md', address: '/2020/harbour/' },
  { file: 'notes/harbour.md' },
  { file: 'posts/rust.mdx', address: 'oxide' },
  { file: 'posts/Rust-1.52.0.md' },
  { file: 'posts/leaving-example.com.md' },
]);

test.each([
  ['its file', 'posts/pier/index.md', '../harbour.md', 'posts/harbour.md'],
  ['its file, with a fragment', 'posts/harbour.md', 'pier/index.md#top', 'posts/pier/index.md'],
  ['its file from the folder', 'notes/harbour.md', '@/posts/harbour.md', 'posts/harbour.md'],
  [
    'its name',
    'notes/harbour.md',
    '@/2019-05-04-where-its-at',
    '_posts/2019-05-04-where-its-at.md',
  ],
  [
    'its dated address',
    'a.md',
    '/2019/05/04/where-its-at.html',
    '_posts/2019-05-04-where-its-at.md',
  ],
  ['its address below another', 'a.md', '/blog/where-its-at/', '_posts/2019-05-04-where-its-at.md'],
  ['its folder', 'a.md', '/posts/pier/', 'posts/pier/index.md'],
  ['the folder beside', 'posts/harbour.md', '../pier/', 'posts/pier/index.md'],
  ['its address', 'a.md', '/2020/harbour/?x=1#top', 'posts/harbour.md'],
  ['its former address', 'a.md', '/old/pier.html', 'posts/pier/index.md'],
  ['its address with dots', 'a.md', '/2021/05/06/Rust-1.52.0/', 'posts/Rust-1.52.0.md'],
  [
    'its address that ends like a file',
    'a.md',
    '/leaving-example.com',
    'posts/leaving-example.com.md',
  ],
  ['its slug', 'a.md', '/posts/oxide', 'posts/rust.mdx'],
])('a link to a text by %s', (_name, document, url, file) => {
  expect(find(document, url)?.file).toBe(file);
});

test('of two texts with an address, the nearest one is meant', () => {
  const findTranslated = createAddresses([
    { file: 'en/docs/limits.md' },
    { file: 'de/docs/limits.md' },
  ]);
  expect(findTranslated('de/posts/a.md', '/docs/limits/')?.file).toBe('de/docs/limits.md');
});

test('a link keeps the place in the text', () => {
  expect(find('posts/harbour.md', 'pier/index.md#top')?.fragment).toBe('#top');
});

test.each([
  ['an address that two texts have', '/harbour/'],
  ['a list of a generator', '/tags/pier/'],
  ['a text that is not there', 'gone.md'],
])('a link to %s leads to no text', (_name, url) => {
  expect(find('a.md', url)).toEqual({ fragment: '' });
});

test.each([
  'https://example.org/posts/pier/',
  '//example.org/a',
  '#top',
  'mailto:a@b.c',
  'a.png',
  '/a.pdf',
])('the link %s is none to a text', (url) => expect(find('a.md', url)).toBeUndefined());
