import type { Core } from '@strapi/strapi';

import { parseIdempotencyKey } from '../../../src/plugins/bot/server/src/core/http/idempotency/middleware';
import { createProtocolPathTest } from '../../../src/plugins/bot/server/src/core/protocol/path';
import { decodeCursor } from '../../../src/plugins/bot/server/src/core/protocol/cursor';
import { validatePublicationId } from '../../../src/plugins/bot/server/src/core/protocol/validate';

import { refusalOf } from './refusals';

test.each<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ['"a key"', 'a key'],
  ['"say \\"a\\" \\\\"', 'say "a" \\'],
  ['a', 'a'],
  ['a key', 'a key'],
  ['abc~!', 'abc~!'],
  ['k'.repeat(255), 'k'.repeat(255)],
  [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
])('the key of %j is %j', (header, key) => {
  expect(parseIdempotencyKey(header)).toBe(key);
});

test.each([
  '',
  '""',
  ' ',
  ' a',
  'a ',
  '"a',
  '"a" b',
  'b "a"x\n',
  '"a\\b"',
  '"',
  'ä',
  '"ä"',
  'a\tb',
  'k'.repeat(256),
  `"${'k'.repeat(256)}"`,
])('%j is no key', (header) => {
  expect(refusalOf(() => parseIdempotencyKey(header)).code).toBe('idempotency-key-invalid');
});

test('a path belongs to the protocol below its root, in any case', () => {
  const config = { get: (name: string) => (name === 'api.rest.prefix' ? '/API' : undefined) };
  const isOfProtocol = createProtocolPathTest({ config } as unknown as Core.Strapi);
  const paths = ['/api/bot', '/Api/Bot/health', '/api/bot/', '/api/bots', '/api', '/x/api/bot'];
  expect(paths.map(isOfProtocol)).toEqual([true, true, true, false, false, false]);
});

test.each(['a', 'A9'.repeat(32)])('%s is an id', (id) => {
  expect(validatePublicationId(id)).toBe(id);
});

test.each([undefined, '', 'a-b', ' a', 'a\n', 'a'.repeat(65)])('%j is the id of nothing', (id) => {
  expect(refusalOf(() => validatePublicationId(id)).code).toBe('publication-not-found');
});

test('what is no cursor is refused by the name of the parameter', () => {
  const message = 'cursor must be one from the Link header of an earlier answer';
  expect(refusalOf(() => decodeCursor('x'))).toEqual({
    code: 'invalid-request',
    message,
    errors: [['cursor', message]],
  });
});

test('the last day that a cursor can name is the last of the year 9999', () => {
  const written = (time: number) => Buffer.from(`${time}.a`).toString('base64url');
  const last = Date.UTC(9999, 11, 31);
  expect(decodeCursor(written(last)).createdAt).toEqual(new Date(last));
  expect(refusalOf(() => decodeCursor(written(last + 1))).code).toBe('invalid-request');
});
