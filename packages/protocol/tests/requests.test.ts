import { z } from 'zod';

import {
  changeOptions,
  feedQuery,
  materialList,
  newPublication,
  publicationChange,
  publicationList,
  type Site,
} from '../src';

import { refusalsOf } from './refusals';

const site: Site = {
  limits: { titleLength: 5, bodyBytes: 4, mediaCount: 2, listDefault: 3, listMaximum: 9 },
  changes: { pageDefault: 3, pageMaximum: 9 },
  fields: z.record(z.string(), z.unknown()),
  relations: ['tags', 'category'],
  hasSearch: true,
};
const create = newPublication(site);
const change = publicationChange(site);
const list = publicationList(site);

const AT = '2030-01-31T08:00:00Z';
const A_TIME = 'a time with an offset, such as 2030-01-31T08:00:00+01:00';
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
    [
      { title: 'a', externalId: ' b ', publishAt: null, unpublishAt: AT, fields: { tags: ['c'] } },
      {
        ...{ title: 'a', media: [], externalId: ' b ', publishAt: null },
        ...{ unpublishAt: new Date(AT), fields: { tags: ['c'] } },
      },
    ],
    [
      { title: 'a', externalId: '🎉'.repeat(255) },
      { title: 'a', media: [], externalId: '🎉'.repeat(255) },
    ],
  ])('%j is taken', (input, taken) => {
    expect(create.parse(input)).toEqual(taken);
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
    [{ title: 'a', slug: 'a b' }, [['slug', 'slug must have letters, digits and - . _ ~ only']]],
    [{ title: 'a', externalId: '' }, [['externalId', 'externalId must not be empty']]],
    [
      { title: 'a', externalId: 'b'.repeat(256) },
      [['externalId', 'externalId must have at most 255 characters']],
    ],
    [{ title: 'a', publishAt: '2030' }, [['publishAt', `publishAt must be ${A_TIME}`]]],
    [{ title: 'a', unpublishAt: 7 }, [['unpublishAt', `unpublishAt must be ${A_TIME}`]]],
  ])('%j is refused', (input, errors) => {
    expect(refusalsOf(create, input)).toEqual(errors);
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
  ])('%j is taken', (input, taken) => {
    expect(change.parse(input)).toEqual(taken);
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
    [{ other: 1 }, [['', 'Unrecognized key: "other"']]],
  ])('%j is refused', (input, errors) => {
    expect(refusalsOf(change, input)).toEqual(errors);
  });

  test('is published if that is asked for', () => {
    const asked = [{}, { publish: 'true' }, { publish: 'false' }];
    expect(asked.map((options) => changeOptions.parse(options).publish)).toEqual([
      false,
      true,
      false,
    ]);
    expect(refusalsOf(changeOptions, { publish: '1' })).toEqual([
      ['publish', 'publish must be true or false'],
    ]);
  });
});

describe('the query of a list', () => {
  test.each<[object, object]>([
    [{}, { limit: 3 }],
    [{ limit: '1' }, { limit: 1 }],
    [{ limit: '007' }, { limit: 7 }],
    [{ limit: '10' }, { limit: 9 }],
    [{ status: 'published' }, { limit: 3, status: 'published' }],
    [{ title: 'A\n b ' }, { limit: 3, title: 'A  b ' }],
    [{ 'fields.tags': 'a' }, { limit: 3, 'fields.tags': 'a' }],
    [{ q: ' a' }, { limit: 3, q: ' a' }],
    [
      { status: 'scheduled', madeBy: 'other', include: 'fields', externalId: 'a', cursor: 'c' },
      {
        ...{ limit: 3, status: 'scheduled', madeBy: 'other' },
        ...{ include: 'fields', externalId: 'a', cursor: 'c' },
      },
    ],
    [
      { createdAfter: AT, createdBefore: AT, updatedAfter: AT },
      {
        ...{ limit: 3, createdAfter: new Date(AT) },
        ...{ createdBefore: new Date(AT), updatedAfter: new Date(AT) },
      },
    ],
  ])('%j is understood', (input, query) => {
    expect(list.parse(input)).toEqual(query);
  });

  test.each<[object, [string, string][]]>([
    [{ limit: '0' }, [['limit', 'limit must be a positive integer']]],
    [{ limit: '00' }, [['limit', 'limit must be a positive integer']]],
    [{ limit: '-1' }, [['limit', 'limit must be a positive integer']]],
    [{ limit: '1x' }, [['limit', 'limit must be a positive integer']]],
    [{ status: 'new' }, [['status', 'status must be one of draft, published, scheduled']]],
    [{ title: '' }, [['title', 'title must not be empty']]],
    [{ madeBy: 'me' }, [['madeBy', 'madeBy must be one of bot, editor, other']]],
    [{ 'fields.x': 'a' }, [['', 'Unrecognized key: "fields.x"']]],
    [{ 'fields.tags': '' }, [['fields.tags', 'fields.tags must not be empty']]],
    [{ q: '\0' }, [['q', 'q must not be empty']]],
    [{ include: 'media' }, [['include', 'include must be one of fields, content']]],
    [{ createdAfter: 'now' }, [['createdAfter', `createdAfter must be ${A_TIME}`]]],
    [{ createdBefore: 'now' }, [['createdBefore', `createdBefore must be ${A_TIME}`]]],
    [{ updatedAfter: 'now' }, [['updatedAfter', `updatedAfter must be ${A_TIME}`]]],
    [{ externalId: '' }, [['externalId', 'externalId must not be empty']]],
  ])('%j is refused', (input, errors) => {
    expect(refusalsOf(list, input)).toEqual(errors);
  });

  test('has words to search for only where the site has an index', () => {
    const without = publicationList({ ...site, hasSearch: false });
    expect(refusalsOf(without, { q: 'a' })).toEqual([['', 'Unrecognized key: "q"']]);
  });

  test('has at most as many items as the site allows', () => {
    const asked = [feedQuery(site), materialList(site)].map((schema) =>
      schema.parse({ limit: '99' })
    );
    expect(asked.map(({ limit }) => limit)).toEqual([9, 9]);
  });
});

test('one element is no elements', () => {
  const media = { ...site, limits: { ...site.limits, mediaCount: 1 } };
  expect(refusalsOf(newPublication(media), { title: 'a', media: ['x', 'y'] })).toEqual([
    ['media', 'media must have at most 1 element'],
  ]);
});
