import {
  addressedMaterial,
  isFetchable,
  materialChange,
  materialList,
  materialReference,
  uploadMetadata,
  uploadTexts,
} from '../src';

import { refusalsOf } from './refusals';

const DIGEST = 'A'.repeat(64);
const long = 'a'.repeat(2_001);
const FETCHABLE = 'url must be an address that begins with http:// or https://, without a user';

test.each<[unknown, unknown]>([
  ['tz4a98', 'tz4a98'],
  [7, 7],
  [{ id: 'tz4a98', url: 'https://example.org/a' }, 'tz4a98'],
])('%j names a material: %j', (input, reference) => {
  expect(materialReference.parse(input)).toBe(reference);
});

test('what is said of an upload is kept as it is, and its digest in small letters', () => {
  const texts = { name: 'a'.repeat(255), alternativeText: '🎉'.repeat(2_000), caption: '' };
  expect(uploadTexts.parse({ ...texts, sha256: DIGEST })).toEqual({
    ...texts,
    sha256: DIGEST.toLowerCase(),
  });
});

test.each<[object, [string, string][]]>([
  [{ name: 'a'.repeat(256) }, [['name', 'name must have at most 255 characters']]],
  [{ caption: long }, [['caption', 'caption must have at most 2000 characters']]],
  [
    { alternativeText: long },
    [['alternativeText', 'alternativeText must have at most 2000 characters']],
  ],
  [{ caption: 'a\0' }, [['caption', 'caption must not contain a NUL character']]],
  [{ sha256: 'a' }, [['sha256', 'sha256 must be 64 hexadecimal digits']]],
  [{ titel: 'a' }, [['', 'Unrecognized key: "titel"']]],
])('of an upload %j is refused', (input, errors) => {
  expect(refusalsOf(uploadTexts, input)).toEqual(errors);
  expect(refusalsOf(uploadMetadata, input)).toEqual(errors);
});

test('an upload in parts may have no name', () => {
  expect(uploadMetadata.parse({ filetype: 'text/plain' })).toMatchObject({ filename: '' });
});

test.each<[string, boolean]>([
  ['https://example.org/a.jpg', true],
  ['http://example.org', true],
  ['ftp://example.org/a.jpg', false],
  ['file:///etc/passwd', false],
  ['https://user@example.org', false],
  ['https://:secret@example.org', false],
])('whether %s can be fetched: %p', (url, is) => {
  expect(isFetchable(new URL(url))).toBe(is);
  expect(refusalsOf(addressedMaterial, { url })).toEqual(is ? [] : [['url', FETCHABLE]]);
});

test('an address is one, and not too long', () => {
  expect(refusalsOf(addressedMaterial, { url: 'a.jpg' })).toEqual([['url', FETCHABLE]]);
  const url = 'https://example.org/'.padEnd(2_048, 'a');
  expect(addressedMaterial.parse({ url, caption: 'a' })).toEqual({
    url: new URL(url),
    caption: 'a',
  });
  expect(refusalsOf(addressedMaterial, { url: `${url}a` })).toEqual([
    ['url', 'url must have at most 2048 characters'],
  ]);
});

test('a change brings a name onto a line, and takes texts away, but no name', () => {
  expect(materialChange.parse({ name: ' a\nb ', caption: null })).toEqual({
    name: 'a b',
    caption: null,
  });
  expect(refusalsOf(materialChange, { name: null })).toEqual([['name', 'name must be a text']]);
  expect(refusalsOf(materialChange, { name: ' ' })).toEqual([['name', 'name must not be empty']]);
});

describe('the query of the list of materials', () => {
  const limits = { listDefault: 3, listMaximum: 9 } as Parameters<typeof materialList>[0]['limits'];
  const list = materialList({ limits });

  test('is understood', () => {
    const asked = { type: 'image', attached: 'false', sha256: DIGEST, cursor: 'c' };
    expect(list.parse(asked)).toEqual({
      ...asked,
      attached: false,
      sha256: DIGEST.toLowerCase(),
      limit: 3,
    });
    expect(list.parse({ limit: '10' })).toEqual({ limit: 9 });
  });

  test.each<[object, [string, string][]]>([
    [{ type: 'audio' }, [['type', 'type must be one of image, video, file']]],
    [{ attached: '1' }, [['attached', 'attached must be true or false']]],
    [{ sha256: 'a' }, [['sha256', 'sha256 must be 64 hexadecimal digits']]],
    [{ status: 'draft' }, [['', 'Unrecognized key: "status"']]],
  ])('%j is refused', (input, errors) => {
    expect(refusalsOf(list, input)).toEqual(errors);
  });
});
