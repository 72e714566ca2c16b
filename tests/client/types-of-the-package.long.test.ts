import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { temporaryFolder } from '../house/temporary-folder';

const root = path.resolve(__dirname, '../..');
const run = promisify(execFile);

const PROGRAM = `
import { createClient, BotError } from '@fleet-bot/client';
const site = createClient({ address: 'https://example.org', token: 't' });
export const walk = async (): Promise<string | null> => {
  const { id, etag } = await site.publications.create({ title: 'a', publishAt: new Date() });
  const tag: string = etag;
  for await (const { status } of site.publications.list({ status: 'draft', limit: 5 })) {
    const known: 'draft' | 'published' = status;
    if (known === 'draft') throw new BotError({ code: 'no-answer', message: tag, status: 0, requestId: '' });
  }
  const { body } = await site.call('uploadMaterial', { body: { url: 'https://example.org/a.png' } });
  const received: string = body.sha256.received;
  // @ts-expect-error a title is no number
  await site.publications.create({ title: 1 });
  // @ts-expect-error there is no such status
  site.publications.list({ status: 'gone' });
  return (await site.publications.get(id)).url ?? received;
};
`;

test('a program in strict TypeScript knows what calls take and give', async () => {
  const client = path.join(root, 'packages/client');
  await run(process.execPath, ['build-types.mjs'], { cwd: client });
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, 'node_modules/@fleet-bot'), { recursive: true });
  await symlink(client, path.join(folder, 'node_modules/@fleet-bot/client'));
  await symlink(path.join(root, 'node_modules/@types'), path.join(folder, 'node_modules/@types'));
  const files = ['module.mts', 'common.cts'];
  await Promise.all(files.map((name) => writeFile(path.join(folder, name), PROGRAM)));
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'node16',
    '--types',
    'node',
    '--lib',
    'es2022',
  ];
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const checked = await run(process.execPath, [tsc, ...options, '--skipLibCheck', ...files], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  expect(checked.stdout).toBe('');
});
