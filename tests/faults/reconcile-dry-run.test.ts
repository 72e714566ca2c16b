import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { pdf } from '../support/files';
import { surroundings, testEnvironment } from '../support/environment';
import { startFaultySite, type FaultySite } from './faulty-site';
import { createFaultyProvider } from './faulty-provider';

const run = promisify(execFile);
const root = path.resolve(__dirname, '../..');

const provider = createFaultyProvider();
let faulty: FaultySite;
beforeAll(async () => {
  // No worker: nobody but the commands works on what is left.
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
    [path.join(root, 'scripts/run.cjs'), 'reconcile', ...args],
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

  const printed = await reconcile('--dry-run');
  expect(printed).toContain('left_over_');
  expect(printed).toContain('Dry run: nothing was changed.');
  expect(await faulty.expectNothingHalfDone()).toEqual(before);

  await reconcile();
  const after = await faulty.expectNothingHalfDone();
  expect([after.removals.length, after.objects.size]).toEqual([0, 0]);
}, 120_000);
