import {
  announcedLength,
  parseHeaderValue,
} from '../../../src/plugins/bot/server/src/core/protocol/headers/header-parameters';
import {
  entityTagOf,
  isMatchedBy,
  parseIfMatch,
} from '../../../src/plugins/bot/server/src/core/protocol/headers/entity-tags';
import { rateLimitHeaders } from '../../../src/plugins/bot/server/src/core/http/rate-limit';

import { refusalOf } from './refusals';

const read = (header: string) => {
  const { value, parameters } = parseHeaderValue(header);
  return [value, Object.fromEntries(parameters)];
};

test.each<[string, string, Record<string, string>]>([
  ['form-data', 'form-data', {}],
  [' Form-Data ; name=file', 'form-data', { name: 'file' }],
  ['form-data; name="file"; filename="a.txt"', 'form-data', { name: 'file', filename: 'a.txt' }],
  ['a; NAME = one', 'a', { name: 'one' }],
  ['a;  name  =  "one"', 'a', { name: 'one' }],
  ['a; name="one"; name="two"', 'a', { name: 'one' }],
  ['a; name=""', 'a', { name: '' }],
  ['a; name=', 'a', { name: '' }],
  ['a; name="say \\"hi\\""', 'a', { name: 'say "hi"' }],
  ['a; name="C:\\folder\\\\a;b"', 'a', { name: 'C:\\folder\\a;b' }],
  ['a; name="two\nlines"', 'a', { name: 'two\nlines' }],
  ['a; filename*=utf-8', 'a', { 'filename*': 'utf-8' }],
  ['a; no parameter; name=b c', 'a', { name: 'b' }],
])('%j is read', (header, value, parameters) => {
  expect(read(header)).toEqual([value, parameters]);
});

test('the length of a body is the number that the request announces', () => {
  expect(announcedLength({ headers: { 'content-length': '3221225472' } })).toBe(3_221_225_472);
  expect(announcedLength({ headers: {} })).toBeUndefined();
});

test('a limit is told with its name, its window and what is left', () => {
  const policy = { name: 'bot', quota: 100, seconds: 60 } as const;
  expect(rateLimitHeaders({ policy, remaining: 7, seconds: 12 })).toEqual({
    'RateLimit-Policy': '"bot";q=100;w=60',
    RateLimit: '"bot";r=7;t=12',
  });
  expect(rateLimitHeaders({ policy, remaining: -1, seconds: 1 }).RateLimit).toBe('"bot";r=0;t=1');
});

test('a tag is that of what is shown, and of nothing else', () => {
  const tag = entityTagOf({ title: 'a' });
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  expect(entityTagOf({ title: 'a' })).toBe(tag);
  expect(entityTagOf({ title: 'b' })).not.toBe(tag);
});

test.each<[string | undefined, unknown]>([
  [undefined, undefined],
  ['*', '*'],
  [' * ', '*'],
  ['"a"', new Set(['"a"'])],
  ['"a", W/"b" ,"c"', new Set(['"a"', 'W/"b"', '"c"'])],
  [' "a" ', new Set(['"a"'])],
  ['""', new Set(['""'])],
  ['"\xff"', new Set(['"\xff"'])],
])('If-Match: %j is read', (header, tags) => {
  expect(parseIfMatch(header)).toEqual(tags);
});

test.each(['', 'a', '"a', 'a"', '"a" "b"', '"a",', ',"a"', '"a b"', 'w/"a"', '*, "a"'])(
  'If-Match: %j is refused',
  (header) => {
    expect(refusalOf(() => parseIfMatch(header))).toEqual({
      code: 'invalid-request',
      message: 'If-Match must be * or entity tags in quotes, separated by commas',
      errors: [],
    });
  }
);

test('a tag matches itself, and a star matches all', () => {
  const tags = new Set(['"a"', 'W/"b"']);
  expect(['"a"', '"b"', 'W/"b"'].map((tag) => isMatchedBy(tags, tag))).toEqual([true, false, true]);
  expect(isMatchedBy('*', '"x"')).toBe(true);
});
