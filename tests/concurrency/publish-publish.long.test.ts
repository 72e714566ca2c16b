import { createAdmin, type Admin } from '../support/admin';
import { createBot } from '../support/bot';
import { expectNoDamage } from '../support/site-state';
import { onEachDatabase } from './databases';
import { atOnce, rounds } from './rounds';

onEachDatabase((site) => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await createAdmin(site());
  });

  test('publishing a publication many times at once publishes it once', async () => {
    const bot = createBot(site());
    const published: string[] = [];
    const stop = site().strapi.eventHub.on('entry.publish', ({ entry }) => {
      published.push((entry as { documentId: string }).documentId);
      return Promise.resolve();
    });
    await rounds(10, async (number) => {
      const { id } = await bot.createPublication({ title: `At once ${number}` });
      const publish = () => bot.request('post', `/publications/${id}/publish`);
      const answers = await atOnce(publish(), publish(), publish(), publish(), publish());

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      const { works } = await expectNoDamage(site());
      expect(works.filter((work) => work.document_id === id)).toHaveLength(2);
      expect(published.filter((documentId) => documentId === id)).toHaveLength(1);
    });
    stop();
  });

  test('a bot and an editor who publish at once publish it once', async () => {
    const bot = createBot(site());
    await rounds(10, async (number) => {
      const title = `Both ${number}`;
      const { id } = await bot.createPublication({ title });
      const [byBot, byEditor] = await atOnce(
        bot.request('post', `/publications/${id}/publish`),
        admin.agent
          .post(`/content-manager/collection-types/api::work.work/${id}/actions/publish`)
          .send({ title })
      );
      expect([byBot.status, byEditor.status]).toEqual([200, 200]);
      const { works } = await expectNoDamage(site());
      expect(works.filter((work) => work.document_id === id)).toHaveLength(2);
    });
  });

  test('publish and unpublish at once leave it wholly in one of the two states', async () => {
    const bot = createBot(site());
    await rounds(10, async (number) => {
      const { id } = await bot.createPublication({ title: `To and fro ${number}` });
      await bot.publish(id);
      const answers = await atOnce(
        bot.request('post', `/publications/${id}/unpublish`),
        bot.request('post', `/publications/${id}/publish`),
        bot.request('post', `/publications/${id}/unpublish`),
        bot.request('post', `/publications/${id}/publish`)
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await expectNoDamage(site());
    });
  });
});
