import { addressedMaterial, materialChange } from '@fleet-bot/protocol';

import plugin from '../../../src/plugins/bot/server/src';
import { isNestedDeeper } from '../../../src/plugins/bot/server/src/core/http/bodies/json-body';
import { createValidator } from '../../../src/plugins/bot/server/src/core/protocol/validate';
import { createListQueryParser } from '../../../src/plugins/bot/server/src/features/publications/requests/list-query';

import { refusalOf } from './refusals';

const limits = { ...plugin.config.default.limits, listDefault: 3, listMaximum: 9 };
const validate = createValidator(materialChange);
const parse = createListQueryParser({ limits, relations: ['tags', 'category'], hasSearch: true });

test('every wrong field is named', () => {
  const { errors } = refusalOf(() => validate({ name: '', one: 1, two: 2 }));
  expect(errors.map(([field]) => field).sort()).toEqual(['name', 'one', 'two']);
});

test('a wrong field is told with its message, and an unknown one by its name', () => {
  expect(refusalOf(() => validate({ name: 'a', slug: 'x' }))).toEqual({
    code: 'invalid-request',
    message: 'slug is not a known field',
    errors: [['slug', 'slug is not a known field']],
  });
});

test('fields inside "data" are told first, before those that are missing at the top', () => {
  const { message, errors } = refusalOf(() => createValidator(addressedMaterial)({ data: {} }));
  expect(message).toBe(
    'data is not a known field. Send the fields at the top level, not inside "data"'
  );
  expect(errors.map(([field]) => field)).toEqual(['data', 'url']);
});

describe('the query of a list', () => {
  const UNKNOWN =
    'is not a known parameter; there are: status, externalId, title, madeBy, createdAfter, createdBefore, ' +
    'updatedAfter, publishedAfter, publishedBefore, include, limit, cursor, q, fields.tags, fields.category';
  const createdAt = new Date(5);
  const cursor = Buffer.from('5.abc').toString('base64url');

  test.each<[string, object, string]>([
    ['', { limit: 3 }, ''],
    ['limit=1', { limit: 1 }, 'limit=1'],
    ['limit=007', { limit: 7 }, 'limit=007'],
    ['limit=10', { limit: 9 }, 'limit=10'],
    ['status=published', { limit: 3, status: 'published' }, 'status=published'],
    ['title=A%20b', { limit: 3, title: 'A b' }, 'title=A+b'],
    [
      'fields.tags=a&madeBy=bot',
      { limit: 3, madeBy: 'bot', related: { tags: 'a' } },
      'fields.tags=a&madeBy=bot',
    ],
    [`cursor=${cursor}`, { limit: 3, cursor: { createdAt, id: 'abc' } }, `cursor=${cursor}`],
  ])('%j is understood', (input, query, parameters) => {
    const parsed = parse(input);
    expect(parsed.query).toEqual(query);
    expect(parsed.parameters.toString()).toBe(parameters);
  });

  test.each<[string, [string, string][]]>([
    ['limit=0', [['limit', 'limit must be a positive integer']]],
    ['limit=00', [['limit', 'limit must be a positive integer']]],
    ['limit=-1', [['limit', 'limit must be a positive integer']]],
    ['limit=1x', [['limit', 'limit must be a positive integer']]],
    ['limit=1&limit=2', [['limit', 'limit must be given once']]],
    ['status=new', [['status', 'status must be one of draft, published, scheduled']]],
    ['title=', [['title', 'title must not be empty']]],
    ['madeBy=me', [['madeBy', 'madeBy must be one of bot, editor, other']]],
    ['fields.tags=a&fields.tags=b', [['fields.tags', 'fields.tags must be given once']]],
    ['fields.x=a&status=draft', [['fields.x', `fields.x ${UNKNOWN}`]]],
    ['utm=1&ref=2', ['utm', 'ref'].map((name) => [name, `${name} ${UNKNOWN}`])],
    ['status=draft&status=draft', [['status', 'status must be given once']]],
    ['cursor=a&cursor=b', [['cursor', 'cursor must be given once']]],
  ])('%j is refused', (input, errors) => {
    expect(refusalOf(() => parse(input)).errors).toEqual(errors);
  });
});

test.each<[string, number, boolean]>([
  ['null', 0, false],
  ['[]', 1, false],
  ['[]', 0, true],
  ['[[]]', 1, true],
  ['{"a":[]}', 1, true],
  ['{"a":[]}', 2, false],
  ['[[],[]]', 2, false],
  ['[{},{},[]]', 2, false],
  ['"[[["', 1, false],
  ['["[","\\"[", []]', 2, false],
  ['["\\\\",[[]]]', 2, true],
  ['["\\\\\\"[[[["]', 1, false],
])('%s is deeper than %d: %p', (json, levels, isDeeper) => {
  expect(isNestedDeeper(JSON.parse(json), levels)).toBe(isDeeper);
});
