import configuration from '../../../src/plugins/bot/server/src/core/config';
import { isNestedDeeper } from '../../../src/plugins/bot/server/src/core/http/bodies/json-depth';
import { createFieldsSchema } from '../../../src/plugins/bot/server/src/features/fields/schema';
import { createListQueryParser } from '../../../src/plugins/bot/server/src/features/publications/requests/list-query';
import {
  createChangeValidator,
  createPublicationValidator,
  parseChangeQuery,
} from '../../../src/plugins/bot/server/src/features/publications/requests/schema';

import { refusalOf } from './refusals';

const limits = {
  ...configuration.default.limits,
  titleLength: 5,
  bodyBytes: 4,
  mediaCount: 2,
  listDefault: 3,
  listMaximum: 9,
};
const fields = createFieldsSchema([]);
const validate = createPublicationValidator({ limits, fields });
const validateChange = createChangeValidator({ limits, fields });
const parse = createListQueryParser({ limits }, ['tags', 'category']);

const ID = 'must be the id of a material or an object with the id';

describe('a new publication', () => {
  test.each<[object, object]>([
    [{ title: ' a ' }, { title: 'a', media: [] }],
    [
      { title: '🎉🎉🎉🎉🎉', body: 'ää', media: null },
      { title: '🎉🎉🎉🎉🎉', body: 'ää', media: [] },
    ],
    [
      { title: 'a', body: null },
      { title: 'a', body: null, media: [] },
    ],
    [
      { title: 'a', media: ['x', 7] },
      { title: 'a', media: ['x', 7] },
    ],
    [
      { title: 'a', media: [{ id: 'x', url: 'y' }, { id: 7 }] },
      { title: 'a', media: ['x', 7] },
    ],
    [
      { title: 'a', media: ['x'.repeat(64)] },
      { title: 'a', media: ['x'.repeat(64)] },
    ],
  ])('%j is taken', (given, taken) => {
    expect(validate(given)).toEqual(taken);
  });

  test.each<[unknown, [string, string][]]>([
    [[], [['', 'The body must be a JSON object']]],
    ['a', [['', 'The body must be a JSON object']]],
    [{}, [['title', 'title must be a text']]],
    [{ title: 7 }, [['title', 'title must be a text']]],
    [{ title: ' ' }, [['title', 'title must not be empty']]],
    [{ title: 'abcdef' }, [['title', 'title must have at most 5 characters']]],
    [{ title: 'a', body: 7 }, [['body', 'body must be a text']]],
    [{ title: 'a', body: 'ääx' }, [['body', 'body must have at most 4 bytes']]],
    [{ title: 'a', media: 'x' }, [['media', 'media must be an array']]],
    [{ title: 'a', media: [1, 2, 3] }, [['media', 'media must have at most 2 elements']]],
    [
      { title: 'a', media: [''] },
      [['media.0', 'Too small: expected string to have >=1 characters']],
    ],
    [
      { title: 'a', media: ['x'.repeat(65)] },
      [['media.0', 'Too big: expected string to have <=64 characters']],
    ],
    [{ title: 'a', media: [0] }, [['media.0', 'Too small: expected number to be >0']]],
    [{ title: 'a', media: [1.5] }, [['media.0', ID]]],
    [{ title: 'a', media: ['x', {}] }, [['media.1', ID]]],
    [{ title: 'a', media: ['x', { id: '' }] }, [['media.1', ID]]],
    [{ title: 'a', slug: 'x' }, [['slug', 'slug is not a known field']]],
  ])('%j is refused', (given, errors) => {
    const refusal = refusalOf(() => validate(given));
    expect(refusal).toEqual({ code: 'invalid-request', message: errors[0]?.[1], errors });
  });

  test('every wrong field is named', () => {
    const { errors } = refusalOf(() => validate({ title: '', one: 1, two: 2 }));
    expect(errors.map(([field]) => field).sort()).toEqual(['one', 'title', 'two']);
  });
});

describe('a change', () => {
  test.each<[object, object]>([
    [{}, {}],
    [{ body: null }, { body: null }],
    [{ media: null }, { media: [] }],
    [{ slug: 'A-b_c.d~1' }, { slug: 'A-b_c.d~1' }],
    [{ slug: '..a' }, { slug: '..a' }],
    [{ slug: 'a'.repeat(255) }, { slug: 'a'.repeat(255) }],
  ])('%j is taken', (given, taken) => {
    expect(validateChange(given)).toEqual(taken);
  });

  const SLUG = 'slug must have letters, digits and - . _ ~ only';
  test.each<[unknown, [string, string][]]>([
    [[], [['', 'The body must be a JSON object']]],
    [{ slug: 7 }, [['slug', 'slug must be a text']]],
    [{ slug: '' }, [['slug', SLUG]]],
    [{ slug: '..' }, [['slug', SLUG]]],
    [{ slug: 'a/b' }, [['slug', SLUG]]],
    [{ slug: ' a' }, [['slug', SLUG]]],
    [{ slug: 'a'.repeat(256) }, [['slug', 'slug must have at most 255 characters']]],
    [{ other: 1 }, [['other', 'other is not a known field']]],
  ])('%j is refused', (given, errors) => {
    expect(refusalOf(() => validateChange(given)).errors).toEqual(errors);
  });

  test('is published if that is asked for', () => {
    const queries = ['', 'publish=true', 'publish=false'];
    expect(queries.map((query) => parseChangeQuery(query).query.publish)).toEqual([
      false,
      true,
      false,
    ]);
    expect(refusalOf(() => parseChangeQuery('publish=1')).errors).toEqual([
      ['publish', 'publish must be true or false'],
    ]);
    expect(refusalOf(() => parseChangeQuery('x=1')).errors).toEqual([
      ['x', 'x is not a known parameter; there are: publish'],
    ]);
  });
});

describe('the query of a list', () => {
  const UNKNOWN =
    'is not a known parameter; there are: status, externalId, title, madeBy, createdAfter, createdBefore, ' +
    'updatedAfter, include, limit, cursor, fields.tags, fields.category';
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
  ])('%j is understood', (given, query, parameters) => {
    const parsed = parse(given);
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
  ])('%j is refused', (given, errors) => {
    expect(refusalOf(() => parse(given)).errors).toEqual(errors);
  });
});

test.each<[string, number, boolean]>([
  ['[]', 1, false],
  ['[[]]', 1, true],
  ['{"a":[]}', 1, true],
  ['{"a":[]}', 2, false],
  ['[[],[]]', 2, false],
  ['[{},{},[]]', 2, false],
  ['"[[["', 1, false],
  ['["[","\\"[", []]', 2, false],
  ['["\\\\",[[]]]', 2, true],
  ['["\\\\\\"[[[["]', 1, false],
  ['["open [[[', 1, false],
  ['["a"', 0, true],
])('%s is deeper than %d: %p', (json, levels, isDeeper) => {
  expect(isNestedDeeper(json, levels)).toBe(isDeeper);
});
