import {
  endingsInQuery,
  endingsOf,
} from '../../src/plugins/bot/server/src/features/search/endings';
import {
  LONGEST_TOKEN,
  SHORTEST_TOKEN,
  toToken,
} from '../../src/plugins/bot/server/src/features/search/dialects/mysql';
import { wordsIn } from '../../src/plugins/bot/server/src/features/search/words';

test.each([
  ['The harbour, the-Night 2026', ['the', 'harbour', 'the', 'night', '2026']],
  ['Café CAFE cafe\u0301', ['cafe', 'cafe', 'cafe']],
  ['Straße', ['strasse']],
  ['ΟΔΟΣ', ['οδοσ']],
  ['a', ['a']],
  ['%&\n', []],
])('the words of %j', (text, words) => {
  expect(wordsIn(text)).toEqual(words);
});

test('endings are there once, by their first six letters, and no shorter ones than three', () => {
  expect(endingsOf('Lighthouses, the LIGHT')).toEqual(
    'lighth ightho ghthou hthous thouse houses ouses uses ses the light ight ght'.split(' ')
  );
});

test.each<[string, [string, boolean][]]>([
  // A word followed by other characters is complete, so it matches no longer word.
  ['arbour at ni', [['arbour', false]]],
  [
    '"Harbour" - at night',
    [
      ['harbou', false],
      ['night', true],
    ],
  ],
  [
    'under_sco',
    [
      ['under', true],
      ['sco', true],
    ],
  ],
  ['港の夜', [['港の夜', true]]],
  ['港', []],
  ['100 %_', [['100', true]]],
  ['...', []],
])('the endings that %j asks for', (text, terms) => {
  expect(endingsInQuery(text).map(({ term, isBeginning }) => [term, isBeginning])).toEqual(terms);
});

const TEXTS = [
  'The lighthouses of Île-de-Bréhat, 2026',
  'İstanbul, Straße, ΟΔΟΣΑΚΙΑ ΟΔΟΣ',
  '港の夜ぷらす ｶﾞ 한국어',
  '\u{1d400}\u{10330}\u{1e900}\u{1e901}\u{1e902} a½b x²',
];

test('whatever stands anywhere in a text is found by its endings', () => {
  for (const text of TEXTS) {
    const endings = endingsOf(text);
    const characters = [...text];
    for (let from = 0; from < characters.length; from += 1) {
      for (let to = from + 1; to <= characters.length; to += 1) {
        const part = characters.slice(from, to).join('');
        const missing = endingsInQuery(part).filter(
          ({ term, isBeginning }) =>
            !endings.some((one) => (isBeginning ? one.startsWith(term) : one === term))
        );
        expect([part, missing]).toEqual([part, []]);
      }
    }
  }
});

test('what begins alike has tokens that begin alike, of a size that servers take', () => {
  const texts = ['a', 'x'.repeat(50), 'щ'.repeat(50), '한국어', '\u{1d400}\u{10330}', 'İstanbul'];
  for (const [word = ''] of texts.map(wordsIn)) {
    const token = toToken(word);
    expect(token).toMatch(/^[a-z0-9]+$/);
    expect(token.length).toBeGreaterThanOrEqual(SHORTEST_TOKEN);
    expect(token.length).toBeLessThanOrEqual(LONGEST_TOKEN);
    expect(token.startsWith(toToken([...word].slice(0, -1).join('') || word))).toBe(true);
  }
});
