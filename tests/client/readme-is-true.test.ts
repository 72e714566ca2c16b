import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { temporaryFolder } from '../house/temporary-folder';
import { useSite } from '../support/use-site';

const root = path.resolve(__dirname, '../..');
const { site } = useSite();

test("all examples of the client's README run, one after the other", async () => {
  const readme = await readFile(path.join(root, 'packages/client/README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```js\n([^]*?)^```/gm)].map(([, code]) => code);
  expect(examples.length).toBeGreaterThan(7);

  const folder = await temporaryFolder();
  await mkdir(path.join(folder, 'node_modules/@fleet-bot'), { recursive: true });
  await symlink(
    path.join(root, 'packages/client'),
    path.join(folder, 'node_modules/@fleet-bot/client')
  );
  await Promise.all(
    ['favicon.png', 'package-lock.json'].map((name) =>
      copyFile(path.join(root, name), path.join(folder, name))
    )
  );
  await writeFile(path.join(folder, 'examples.mjs'), examples.join('\n'));
  const env = {
    ...process.env,
    SITE: site.url,
    BOT_API_TOKEN: site.token,
    BOT_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['examples.mjs'], {
    cwd: folder,
    env,
  });
  expect(stdout).toMatch(/^test-site shows it at http:\S+\/works\/the-harbour$/m);
  expect(stdout).toMatch(/^true$/m);
  expect(stdout).toMatch(/^\d{7} bytes$/m);
  expect(stdout).toMatch(/^The Harbour was published by bot$/m);
  expect(stdout).toMatch(/^external-id-taken 409 false$/m);
});
