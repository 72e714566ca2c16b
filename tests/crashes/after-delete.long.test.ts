import { jpeg } from '../support/files';
import { until } from '../support/until';
import { startCrashingSite, type CrashingSite } from './crashing-site';

let site: CrashingSite;
beforeAll(async () => {
  site = await startCrashingSite();
});
afterAll(() => site.stop());

test.each([1, 2, 3])(
  'a kill right after the answer to a delete leaves nothing of it behind (%i)',
  async (number) => {
    const material = await site.bot.upload(await jpeg({ width: 1200, height: 900 }));
    const kept = await site.bot.upload(await jpeg({ width: 300, height: 200 }));
    const { id } = await site.bot.createPublication({
      title: `Gone ${number}`,
      media: [material, kept],
    });
    const other = await site.bot.createPublication({ title: `Stays ${number}`, media: [kept] });
    await site.bot.publish(id);

    const answer = await site.bot.remove(id);
    await site.crash();

    expect(answer.media).toEqual({ deleted: [material.id], kept: [kept.id] });
    await until(
      'the bytes are gone',
      async () => (await site.select('SELECT id FROM bot_removals')).length === 0
    );
    const { works, files, objects } = await site.expectNoDamage();
    expect(works.map((work) => work.document_id)).not.toContain(id);
    expect(files.map((file) => file.document_id)).not.toContain(material.id);
    expect([...objects.keys()].some((name) => material.url.endsWith(name))).toBe(false);
    expect((await site.bot.get(other.id)).media).toMatchObject([kept]);
    await site.bot.request('delete', `/publications/${id}`).expect(404);
  }
);

test('a kill while deletes are running leaves each publication whole or gone, and its key tells which', async () => {
  const ids: string[] = [];
  for (let number = 0; number < 8; number += 1) {
    const material = await site.bot.upload(await jpeg({ width: 300, height: 200 }));
    ids.push((await site.bot.createPublication({ title: `Many ${number}`, media: [material] })).id);
  }
  const remove = (id: string) =>
    site.bot.request('delete', `/publications/${id}`).set('Idempotency-Key', `delete ${id}`);
  const statuses = new Map<string, string>();
  const deletes = ids.map((id) =>
    remove(id).then(
      ({ text }) => statuses.set(id, text),
      () => undefined
    )
  );
  await Promise.race(deletes);
  await site.crash();
  await Promise.all(deletes);

  const { works } = await site.expectNoDamage();
  const left = works.map((work) => work.document_id);
  for (const id of statuses.keys()) expect(left).not.toContain(id);
  for (const id of ids) {
    const answer = await remove(id).expect(200);
    expect(answer.headers['idempotency-replayed']).toBe(left.includes(id) ? undefined : 'true');
    expect(answer.text).toBe(statuses.get(id) ?? answer.text);
    expect((answer.body as { media: { deleted: string[] } }).media.deleted).toHaveLength(1);
  }
});
