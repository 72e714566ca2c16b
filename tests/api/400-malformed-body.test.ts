import { envelope, fieldErrors } from '../support/envelope';
import { countRows } from '../support/database';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

test.each([
  ['nothing', ''],
  ['half an object', '{ "title": '],
  ['no JSON', 'title=Hello'],
  ['two values', '{"title":"a"}{"title":"b"}'],
  ['a comment', '{"title":"a"} // b'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
])('a JSON body that is %s is 400 malformed-json', async (_case, content) => {
  const { body } = await bot
    .request('post', '/publications')
    .type('json')
    .serialize((value: unknown) => value as string)
    .send(content)
    .expect(400);
  expect(body).toEqual(envelope(400, 'malformed-json'));
});

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test.each([
  ['5,000 levels', nested(5_000)],
  ['5,000 levels in a field', `{"title":"a","media":${nested(5_000)}}`],
  ['5,000 objects in one another', `${'{"media":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ['a million levels', nested(1_000_000)],
])('a JSON body of %s is 400 invalid-request, with a key too', async (_case, content) => {
  const send = () =>
    bot
      .request('post', '/publications')
      .type('json')
      .serialize((value: unknown) => value as string);
  for (const request of [send(), send().set('Idempotency-Key', 'nested')]) {
    const { body } = await request.send(content).expect(400);
    expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors([])));
  }
});

test('a JSON body of a million levels that do not end is 400 malformed-json', async () => {
  const { body } = await bot
    .request('post', '/publications')
    .type('json')
    .serialize((value: unknown) => value as string)
    .send('['.repeat(1_000_000))
    .expect(400);
  expect(body).toEqual(envelope(400, 'malformed-json'));
});

test.each([
  ['no boundary', 'multipart/form-data', '--x\r\n\r\n--x--\r\n'],
  [
    'an end that never comes',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello',
  ],
  ['no part at all', 'multipart/form-data; boundary=x', 'hello'],
  ['nothing in it', 'multipart/form-data; boundary=x', ''],
])('a multipart body with %s is 400 malformed-multipart', async (_case, type, content) => {
  const { body } = await bot
    .request('post', '/materials')
    .set('Content-Type', type)
    .send(content)
    .expect(400);
  expect(body).toEqual(envelope(400, 'malformed-multipart'));
});

test('a form of more than 16 parts is 400 malformed-multipart', async () => {
  const request = bot.request('post', '/materials');
  for (let index = 0; index < 20; index += 1) {
    void request.field(`part${index}`, 'x');
  }
  const { body } = await request.expect(400);
  expect(body).toEqual(envelope(400, 'malformed-multipart'));
});

test('a malformed body writes nothing', async () => {
  expect([await countRows(site, 'works'), await countRows(site, 'files')]).toEqual([0, 0]);
});
