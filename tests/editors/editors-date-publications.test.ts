import { createAdmin, createColleague } from '../support/admin';
import { before, useSite } from '../support/use-site';

const GIVEN = '2019-05-31T06:00:00.000Z';
const TYPE = 'api::work.work';

const { site, bot } = useSite();
const admin = before(() => createAdmin(site));

const address = (id: string) => `/bot/works/${TYPE}/${id}`;
const publishNew = async (title: string, firstPublishedAt?: string) => {
  const { id } = await bot.createPublication({ title, firstPublishedAt });
  await bot.publish(id);
  return id;
};

test('who may publish changes the date of the first publish, at once and recorded', async () => {
  const id = await publishNew('Dated by a person');
  const { body } = await admin.agent.get(address(id)).expect(200);
  const { firstPublishedAt, canPublish } = body.data;
  expect([firstPublishedAt, canPublish]).toEqual([(await bot.get(id)).publishedAt, true]);

  const put = (date: unknown) =>
    admin.agent.put(`${address(id)}/first-publish`).send({ firstPublishedAt: date });
  const changed = await put(GIVEN).expect(200);
  expect(changed.body).toEqual({ data: { firstPublishedAt: GIVEN } });
  expect(await bot.get(id)).toMatchObject({ firstPublishedAt: GIVEN, changed: false });
  const changes = await site.strapi.db
    .query('plugin::bot.change')
    .findMany({ where: { subject: id }, orderBy: { id: 'desc' }, limit: 1 });
  expect(changes).toMatchObject([{ event: 'updated', who: 'editor' }]);

  await put('2999-01-01T00:00:00.000Z').expect(400);
  await put('yesterday').expect(400);
  expect((await bot.get(id)).firstPublishedAt).toBe(GIVEN);
});

test('who may not publish reads the date and cannot change it', async () => {
  const id = await publishNew('Dated by the bot', GIVEN);
  const author = await createColleague(site, 'strapi-author');
  const { body } = await author.agent.get(address(id)).expect(200);
  expect(body.data).toMatchObject({ firstPublishedAt: GIVEN, canPublish: false });
  await author.agent
    .put(`${address(id)}/first-publish`)
    .send({ firstPublishedAt: null })
    .expect(403);
  expect((await bot.get(id)).firstPublishedAt).toBe(GIVEN);
});

test('the list of the panel shows the date, and is sorted by it', async () => {
  const dates = ['2001-02-02', '2001-02-03', '2001-02-01'];
  const ids: string[] = [];
  for (const date of dates) ids.push(await publishNew('In the list', date));
  const list = async (sort: string) => {
    const { body } = await admin.agent
      .get(`/content-manager/collection-types/${TYPE}`)
      .query(`sort=${sort}&filters[$and][0][title][$eq]=In the list`)
      .expect(200);
    return (body.results as { documentId: string; bot: { firstPublishedAt: string } }[]).map(
      ({ documentId, bot: columns }) => [
        ids.indexOf(documentId),
        columns.firstPublishedAt.slice(0, 10),
      ]
    );
  };
  const [first, second, third] = [
    [2, dates[2]],
    [0, dates[0]],
    [1, dates[1]],
  ];
  expect(await list('firstPublishedAt:ASC')).toEqual([first, second, third]);
  expect(await list('firstPublishedAt:DESC')).toEqual([third, second, first]);
});
