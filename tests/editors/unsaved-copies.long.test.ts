import { createAdmin, createColleague } from '../support/admin';
import { useSite } from '../support/use-site';

const { site } = useSite();
const NONE = { data: null, isLeftToStrapi: false };
const FORM = '/content-manager/collection-types/api::work.work/create?';

test('what is typed and not saved is found again by who has typed it, and by nobody else', async () => {
  const { agent } = await createAdmin(site);
  await agent.get('/bot/unsaved').query({ form: FORM }).expect(200, NONE);
  await agent
    .put('/bot/unsaved')
    .send({ form: FORM, changed: { title: 'A' } })
    .expect(204);
  await agent
    .put('/bot/unsaved')
    .send({ form: FORM, changed: { title: 'B' } })
    .expect(204);
  const { body } = await agent.get('/bot/unsaved').query({ form: FORM }).expect(200);
  expect(body).toEqual({
    ...NONE,
    data: { at: expect.stringMatching(/^\d{4}-.*Z$/), changed: { title: 'B' } },
  });

  const colleague = await createColleague(site, 'strapi-editor');
  await colleague.agent.get('/bot/unsaved').query({ form: FORM }).expect(200, NONE);
  await site.request.get('/bot/unsaved').query({ form: FORM }).expect(401);
  await site.request.get('/bot/unsaved').set('Authorization', `Bearer ${site.token}`).expect(401);
});

test('nothing is left of it when nothing is typed any more', async () => {
  const { agent } = await createAdmin(site);
  await agent
    .put('/bot/unsaved')
    .send({ form: FORM, changed: { title: 'A' } })
    .expect(204);
  await agent.put('/bot/unsaved').send({ form: FORM, changed: {} }).expect(204);
  await agent.get('/bot/unsaved').query({ form: FORM }).expect(200, NONE);
});

test('of many forms the newest hundred are kept, and none that is no form of the panel', async () => {
  const { agent } = await createAdmin(site);
  for (let index = 0; index < 102; index += 1) {
    await agent
      .put('/bot/unsaved')
      .send({ form: `${FORM}${index}`, changed: { index } })
      .expect(204);
  }
  const rows = await site.strapi.db.query('plugin::bot.unsaved-copy').count();
  expect(rows).toBe(100);
  await agent
    .put('/bot/unsaved')
    .send({ form: '/elsewhere', changed: { a: 1 } })
    .expect(400);
  await agent.put('/bot/unsaved').send({ form: FORM }).expect(400);
});

test('where a later Strapi keeps copies itself, they are left to it', async () => {
  const { agent } = await createAdmin(site);
  const { metadata } = site.strapi.db;
  const ofStrapi = { tableName: 'strapi_autosaves' } as NonNullable<
    ReturnType<typeof metadata.get>
  >;
  metadata.set('plugin::content-manager.autosave', ofStrapi);
  try {
    await agent
      .get('/bot/unsaved')
      .query({ form: FORM })
      .expect(200, { ...NONE, isLeftToStrapi: true });
  } finally {
    metadata.delete('plugin::content-manager.autosave');
  }
});
