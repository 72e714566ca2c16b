import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { TOKEN } from '../support/environment';
import { jpeg, pdf } from '../support/files';
import { headUpload, beginUpload, sendPart, uploadPath } from '../support/resumable';
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

  test('an upload in parts that does not fit is answered 507, keeps what came, and goes when it is ended', async () => {
    const { bot, url } = faulty;
    const target = { url, token: TOKEN };
    const begun = await beginUpload(bot, 5_000_000).expect(201);
    const upload = uploadPath(begun.headers);
    const refused = await sendPart(bot, upload, 0, Buffer.alloc(5_000_000, 'x')).expect(507);
    expect(refused.body.error.details.code).toBe('storage-full');
    const { offset } = await headUpload(target, upload);
    expect(Number(offset)).toBeLessThan(5_000_000);
    await bot.request('delete', upload).set('Tus-Resumable', '1.0.0').expect(204);
    expect((await headUpload(target, upload)).status).toBe(404);
  });

  test('the next upload that fits works without a restart', async () => {
    await faulty.bot.upload(pdf('small.pdf', 2_000_000));
    await faulty.expectNothingHalfDone();
  });
});

describeWithSmallDisk('a disk of 24 MiB for the database', () => {
  let disk: SmallDisk;
  let faulty: FaultyProcess;
  beforeAll(async () => {
    disk = mountSmallDisk(24);
    faulty = await startFaultyProcess({ databaseFile: path.join(disk.folder, 'data.db') });
  });
  afterAll(async () => {
    await faulty.stop();
    await disk.remove();
  });

  test('what was answered 201 is there, what was answered 507 is not, and goes once there is room', async () => {
    const { bavail, bsize } = statfsSync(disk.folder);
    const ballast = path.join(disk.folder, 'ballast');
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 500_000));
    const body = 'A long text. '.repeat(1_500);
    const create = (title: string) =>
      faulty.bot
        .request('post', '/publications')
        .set('Idempotency-Key', title)
        .send({ title, body });

    const made: string[] = [];
    const refused: string[] = [];
    for (let number = 1; refused.length < 20 && number < 200; number += 1) {
      const title = `Work ${number}`;
      const { status } = await create(title);
      expect([201, 507]).toContain(status);
      (status === 201 ? made : refused).push(title);
    }
    expect(made.length).toBeGreaterThan(0);
    expect(refused).toHaveLength(20);
    const titles = async () => {
      const { works } = await faulty.expectNothingHalfDone();
      return works.map(({ title }) => title).sort();
    };
    expect(await titles()).toEqual([...made].sort());

    rmSync(ballast);
    for (const title of refused) await create(title).expect(201);
    expect(await titles()).toEqual([...made, ...refused].sort());
  });
});
