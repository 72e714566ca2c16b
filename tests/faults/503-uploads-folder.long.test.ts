import { existsSync, readdirSync, renameSync } from 'node:fs';

import { pdf } from '../support/files';
import { until } from '../support/until';
import { startFaultySite, type FaultySite } from './faulty-site';
import { describeWithSmallDisk, mountSmallDisk, type SmallDisk } from './small-disk';

describeWithSmallDisk('an uploads folder that is read-only', () => {
  let disk: SmallDisk;
  let faulty: FaultySite;
  beforeAll(async () => {
    disk = mountSmallDisk(8);
    faulty = await startFaultySite({ publicDir: disk.folder });
  });
  afterAll(async () => {
    await faulty.stop();
    await disk.remove();
  });
  afterEach(() => disk.makeWritable());

  test('an upload is answered 503, and works when the folder is writable again', async () => {
    disk.makeReadOnly();
    await faulty.expectRefused(pdf(), 503, 'storage-unavailable');
    disk.makeWritable();
    await faulty.bot.upload(pdf());
    await faulty.tryRemovals();
    await faulty.untilRemoved();
    await faulty.expectNothingHalfDone();
  });

  test('a delete succeeds, and its bytes go when the folder is writable again', async () => {
    const material = await faulty.bot.upload(pdf('kept.pdf'));
    const { id } = await faulty.bot.createPublication({ title: 'Read only', media: [material] });
    const stored = readdirSync(faulty.site.uploadsDir).length;
    disk.makeReadOnly();
    expect((await faulty.bot.remove(id)).media.deleted).toEqual([material.id]);
    await faulty.tryRemovals();
    const { removals } = await faulty.expectNothingHalfDone();
    expect(removals).toEqual([
      expect.objectContaining({ last_error: expect.stringContaining('EROFS') as string }),
    ]);

    disk.makeWritable();
    await faulty.tryRemovals();
    await faulty.untilRemoved();
    expect(readdirSync(faulty.site.uploadsDir)).toHaveLength(stored - 1);
  });
});

describe('an uploads folder that is gone', () => {
  let faulty: FaultySite;
  let away: string;
  beforeAll(async () => {
    faulty = await startFaultySite();
    away = `${faulty.site.uploadsDir}-away`;
  });
  afterAll(() => faulty.stop());
  const takeAway = () => renameSync(faulty.site.uploadsDir, away);
  const giveBack = () => renameSync(away, faulty.site.uploadsDir);
  afterEach(() => {
    if (existsSync(away)) giveBack();
  });

  test('an upload is answered 503, and works when the folder is back', async () => {
    takeAway();
    const { status, body } = await faulty.bot
      .request('post', '/materials')
      .attach('file', pdf().content, { filename: 'paper.pdf', contentType: 'application/pdf' });
    expect(status).toBe(503);
    expect(body).toMatchObject({ error: { details: { code: 'storage-unavailable' } } });
    giveBack();
    await faulty.bot.upload(pdf());
    await faulty.expectNothingHalfDone();
  });

  test('bytes of a delete are not taken for removed while the folder is away', async () => {
    const material = await faulty.bot.upload(pdf('away.pdf'));
    const { id } = await faulty.bot.createPublication({ title: 'Away', media: [material] });
    takeAway();
    await faulty.bot.remove(id);
    await faulty.tryRemovals();
    giveBack();
    const { removals } = await faulty.expectNothingHalfDone();
    expect(removals.length).toBeGreaterThan(0);
    await faulty.tryRemovals();
    await faulty.untilRemoved();
    await faulty.expectNothingHalfDone();
  });

  test('nor while it goes away under the removal', async () => {
    const material = await faulty.bot.upload(pdf('leaving.pdf'));
    const { id } = await faulty.bot.createPublication({ title: 'Leaving', media: [material] });
    const { provider } = faulty.site.strapi.plugin('upload');
    const remove = jest.spyOn(provider, 'delete').mockImplementationOnce((file) => {
      takeAway();
      return provider.delete(file);
    });
    await faulty.bot.remove(id);
    await faulty.tryRemovals().catch(() => undefined);
    await until('the removal was tried', () => remove.mock.calls.length > 0);
    giveBack();
    remove.mockRestore();
    const { removals } = await faulty.expectNothingHalfDone();
    expect(removals).toHaveLength(1);
    await faulty.tryRemovals();
    await faulty.untilRemoved();
    await faulty.expectNothingHalfDone();
  });
});
