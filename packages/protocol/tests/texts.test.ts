import { isLongerThan, storableText } from '../src';

test.each<[string, number, boolean]>([
  ['', 0, false],
  ['abc', 3, false],
  ['abcd', 3, true],
  ['🎉🎉🎉', 3, false],
  ['🎉🎉🎉x', 3, true],
  ['🎉🎉🎉🎉', 3, true],
  ['🎉', 1, false],
])('whether %j has more than %d characters: %p', (text, limit, isLonger) => {
  expect(isLongerThan(text, limit)).toBe(isLonger);
});

test.each<[unknown, string | undefined]>([
  ['text', undefined],
  ['🎉', undefined],
  [7, 'name must be a text'],
  ['a\0b', 'name must not contain a NUL character'],
  ['half \ud83c', 'name must be valid Unicode'],
])('whether %j can be stored', (text, message) => {
  expect(storableText('name').safeParse(text).error?.issues[0]?.message).toBe(message);
});
