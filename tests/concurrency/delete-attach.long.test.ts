import { createAdmin, type Admin } from '../support/admin';
import { createBot } from '../support/bot';
import { pdf } from '../support/files';
import { expectNoDamage } from '../support/site-state';
import { onEachDatabase } from './databases';
import { atOnce, rounds } from './rounds';

onEachDatabase((site) => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await createAdmin(site());
  });

  test('a delete and a create with the same material agree on who has it', async () => {
    const bot = createBot(site());
    await rounds(30, async (number) => {
      const material = await bot.upload(pdf());
      const { id } = await bot.createPublication({ title: `Old ${number}`, media: [material] });
      const remove = bot.request('delete', `/publications/${id}`);
      const create = bot
        .request('post', '/publications')
        .send({ title: `New ${number}`, media: [material] });
      const [created, removed] =
        number % 2 === 0 ? await atOnce(create, remove) : (await atOnce(remove, create)).reverse();

      expect(removed?.status).toBe(200);
      const { files, links } = await expectNoDamage(site());
      const file = files.find((row) => row.document_id === material.id);
      if (created?.status === 201) {
        expect(removed?.body).toMatchObject({ media: { deleted: [], kept: [material.id] } });
        expect(links.filter((link) => link.file_id === file?.id)).toHaveLength(1);
      } else {
        expect(created?.status).toBe(400);
        expect(created?.body).toMatchObject({ error: { details: { code: 'unknown-material' } } });
        expect(removed?.body).toMatchObject({ media: { deleted: [material.id], kept: [] } });
        expect(file).toBeUndefined();
      }
    });
  });

  test('a delete at the time when an editor attaches the material leaves no dead link', async () => {
    const bot = createBot(site());
    await rounds(15, async (number) => {
      const material = await bot.upload(pdf());
      const { id } = await bot.createPublication({ title: `Left ${number}`, media: [material] });
      const other = await bot.createPublication({ title: `Taken ${number}` });
      const before = await expectNoDamage(site());
      const file = before.files.find((row) => row.document_id === material.id);

      const [removed] = await atOnce(
        bot.request('delete', `/publications/${id}`),
        admin.agent
          .put(`/content-manager/collection-types/api::work.work/${other.id}`)
          .send({ title: `Taken ${number}`, media: [{ id: file?.id }] })
      );
      expect(removed?.status).toBe(200);
      await expectNoDamage(site());
    });
  });
});
