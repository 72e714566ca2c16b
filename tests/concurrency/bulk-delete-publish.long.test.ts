import { createAdmin, type Admin } from '../support/admin';
import { createBot } from '../support/bot';
import { pdf } from '../support/files';
import { expectNoDamage } from '../support/site-state';
import { onEachDatabase } from './databases';
import { atOnce, rounds } from './rounds';

const BULK_DELETE = '/content-manager/collection-types/api::work.work/actions/bulkDelete';

onEachDatabase((site) => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await createAdmin(site());
  });

  test("an editor's bulk delete wins over publishes at the same time", async () => {
    const bot = createBot(site());
    await rounds(15, async (number) => {
      const material = await bot.upload(pdf());
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c']) {
        const title = `Bulk ${number} ${name}`;
        ids.push((await bot.createPublication({ title, media: [material] })).id);
      }
      const [bulk, ...published] = await atOnce(
        admin.agent.post(BULK_DELETE).send({ documentIds: ids }),
        ...[...ids].reverse().map((id) => bot.request('post', `/publications/${id}/publish`))
      );
      expect(bulk?.status).toBe(200);
      for (const { status } of published) expect([200, 404]).toContain(status);
      const { works, files } = await expectNoDamage(site());
      expect(works.filter((work) => ids.includes(work.document_id))).toEqual([]);
      expect(files.filter((file) => file.document_id === material.id)).toEqual([]);
    });
  });
});
