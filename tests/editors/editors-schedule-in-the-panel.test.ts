import { createAdmin } from '../support/admin';
import { createEditor } from '../support/content-manager';
import { before, useSite } from '../support/use-site';

const LATER = '2099-01-01T08:00:00.000Z';

const { site, bot } = useSite();
const admin = before(() => createAdmin(site));
let id: string;

beforeAll(async () => {
  ({ id } = await bot.createPublication({ title: 'Scheduled' }));
});

const address = (document: string) => `/bot/schedules/api::work.work/${document}`;

/** Creates a token for a user with Strapi's role Author, who may publish their own works. */
const authorToken = async (): Promise<string> => {
  const login = { email: 'author@example.org', password: 'Secret-password-2' };
  const role = await site.strapi.db
    .query('admin::role')
    .findOne({ where: { code: 'strapi-author' } });
  await site.strapi
    .service('admin::user')
    .create({ ...login, firstname: 'Author', isActive: true, roles: [role.id] });
  return (await site.request.post('/admin/login').send(login).expect(200)).body.data.token;
};

test('who may publish a work says when, and the bot sees it', async () => {
  const { body } = await admin.agent.put(address(id)).send({ publishAt: LATER }).expect(200);
  const shown = { publishAt: LATER, unpublishAt: null, error: null, canChange: true };
  expect(body).toEqual({ data: shown });
  expect((await admin.agent.get(address(id)).expect(200)).body).toEqual({ data: shown });
  expect(await bot.get(id)).toMatchObject({ publishAt: LATER });
  await admin.agent.put(address(id)).send({ publishAt: null }).expect(200);
  expect(await bot.get(id)).toMatchObject({ publishAt: null });
});

test('what is no time, or out of order, is 400 and changes nothing', async () => {
  await admin.agent.put(address(id)).send({ publishAt: 'tomorrow' }).expect(400);
  await admin.agent.put(address(id)).send({ publishAt: LATER, unpublishAt: LATER }).expect(400);
  await admin.agent.put(address(id)).send({ externalId: 'x' }).expect(400);
  expect(await bot.get(id)).toMatchObject({ publishAt: null, externalId: null });
});

test('other types have no schedule, and what is not there has none', async () => {
  const other = await admin.agent.get(`/bot/schedules/plugin::upload.file/${id}`).expect(200);
  expect(other.body).toEqual({ data: null });
  await admin.agent.get(address('none')).expect(404);
  await admin.agent.put(address('none')).send({ publishAt: LATER }).expect(404);
});

test('nobody else may: no stranger, no bot; an author of other works reads it', async () => {
  await site.request.get(address(id)).expect(401);
  await site.request.put(address(id)).set('Authorization', `Bearer ${site.token}`).expect(401);
  const authorization = `Bearer ${await authorToken()}`;
  const read = await site.request.get(address(id)).set('Authorization', authorization).expect(200);
  expect(read.body.data.canChange).toBe(false);
  await site.request
    .put(address(id))
    .set('Authorization', authorization)
    .send({ publishAt: LATER })
    .expect(403);
  expect(await bot.get(id)).toMatchObject({ publishAt: null });
});

