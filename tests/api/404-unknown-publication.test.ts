import { envelope } from '../support/envelope';
import { workRows } from '../support/database';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

const actions = [
  ['get', 'get', ''],
  ['publish', 'post', '/publish'],
  ['unpublish', 'post', '/unpublish'],
  ['restore', 'post', '/restore'],
  ['change', 'patch', ''],
  ['delete', 'delete', ''],
] as const;

const sendAction = (method: (typeof actions)[number][1], path: string) => {
  const request = bot.request(method, path);
  return method === 'patch' ? request.send({ title: 'Changed' }) : request;
};

describe.each(actions)('%s', (_name, method, suffix) => {
  test.each([
    'abcdefghijklmnopqrstuvwx',
    'x',
    '0',
    'no%20id',
    '..%2F..',
    "'%20OR%201=1",
    '%00',
    'a'.repeat(500),
  ])('of the unknown id %s is 404', async (id) => {
    const { body } = await sendAction(method, `/publications/${id}${suffix}`).expect(404);
    expect(body).toEqual(envelope(404, 'publication-not-found'));
  });

  test('of the number of a row is 404: ids are document ids', async () => {
    const { id } = await bot.createPublication({ title: 'Here' });
    const [row] = await workRows(site, id);
    await sendAction(method, `/publications/${row?.id}${suffix}`).expect(404);
  });
});

test.each(actions.filter(([name]) => name !== 'restore'))(
  '%s of what was deleted is 404',
  async (_name, method, suffix) => {
    const { id } = await bot.createPublication({ title: 'Gone' });
    await bot.remove(id);
    const { body } = await sendAction(method, `/publications/${id}${suffix}`).expect(404);
    expect(body).toEqual(envelope(404, 'publication-not-found'));
  }
);

test('the id of a material is the id of no publication', async () => {
  const file = await site.strapi.db.query('plugin::upload.file').create({
    data: {
      name: 'x',
      hash: 'x',
      ext: '.png',
      mime: 'image/png',
      size: 1,
      url: '/uploads/x.png',
      provider: 'local',
    },
  });
  await bot.request('delete', `/publications/${file.documentId}`).expect(404);
});
