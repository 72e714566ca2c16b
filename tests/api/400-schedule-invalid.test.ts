import { envelope, fieldErrors } from '../support/envelope';
import { countRows } from '../support/database';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();
let draft: string;

beforeAll(async () => {
  ({ id: draft } = await bot.createPublication({ title: 'A draft' }));
});

const expectRefused = async (path: string, change: object, query: object = {}) => {
  const { body } = await bot
    .request('patch', `/publications/${draft}`)
    .query(query)
    .send(change)
    .expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors([path])));
};

describe.each(['publishAt', 'unpublishAt'])('%s', (field) => {
  test.each([
    ['without an offset', '2099-01-01T00:00:00'],
    ['without a time', '2099-01-01'],
    ['of no such day', '2099-02-30T00:00:00Z'],
    ['of no such hour', '2099-01-01T25:00:00Z'],
    ['after the year 9999', '9999-12-31T23:59:59-01:00'],
    ['that is a number', 4102444800000],
    ['that is empty', ''],
    ['in words', 'tomorrow'],
  ])('%s is 400 and named', async (_case, value) => {
    await expectRefused(field, { [field]: value });
    const before = await countRows(site, 'works');
    const { body } = await bot
      .request('post', '/publications')
      .send({ title: 'New', [field]: value })
      .expect(400);
    expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors([field])));
    expect(await countRows(site, 'works')).toBe(before);
  });
});

test.each([
  ['before it', '2099-01-01T00:00:00Z'],
  ['at the same moment', '2099-01-02T01:00:00+01:00'],
])('unpublishAt %s is 400, and nothing is written', async (_case, unpublishAt) => {
  const publishAt = '2099-01-02T00:00:00Z';
  await expectRefused('unpublishAt', { title: 'Other', publishAt, unpublishAt });
  expect(await bot.get(draft)).toMatchObject({ title: 'A draft', publishAt: null });
  const before = await countRows(site, 'works');
  await bot
    .request('post', '/publications')
    .send({ title: 'New', publishAt, unpublishAt })
    .expect(400);
  expect(await countRows(site, 'works')).toBe(before);
});

test('the one that is named is compared with the one that is there', async () => {
  const { id } = await bot.createPublication({
    title: 'There',
    publishAt: '2099-01-02T00:00:00Z',
    unpublishAt: '2099-01-03T00:00:00Z',
  });
  draft = id;
  await expectRefused('publishAt', { publishAt: '2099-01-04T00:00:00Z' });
  await expectRefused('unpublishAt', { unpublishAt: '2099-01-01T00:00:00Z' });
});

test('public now and public later exclude one another', () =>
  expectRefused('publishAt', { publishAt: '2099-01-01T00:00:00Z' }, { publish: true }));
