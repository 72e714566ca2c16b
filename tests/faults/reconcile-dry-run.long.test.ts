import { execFile } from 'node:child_process';
import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { jpeg, pdf } from '../support/files';
import { surroundings, testEnvironment } from '../support/environment';
import { fileRow, storedNames } from '../support/database';
import { storedFiles } from '../support/storage';
import { startFaultySite, type FaultySite } from './faulty-site';
import { createFaultyProvider } from './faulty-provider';

/** The methods of the plugin's reconciler that tests use. */
interface Reconciler {
  plan(): Promise<{
    storage: {
      obstacle?: string;
      unowned: { name: string }[];
      incomplete: { id: string; name: string; missing: string[] }[];
    };
  }>;
  run(): Promise<void>;
}

const run = promisify(execFile);
const root = path.resolve(__dirname, '../..');
const HOURS_2 = 2 * 60 * 60;

const provider = createFaultyProvider();
let faulty: FaultySite;
beforeAll(async () => {
  // The worker is disabled, so that only the commands change data.
  faulty = await startFaultySite({
    env: { BOT_WORKER: 'false' },
    register: (strapi) => provider.register(strapi),
  });
});
afterAll(() => faulty.stop());

const reconcile = async (...args: string[]): Promise<string> => {
  const { site } = faulty;
  const { stdout } = await run(
    process.execPath,
    [path.join(root, 'src/plugins/bot/bin/strapi-plugin-fleet-bot.cjs'), 'reconcile', ...args],
    {
      cwd: root,
      env: {
        ...surroundings(),
        ...testEnvironment(),
        PUBLIC_URL: site.url,
        PUBLIC_DIR: site.publicDir,
        DATABASE_CLIENT: 'sqlite',
        DATABASE_FILENAME: site.databaseFile,
      },
    }
  );
  return stdout;
};

const reconciler = (): Reconciler => faulty.site.strapi.plugin('bot').service('reconciler');

/** Adds a file to the uploads folder that is two hours old, or as old as given. */
const plant = async (name: string, seconds = HOURS_2): Promise<string> => {
  const file = path.join(faulty.site.uploadsDir, name);
  await writeFile(file, 'bytes');
  const time = Date.now() / 1000 - seconds;
  await utimes(file, time, time);
  return name;
};

/** Objects without a row, as in storage after a backup was restored. */
const OURS = 'hello_00000000000000000001.txt';
const OUR_FORMAT = 'thumbnail_photo_00000000000000000002.jpg';
const UNDER_WAY = 'fresh_00000000000000000003.txt';
const EDITORS = 'photo_1234567890.jpg';

test('a dry run prints what is left behind and changes nothing; a real one settles it', async () => {
  provider.mood.remove = 'throws';
  const material = await faulty.bot.upload(pdf('left-over.pdf'));
  const { id } = await faulty.bot.createPublication({ title: 'Left', media: [material] });
  await faulty.bot.remove(id);
  await faulty.tryRemovals();
  await faulty.site.strapi.db
    .connection('bot_removals')
    .update({ due_at: new Date(Date.now() - 1000), attempts: 5 });
  const before = await faulty.expectNothingHalfDone();
  await Promise.all([plant(OURS), plant(OUR_FORMAT), plant(EDITORS), plant(UNDER_WAY, 60)]);
  const planted = await storedFiles(faulty.site);

  const printed = await reconcile('--dry-run', '--remove-unowned');
  expect(printed).toContain('left_over_');
  expect(printed).toMatch(/Stored bytes of the bot that no file owns, to remove now: 2\n/);
  expect(printed).toContain(`  ${OURS}\n`);
  expect(printed).toContain('Files without their bytes');
  expect(printed).toContain('Dry run: nothing was changed.');
  expect(await storedFiles(faulty.site)).toEqual(planted);
  await rm(path.join(faulty.site.uploadsDir, EDITORS));
  await rm(path.join(faulty.site.uploadsDir, UNDER_WAY));

  await reconcile('--remove-unowned');
  const after = await faulty.expectNothingHalfDone();
  expect(before.removals).toHaveLength(1);
  expect([after.removals.length, after.objects.size]).toEqual([0, 0]);
}, 120_000);

test('a mistyped option is no real run', async () => {
  await expect(reconcile('--dryrun')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'The options are --dry-run, --put-back, and --remove-unowned.'
    ) as string,
  });
});

describe('database and storage are compared', () => {
  const compare = async () => (await reconciler().plan()).storage;

  test('and whole materials are no matter, editors files and running uploads neither', async () => {
    await faulty.bot.upload(pdf('whole.pdf'));
    await faulty.bot.upload(await jpeg({ width: 1200, height: 900 }));
    await Promise.all([plant(EDITORS), plant(UNDER_WAY, 60)]);
    expect(await compare()).toMatchObject({ unowned: [], incomplete: [] });
  });

  test('bytes of ours without a row are told, and left alone unless asked for', async () => {
    await Promise.all([plant(OURS), plant(OUR_FORMAT)]);
    const { unowned } = await compare();
    expect(unowned.map(({ name }) => name).sort()).toEqual([OURS, OUR_FORMAT]);
    await reconciler().run();
    expect(await storedFiles(faulty.site)).toEqual(expect.arrayContaining([OURS, OUR_FORMAT]));
  });

  test('bytes that a removal knows are not among them', async () => {
    const { connection } = faulty.site.strapi.db;
    const objects = JSON.stringify([{ hash: OURS.slice(0, -4), ext: '.txt', mime: 'text/plain' }]);
    await connection('bot_removals').insert({
      provider: 'local',
      objects,
      due_at: new Date(Date.now() + 60_000),
      attempts: 0,
    });
    const { unowned } = await compare();
    expect(unowned.map(({ name }) => name)).toEqual([OUR_FORMAT]);
    await connection('bot_removals').del();
  });

  test('a material is told whose bytes are not all there', async () => {
    const photo = await faulty.bot.upload(await jpeg({ width: 1200, height: 900 }, 'half.jpg'));
    const [one, ...others] = storedNames(await fileRow(faulty.site, photo.id));
    await rm(path.join(faulty.site.uploadsDir, one));
    expect(others.length).toBeGreaterThan(0);
    const { incomplete } = await compare();
    expect(incomplete).toMatchObject([{ id: photo.id, name: 'half.jpg', missing: [one] }]);
  });

  test('so are thousands of them', async () => {
    const { connection } = faulty.site.strapi.db;
    const rows = Array.from({ length: 2_500 }, (_, index) => ({
      document_id: `lost-${index}`,
      name: `lost-${index}.txt`,
      hash: `lost_${String(index).padStart(20, 'f')}`,
      ext: '.txt',
      mime: 'text/plain',
      provider: 'local',
      type: 'file',
    }));
    await connection.batchInsert('files', rows, 50);
    const { incomplete } = await compare();
    expect(incomplete.filter(({ id }) => id.startsWith('lost-'))).toHaveLength(rows.length);
    await connection('files').where('document_id', 'like', 'lost-%').del();
  });

  test('a storage that cannot be read is told, and no file is taken for lost', async () => {
    const { uploadsDir } = faulty.site;
    await rename(uploadsDir, `${uploadsDir}-away`);
    expect(await compare()).toEqual({ obstacle: expect.stringContaining('ENOENT') as string });
    await rename(`${uploadsDir}-away`, uploadsDir);
  });
});
