import { z } from 'zod';

import {
  digest,
  flag,
  isLongerThan,
  line,
  moment,
  oneLine,
  oneOf,
  pageLimit,
  searchedText,
  storableText,
} from '../src';

import { refusalsOf } from './refusals';

/** Parsed value, or the messages of the validation errors. */
const of = (schema: z.ZodType, value: unknown): unknown =>
  schema.safeParse(value).data ?? refusalsOf(schema, value).map(([, message]) => message);

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

test.each<[unknown, unknown]>([
  ['text', 'text'],
  ['🎉', '🎉'],
  [7, ['name must be a text']],
  ['a\0b', ['name must not contain a NUL character']],
  ['half \ud83c', ['name must be valid Unicode']],
])('of %j is stored %j', (input, stored) => {
  expect(of(storableText('name'), input)).toEqual(stored);
});

test('a line parts words where a text has ends of lines, and holds nothing that no text shows', () => {
  expect(oneLine('a\tb\nc\vd\re\u0085f\u2028g\u2029h')).toBe('a b c d e f g h');
  expect(oneLine('a\u202eb\u2066c')).toBe('abc');
  expect(oneLine('a\0b\x1bc\ufffed\ud83ce')).toBe('abcde');
});

test.each<[unknown, unknown]>([
  [' a\nb ', 'a b'],
  ['🎉🎉🎉', '🎉🎉🎉'],
  ['   abc   ', 'abc'],
  ['', ['name must not be empty']],
  [' \n ', ['name must not be empty']],
  ['abcd', ['name must have at most 3 characters']],
  [7, ['name must be a text']],
])('of %j as a name of three characters is stored %j', (input, stored) => {
  expect(of(line('name', 3), input)).toEqual(stored);
});

test('a text that is searched keeps the space at its end', () => {
  expect(of(searchedText('q', 3), 'a\n')).toBe('a ');
  expect(of(searchedText('q', 3), '\0')).toEqual(['q must not be empty']);
  expect(of(searchedText('q', 3), 'abcd')).toEqual(['q must have at most 3 characters']);
});

test('JSON Schema is told the bounds of lines and of what is searched', () => {
  for (const schema of [line('name', 9), searchedText('q', 9)]) {
    expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({ minLength: 1, maxLength: 9 });
  }
});

test.each<[unknown, unknown]>([
  ['AB'.repeat(32), 'ab'.repeat(32)],
  ['a'.repeat(63), ['sha256 must be 64 hexadecimal digits']],
  ['a'.repeat(65), ['sha256 must be 64 hexadecimal digits']],
  [`${'a'.repeat(63)}g`, ['sha256 must be 64 hexadecimal digits']],
])('as a digest %j is %j', (input, digits) => {
  expect(of(digest('sha256'), input)).toEqual(digits);
});

const A_TIME = 'at must be a time with an offset, such as 2030-01-31T08:00:00+01:00';
test.each<[unknown, unknown]>([
  ['2030-01-31T08:00:00+01:00', new Date('2030-01-31T07:00:00Z')],
  ['2030-01-31T08:00:00.1239Z', new Date('2030-01-31T08:00:00.123Z')],
  ['9999-12-31T23:59:59.999Z', new Date('9999-12-31T23:59:59.999Z')],
  ['9999-12-31T23:59:59-01:00', ['at must be before the year 10000']],
  ['2030-01-31T08:00:00', [A_TIME]],
  ['2030-02-30T08:00:00Z', [A_TIME]],
  ['tomorrow', [A_TIME]],
])('as a time %j is %j', (input, time) => {
  expect(of(moment('at'), input)).toEqual(time);
});

test('a word is one of a few, a flag is true or false, and each refusal names what is allowed', () => {
  const word = oneOf('type', ['image', 'file']);
  expect([of(word, 'file'), of(word, 'film')]).toEqual([
    'file',
    ['type must be one of image, file'],
  ]);
  const isUsed = flag('isUsed');
  expect([of(isUsed, 'true'), of(isUsed, 'false')]).toEqual([true, false]);
  expect(of(isUsed, 'yes')).toEqual(['isUsed must be true or false']);
});

test('a page has as many items as are asked for, or as usual, and no more than there may be', () => {
  const limit = pageLimit(3, 9);
  expect(
    [undefined, '1', '010', '9', '10', '99999999999999999999'].map((one) => of(limit, one))
  ).toEqual([3, 1, 9, 9, 9, 9]);
  for (const wrong of ['0', '-1', '1.5', '1x', 'x1', '']) {
    expect(of(limit, wrong)).toEqual(['limit must be a positive integer']);
  }
  expect(limit.description).toMatch(/\b3 if\b.*\b9 means 9$/);
});

test.each(['\u200b\u200d\ufeff', ' \u2060 ', '\u3164', '\u2800', '\u00ad', '\u{e0041}'])(
  'a text of nothing that can be seen is empty: %j',
  (text) => {
    expect(oneLine(text)).toBe('');
  }
);

test.each(['👩\u200d🚀', 'می\u200cخواهم', 'שלום\u200f!', '❤\ufe0f'])(
  '%j stays as it is',
  (text) => {
    expect(oneLine(text)).toBe(text);
  }
);
