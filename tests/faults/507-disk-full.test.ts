import { readdirSync } from 'node:fs';

import { jpeg, pdf } from '../support/files';
import { startFaultyProcess, type FaultyProcess } from './faulty-process';
import { describeWithSmallDisk, mountSmallDisk, type SmallDisk } from './small-disk';

describeWithSmallDisk('a disk of 3 MiB for the stored files', () => {
  let disk: SmallDisk;
  let faulty: FaultyProcess;
  beforeAll(async () => {
    disk = mountSmallDisk(3);
    faulty = await startFaultyProcess({ publicDir: disk.folder });
  });
  afterAll(async () => {
    await faulty.stop();
    await disk.remove();
  });

  test('an upload that does not fit is answered 507 and leaves nothing', async () => {
    await faulty.expectRefused(pdf('large.pdf', 5_000_000), 507, 'storage-full');
    await faulty.untilRemoved();
    expect(readdirSync(faulty.uploadsDir)).toEqual([]);
  });

  test('an image of which only some formats fit is answered 507 and leaves nothing', async () => {
    const rest = 3 * 1024 * 1024 - 120_000;
    const ballast = await faulty.bot.upload(pdf('ballast.pdf', rest));
    const { id } = await faulty.bot.createPublication({ title: 'Ballast', media: [ballast] });
    await faulty.expectRefused(await jpeg({ width: 1600, height: 1200 }), 507, 'storage-full');
    await faulty.untilRemoved();
    expect(readdirSync(faulty.uploadsDir)).toHaveLength(1);
    await faulty.bot.remove(id);
    await faulty.untilRemoved();
  });

  test('the next upload that fits works without a restart', async () => {
    await faulty.bot.upload(pdf('small.pdf', 10_000));
    await faulty.expectNothingHalfDone();
  });
});

describeWithSmallDisk('a disk of 3 MiB for temporary files', () => {
  let disk: SmallDisk;
  let faulty: FaultyProcess;
  beforeAll(async () => {
    disk = mountSmallDisk(3);
    faulty = await startFaultyProcess({ temporaryDir: disk.folder });
  });
  afterAll(async () => {
    await faulty.stop();
    await disk.remove();
  });

  test('an upload that does not fit is answered 507 and leaves nothing', async () => {
    await faulty.expectRefused(pdf('large.pdf', 5_000_000), 507, 'storage-full');
    expect(readdirSync(faulty.uploadsDir)).toEqual([]);
  });

  test('the next upload that fits works without a restart', async () => {
    await faulty.bot.upload(pdf('small.pdf', 2_000_000));
    await faulty.expectNothingHalfDone();
  });
});
