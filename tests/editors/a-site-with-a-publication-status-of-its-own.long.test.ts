import { createAdmin, type Admin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { beforeRegister, changeWork } from '../support/content-types';
import { startSite, type Site } from '../support/site';

const WORKS = '/content-manager/collection-types/api::work.work';

let site: Site;
let bot: Bot;
let agent: Admin['agent'];

beforeAll(async () => {
  site = await startSite({
    config: (strapi) =>
      beforeRegister(strapi, () =>
        changeWork(strapi, ({ attributes }) => {
          attributes.publicationStatus = { type: 'enumeration', enum: ['accepted', 'retracted'] };
        })
      ),
  });
  bot = createBot(site);
  ({ agent } = await createAdmin(site));
});
afterAll(() => site.stop());

test('the value that an editor gives it stays, and the list still knows the state', async () => {
  const { id } = await bot.createPublication({ title: 'Study' });
  await agent.put(`${WORKS}/${id}`).send({ publicationStatus: 'retracted' }).expect(200);
  await bot.publish(id);
  expect((await agent.get(`${WORKS}/${id}`)).body.data.publicationStatus).toBe('retracted');
  expect((await bot.list({ status: 'published' })).map((listed) => listed.id)).toEqual([id]);
});

test('it is still there, as it is the site that names the column, after another start', async () => {
  await site.restart();
  expect(await site.strapi.db.connection('works').distinct('publication_status')).toEqual([
    { publication_status: 'retracted' },
  ]);
});
