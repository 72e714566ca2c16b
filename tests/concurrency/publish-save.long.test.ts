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

  test("a publish at the time of an editor's save publishes the text before or after it", async () => {
    const bot = createBot(site());
    await rounds(20, async (number) => {
      const before = `Before ${number}`;
      const after = `After ${number}`;
      const { id } = await bot.createPublication({ title: before });
      if (number % 2 === 0) await bot.publish(id);

      const answers = await atOnce(
        bot.request('post', `/publications/${id}/publish`),
        admin.agent
          .put(`/content-manager/collection-types/api::work.work/${id}`)
          .send({ title: after })
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);

      const { works } = await expectNoDamage(site());
      const rows = works.filter((work) => work.document_id === id);
      expect(rows.find((row) => row.published_at === null)?.title).toBe(after);
      expect([before, after]).toContain(rows.find((row) => row.published_at !== null)?.title);
    });
  });

  test("an editor's save that a publish did not see goes live with the next one", async () => {
    const bot = createBot(site());
    await rounds(10, async (number) => {
      const after = `Then ${number}`;
      const { id } = await bot.createPublication({ title: `First ${number}` });
      await atOnce(
        bot.request('post', `/publications/${id}/publish`),
        admin.agent
          .put(`/content-manager/collection-types/api::work.work/${id}`)
          .send({ title: after })
      );
      await bot.publish(id);
      const { works } = await expectNoDamage(site());
      const titles = works.filter((work) => work.document_id === id).map(({ title }) => title);
      expect(titles).toEqual([after, after]);
    });
  });
});
