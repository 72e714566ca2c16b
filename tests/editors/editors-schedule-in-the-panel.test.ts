import { createAdmin, type Admin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { startSite, type Site } from '../support/site';

const LATER = '2099-01-01T08:00:00.000Z';

let site: Site;
let bot: Bot;
let admin: Admin;
let id: string;

beforeAll(async () => {
  site = await startSite();
  bot = createBot(site);
  admin = await createAdmin(site);
  ({ id } = await bot.createPublication({ title: 'Scheduled' }));
});
afterAll(() => site.stop());

const address = (document: string) => `/bot/schedules/api::work.work/${document}`;

/** A token of somebody with Strapi's role Author, who may publish what that person has written. */
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
