import { createBot } from '../support/bot';
import { jpeg, type TestFile } from '../support/files';
import { expectNoDamage } from '../support/site-state';
import { onEachDatabase } from './databases';
import { atOnce, rounds } from './rounds';

onEachDatabase((site) => {
  let photo: TestFile;
  beforeAll(async () => {
    photo = await jpeg({ width: 200, height: 150 });
  });

  test('of deletes at once, one deletes and the others find nothing', async () => {
    const bot = createBot(site());
    await rounds(10, async (number) => {
      const material = await bot.upload(photo);
      const { id } = await bot.createPublication({ title: `Gone ${number}`, media: [material] });
      if (number % 2 === 0) await bot.publish(id);
      const remove = () => bot.request('delete', `/publications/${id}`);
      const answers = await atOnce(remove(), remove(), remove(), remove());

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
      const [deleted] = answers.filter(({ status }) => status === 200);
      expect(deleted?.body).toMatchObject({ media: { deleted: [material.id], kept: [] } });
      const { works, files } = await expectNoDamage(site());
      expect(works.filter((work) => work.document_id === id)).toEqual([]);
      expect(files.filter((file) => file.document_id === material.id)).toEqual([]);
    });
  });

  test('of two publications that share a material, deleted at once, one takes it along', async () => {
    const bot = createBot(site());
    await rounds(10, async (number) => {
      const material = await bot.upload(photo);
      const one = await bot.createPublication({ title: `One ${number}`, media: [material] });
      const other = await bot.createPublication({ title: `Other ${number}`, media: [material] });
      const answers = await atOnce(
        bot.request('delete', `/publications/${one.id}`),
        bot.request('delete', `/publications/${other.id}`)
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const deleted = answers.flatMap(
        ({ body }) => (body as { media: { deleted: string[] } }).media.deleted
      );
      expect(deleted).toEqual([material.id]);
      const { files } = await expectNoDamage(site());
      expect(files.filter((file) => file.document_id === material.id)).toEqual([]);
    });
  });
});