describe('the list of works', () => {
  const LIST = '/content-manager/collection-types/api::work.work';

  interface Row {
    title: string;
    bot: { madeBy: object | null; changedBy: object | null; publishAt: string | null };
  }

  const list = async (query = ''): Promise<Row[]> => {
    const answer = await admin.agent.get(`${LIST}?sort=title:ASC${query}`).expect(200);
    const { results, pagination } = answer.body as {
      results: Row[];
      pagination: { total: number };
    };
    expect(pagination.total).toBe(results.length);
    return results;
  };
  const titles = async (query: string) => (await list(query)).map(({ title }) => title);
  const filter = (name: string, value: string, at = 0) =>
    `&filters[$and][${at}][${name}][$eq]=${value}`;

  beforeAll(async () => {
    const editor = createEditor(admin);
    await editor.create({ title: 'By a person' });
    const { id: ended } = await bot.createPublication({ title: 'Public for a while' });
    await bot.publish(ended);
    await admin.agent.put(address(ended)).send({ unpublishAt: LATER }).expect(200);
    await admin.agent.put(address(id)).send({ publishAt: LATER }).expect(200);
    await editor.update(id, { title: 'Scheduled and edited' });
  });

  test('says who has made each, who has changed it last, and when it is scheduled', async () => {
    const [byPerson, ended, scheduled] = await list();
    const edith = { who: 'editor', name: 'Edith Editor' };
    const theBot = { who: 'bot', name: null };
    expect(byPerson?.bot).toMatchObject({ madeBy: edith, changedBy: edith, publishAt: null });
    expect(ended?.bot).toMatchObject({ madeBy: theBot, publishAt: null, unpublishAt: LATER });
    expect(scheduled?.bot).toMatchObject({ madeBy: theBot, changedBy: edith, publishAt: LATER });
  });

  test('can be asked for those of the bot, of people, and for what is scheduled, together too', async () => {
    expect(await titles(filter('botMadeBy', 'editor'))).toEqual(['By a person']);
    expect(await titles(filter('botMadeBy', 'bot'))).toHaveLength(2);
    expect(await titles(filter('botScheduled', 'publish'))).toEqual(['Scheduled and edited']);
    expect(await titles(filter('botScheduled', 'unpublish'))).toEqual(['Public for a while']);
    expect(await titles(filter('botScheduled', 'failed'))).toEqual([]);
    const both = filter('botScheduled', 'publish') + filter('botMadeBy', 'bot', 1);
    expect(await titles(both)).toEqual(['Scheduled and edited']);
    const other = filter('botMadeBy', 'bot') + '&filters[$and][1][title][$startsWith]=By';
    expect(await titles(other)).toEqual([]);
  });

  test('shows nothing for what it does not know', async () => {
    expect(await titles(filter('botMadeBy', 'nobody'))).toEqual([]);
    expect(await titles(filter('botScheduled', ''))).toEqual([]);
  });
});

test('of a work that is gone it is told who has deleted it', async () => {
  const { id: deletedId } = await bot.createPublication({ title: 'Soon gone' });
  const deletion = `/bot/works/api::work.work/${deletedId}/deletion`;
  expect((await admin.agent.get(deletion).expect(200)).body).toEqual({ data: null });
  await bot.remove(deletedId);
  expect((await admin.agent.get(deletion).expect(200)).body.data).toMatchObject({
    title: 'Soon gone',
    who: 'bot',
    at: expect.any(String),
    isInTrash: true,
  });
  const never = await admin.agent.get('/bot/works/api::work.work/none/deletion').expect(200);
  expect(never.body.data).toEqual({
    title: null,
    who: null,
    name: null,
    at: null,
    isInTrash: false,
  });
  const other = await admin.agent.get('/bot/works/plugin::upload.file/none/deletion').expect(200);
  expect(other.body).toEqual({ data: null });
});

test('a calendar has what is published or taken back between two times', async () => {
  const of = async (from: string, to: string) =>
    (await admin.agent.get('/bot/schedules/api::work.work').query({ from, to }).expect(200)).body
      .data;
  const [publishAt, unpublishAt] = ['2097-01-01T08:00:00.000Z', '2097-02-01T08:00:00.000Z'];
  await admin.agent.put(address(id)).send({ publishAt, unpublishAt }).expect(200);
  const shown = { id, publishAt, unpublishAt, canChange: true };
  expect(await of('2097-01-01T00:00:00Z', '2097-01-02T00:00:00Z')).toMatchObject([shown]);
  expect(await of('2097-02-01T00:00:00Z', '2097-02-02T00:00:00Z')).toMatchObject([shown]);
  expect(await of('2097-01-02T00:00:00Z', '2097-02-01T00:00:00Z')).toEqual([]);
  // The end of the range is exclusive.
  expect(await of('2096-12-31T00:00:00Z', publishAt)).toEqual([]);
  await admin.agent.get('/bot/schedules/api::work.work').expect(400);
  await admin.agent.get('/bot/schedules/plugin::upload.file').expect(404);
  await admin.agent.put(address(id)).send({ publishAt: null, unpublishAt: null }).expect(200);
});
