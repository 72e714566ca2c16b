import {
  LONGEST_TOKEN,
  SHORTEST_TOKEN,
  tokensOf,
  tokensToFind,
} from '../../src/plugins/bot/server/src/features/large-sites/search/mysql-text-index';

test.each([
  ['The harbour, the-Night 2026', ['qqthe', 'qqharbour', 'qqnight', 'qq2026']],
  ['Café CAFE cafe\u0301', ['qqcafe']],
  ['Straße', ['qqstrasse']],
  ['a', ['qqa']],
  ['да', ['qq04340430']],
  ['%&\n', []],
])('the words of %j', (text, tokens) => {
  expect(tokensOf(text)).toEqual(tokens);
});

test('what begins alike has tokens that begin alike, of a size that servers take', () => {
  const texts = ['a', 'x'.repeat(50), 'щ'.repeat(50), '한국어', '\u{1d400}\u{10330}', 'İstanbul'];
  for (const text of texts) {
    const [token = ''] = tokensOf(text);
    expect(token).toMatch(/^[a-z0-9]+$/);
    expect(token.length).toBeGreaterThanOrEqual(SHORTEST_TOKEN);
    expect(token.length).toBeLessThanOrEqual(LONGEST_TOKEN);
    const [beginning = ''] = tokensOf([...text].slice(0, -1).join('') || text);
    expect(token.startsWith(beginning)).toBe(true);
  }
});

test.each(['港の夜', 'ไทย', 'under_score', '100 %_', '...', ''])('%j is not looked for', (text) => {
  expect(tokensToFind(text)).toBeUndefined();
});

test('what is looked for is words', () => {
  expect(tokensToFind('"Harbour" - at')).toEqual(['qqharbour', 'qqat']);
});
