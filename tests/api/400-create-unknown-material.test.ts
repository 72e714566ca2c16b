import { envelope } from '../support/envelope';
import type { Material } from '../support/bot';
import { countRows } from '../support/database';
import { textFile } from '../support/files';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();
let known: Material;

beforeAll(async () => {
  known = await bot.upload(textFile('a.txt', 'a'));
});

const create = (media: unknown[]) =>
  bot.request('post', '/publications').send({ title: 'Media', media });

test('every unknown material is named, and no known one', async () => {
  const { body } = await create(['nowhere', known, { id: 'nothing' }, 999999]).expect(400);
  expect(body).toEqual(
    envelope(400, 'unknown-material', {
      unknown: ['nowhere', 'nothing', '999999'],
      errors: [
        expect.objectContaining({ path: ['media', 0] }),
        expect.objectContaining({ path: ['media', 2] }),
        expect.objectContaining({ path: ['media', 3] }),
      ],
    })
  );
});

test.each([
  '0',
  '00',
  '-1',
  '1.0',
  '1e0',
  ' 1',
  '0x1',
  '99999999999999999999',
  "' OR 1=1 --",
  'toString',
  '__proto__',
  'ﬁle',
])('"%s" is the id of no material', async (id) => {
  const { body } = await create([id]).expect(400);
  expect(body).toEqual(envelope(400, 'unknown-material', { unknown: [id] }));
});

test('the id of a publication is the id of no material', async () => {
  await site.strapi
    .documents('api::work.work' as never)
    .create({ data: { title: 'Kept' } } as never);
  const [publication] = await bot.list();
  await create([publication?.id]).expect(400);
});

test('nothing is written', async () => {
  const before = await countRows(site, 'works');
  await create([known, 'nowhere']).expect(400);
  expect(await countRows(site, 'works')).toBe(before);
});

test('the known material is not linked to anything', async () => {
  await create([known, 'nowhere']).expect(400);
  expect(await countRows(site, 'files_related_mph')).toBe(0);
});

test('a message says what is unknown', async () => {
  const { body } = await create(['nowhere', 'nothing']).expect(400);
  expect(body.error.message).toContain('nowhere, nothing');
});
