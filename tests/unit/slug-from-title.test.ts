import { slugFromTitle } from '../../src/plugins/bot/server/src/features/publications/slug/slug';

test.each([
  ['Hello, World!', 'hello-world'],
  ['  spaces   and\ttabs ', 'spaces-and-tabs'],
  ['Größe und Übermut', 'groesse-und-uebermut'],
  ['Привет мир', 'privet-mir'],
  ['Καλημέρα κόσμε', 'kalimera-kosme'],
  ['深圳的春天', 'shen-zhen-de-chun-tian'],
  ['東京の天気', 'dong-jing-no-tian-qi'],
  ['مرحبا بالعالم', 'mrhba-balealm'],
  ['한국어 제목', 'hangugeo-jemog'],
  ['שלום', 'shlvm'],
  ['हिन्दी', 'hindii'],
  ['Ein 你好 für Größe', 'ein-ni-hao-fuer-groesse'],
  ['e\u0301te\u0301', 'ete'],
  ['2026: a year', '2026-a-year'],
  ['C++ & C#', 'c-and-c'],
  ['../../etc/passwd', 'etc-passwd'],
  ['50% off?', '50-off'],
])('the slug of "%s" is %s', (title, slug) => {
  expect(slugFromTitle(title)).toBe(slug);
});

test.each(['', '   ', '!!!', '🎉🎉', '---'])(
  'the title "%s", in which there is nothing to spell, has the slug work',
  (title) => {
    expect(slugFromTitle(title)).toBe('work');
  }
);

test('a long slug is cut at a word', () => {
  const slug = slugFromTitle('twelve chars '.repeat(19));
  expect([slug.length <= 180, /^(?:twelve-chars-)*twelve(?:-chars)?$/.test(slug)]).toEqual([
    true,
    true,
  ]);
});

test('a long slug of one word is cut all the same', () => {
  expect(slugFromTitle('x'.repeat(255))).toBe('x'.repeat(180));
});

test('a slug needs no escaping in an address', () => {
  const slug = slugFromTitle('Ein "Titel" / mit: Zeichen? #1 &c. 你好 ß');
  expect(encodeURIComponent(slug)).toBe(slug);
});
