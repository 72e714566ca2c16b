import { envelope, fieldErrors } from '../support/envelope';
import { countRows } from '../support/database';
import { useSite } from '../support/use-site';

const MEBIBYTE = 1024 * 1024;

const { site, bot } = useSite();

const create = (body: unknown) => bot.request('post', '/publications').send(body as object);

test.each([
  ['is missing', {}],
  ['is null', { title: null }],
  ['is a number', { title: 7 }],
  ['is a list', { title: ['Hello'] }],
  ['is empty', { title: '' }],
  ['is blank', { title: ' \t\n\u00a0 ' }],
  ['has 256 characters', { title: 't'.repeat(256) }],
  ['has 256 characters of two UTF-16 units', { title: '\u{1f600}'.repeat(256) }],
  ['has a NUL character', { title: 'a\0b' }],
  ['has half of a surrogate pair', { title: 'a\ud800b' }],
])('a title that %s is 400 and named', async (_case, fields) => {
  const { body } = await create(fields).expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['title'])));
});

test.each([
  ['is a number', 7],
  ['is a list', ['text']],
  ['is an object', { text: 'Hello' }],
  ['has more than 1 MiB', 'b'.repeat(MEBIBYTE + 1)],
  ['has more than 1 MiB in UTF-8', 'ü'.repeat(MEBIBYTE / 2 + 1)],
  ['has a NUL character', 'a\0b'],
])('a body that %s is 400 and named', async (_case, text) => {
  const { body } = await create({ title: 'Hello', body: text }).expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['body'])));
});

test.each([
  ['is a number', 7],
  ['is empty', ''],
  ['has 256 characters', 'x'.repeat(256)],
  ['has a NUL character', 'a\0b'],
])('an externalId that %s is 400 and named', async (_case, externalId) => {
  const { body } = await create({ title: 'Hello', externalId }).expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['externalId'])));
});

test.each([
  ['a text', 'id', ['media']],
  ['an object', { id: 'some' }, ['media']],
  ['more than 100 elements', Array(101).fill('some'), ['media']],
  ['an element that is null', [null], ['media', 0]],
  ['an element that is empty', [''], ['media', 0]],
  ['an element that is a negative number', [-1], ['media', 0]],
  ['an element that is a fraction', [1.5], ['media', 0]],
  ['an element that is a list', [['some']], ['media', 0]],
  ['an object without an id', [{ url: 'https://example.org/a.png' }], ['media', 0]],
  ['an element of 65 characters', ['a'.repeat(65)], ['media', 0]],
])('media with %s is 400 and named', async (_case, media, path) => {
  const { body } = await create({ title: 'Hello', media }).expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(path)));
});

test.each(['status', 'publishedAt', 'documentId', 'id', 'locale', 'Title'])(
  'the unknown key %s is 400 and named',
  async (key) => {
    const { body } = await create({ title: 'Hello', [key]: 'x' }).expect(400);
    expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors([key])));
  }
);

test.each([
  ['{"title":"Hello","__proto__":{"body":"x"}}', ['__proto__']],
  ['{"title":"Hello","media":[{"id":"some","__proto__":1}]}', ['media', 0, '__proto__']],
  [String.raw`{"title":"Hello","fields":{"\u005f_prot\u006F__":null}}`, ['fields', '__proto__']],
])('the key __proto__ in %s is 400 and named', async (text, path) => {
  const { body } = await bot.request('post', '/publications').type('json').send(text).expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(path)));
});

test('a text that speaks of __proto__ is taken', async () => {
  const { id } = await bot.createPublication({ title: '__proto__', body: 'see \u0001 __proto__' });
  await bot.remove(id);
});

test('every wrong field is named at once', async () => {
  const { body } = await create({ title: '', body: 1, media: 'x', colour: 'red' }).expect(400);
  expect(body).toEqual(
    envelope(400, 'invalid-request', fieldErrors(['title'], ['body'], ['media'], ['colour']))
  );
});

test.each(['null', '[]', '"Hello"', '1', 'true'])(
  'the JSON %s, which is no object, is 400',
  async (text) => {
    const { body } = await bot.request('post', '/publications').type('json').send(text).expect(400);
    expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors([])));
  }
);

test('a refused create writes nothing', async () => {
  expect(await countRows(site, 'works')).toBe(0);
});
