import { describe as describeText } from '../../src/api/work/page/text/description';

test('a short text stays as it is, on one line', () => {
  expect(describeText('  One\n two\t three. ')).toBe('One two three.');
});

test('a long text is cut between words', () => {
  const description = describeText('abcde '.repeat(50));
  expect(description).toBe(`${'abcde '.repeat(26).trim()}…`);
  expect(description.length).toBeLessThanOrEqual(160);
});

test('punctuation before the cut goes with it', () => {
  expect(describeText(`${'a'.repeat(150)}, ${'b'.repeat(50)}`)).toBe(`${'a'.repeat(150)}…`);
});

test('a text without spaces is cut between characters, never inside one', () => {
  const description = describeText('🌊'.repeat(200));
  expect(description).toBe(`${'🌊'.repeat(159)}…`);
});
