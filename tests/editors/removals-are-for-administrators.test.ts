import { createAdmin } from '../support/admin';
import { before, useSite } from '../support/use-site';

const { site } = useSite();
const admin = before(() => createAdmin(site));

/** The answer about the plugin's removal table. */
interface Overview {
  waiting: { objects: { hash: string }[] }[];
  stuck: { objects: { hash: string }[]; lastError: string; attempts: number }[];
}

beforeAll(async () => {
  await site.strapi.db.query('plugin::bot.removal').create({
    data: {
      provider: 'another-provider',
      objects: [{ hash: 'refused', ext: '.pdf', mime: 'application/pdf' }],
      dueAt: new Date(),
      attempts: 20,
      lastError: 'Refused',
      failedAt: new Date(),
    },
  });
});

const overview = async (): Promise<Overview> =>
  (await admin.agent.get('/bot/removals').expect(200)).body.data;

/** Creates a token for a user with Strapi's role Editor, which has no permission of the plugin. */
const editorToken = async (): Promise<string> => {
  const login = { email: 'colleague@example.org', password: 'Secret-password-2' };
  const role = await site.strapi.db
    .query('admin::role')
    .findOne({ where: { code: 'strapi-editor' } });
  await site.strapi
    .service('admin::user')
    .create({ ...login, firstname: 'Colleague', isActive: true, roles: [role.id] });
  return (await site.request.post('/admin/login').send(login).expect(200)).body.data.token;
};

test('nobody sees removals without signing in', async () => {
  await site.request.get('/bot/removals').expect(401);
  await site.request.post('/bot/removals/retry').expect(401);
});

test('the token of the bot is none for the panel', async () => {
  await site.request.get('/bot/removals').set('Authorization', `Bearer ${site.token}`).expect(401);
});

test('an editor without the permission is refused', async () => {
  const authorization = `Bearer ${await editorToken()}`;
  await site.request.get('/bot/removals').set('Authorization', authorization).expect(403);
  await site.request.post('/bot/removals/retry').set('Authorization', authorization).expect(403);
});

test('an administrator sees what was given up, and why', async () => {
  expect(await overview()).toMatchObject({
    waiting: [],
    stuck: [{ objects: [{ hash: 'refused' }], attempts: 20, lastError: 'Refused' }],
  });
});

test('an administrator lets it be tried again', async () => {
  await admin.agent.post('/bot/removals/retry').expect(204);
  expect(await overview()).toMatchObject({
    waiting: [{ objects: [{ hash: 'refused' }] }],
    stuck: [],
  });
});
