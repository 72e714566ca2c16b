import { gzipSync } from 'node:zlib';

import { envelope } from '../support/envelope';
import { useSite } from '../support/use-site';

const refused = envelope(415, 'media-type-not-supported');

const { bot } = useSite();

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
])('a publication sent as %s is 415', async (type) => {
  const { body } = await bot
    .request('post', '/publications')
    .set('Content-Type', type)
    .send('{"title":"Hello"}')
    .expect(415);
  expect(body).toEqual(refused);
});

test('a publication without a media type is 415', async () => {
  const { body } = await bot.request('post', '/publications').expect(415);
  expect(body).toEqual(refused);
});

test('a compressed publication is 415', async () => {
  const { body } = await bot
    .request('post', '/publications')
    .type('json')
    .set('Content-Encoding', 'gzip')
    .serialize((value: unknown) => value as string)
    .send(gzipSync('{"title":"Hello"}'))
    .expect(415);
  expect(body).toEqual(refused);
});

test.each([
  'application/merge-patch+json',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'image/png',
])('a material sent as %s is 415', async (type) => {
  const { body } = await bot
    .request('post', '/materials')
    .set('Content-Type', type)
    .send('{}')
    .expect(415);
  expect(body).toEqual(refused);
});

test('a publication may name its character set', async () => {
  await bot
    .request('post', '/publications')
    .set('Content-Type', 'application/json; charset=utf-8')
    .send('{"title":"Hello"}')
    .expect(201);
});

test.each(['gzip', 'br', 'identity', 'unknown'])(
  'a material sent with Content-Encoding: %s is 415',
  async (encoding) => {
    const { body } = await bot
      .request('post', '/materials')
      .set('Content-Encoding', encoding)
      .attach('file', Buffer.from('a'), 'a.txt')
      .expect(415);
    expect(body).toEqual(refused);
  }
);
