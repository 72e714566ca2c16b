import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { createClient } from '../../packages/client/src';
import { exportSite } from '../../packages/client/src/folder/export';
import { importFolder } from '../../packages/client/src/folder/import';
import { temporaryFolder } from '../house/temporary-folder';
import { png } from '../support/files';
import { before, useSite } from '../support/use-site';

const { site, bot } = useSite();
const folder = before(async () => ({ path: await temporaryFolder() }));
const client = () => createClient({ address: site.url, token: site.token });

const write = async (name: string, content: string | Buffer) => {
  const file = path.join(folder.path, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
};

const HARBOUR = `---
title: The Harbour
status: published
fields:
  cover: ./pictures/boat.png
  tags: [Ships, Night Trains]
  seo: { noIndex: true }
---
# Morning

![A boat](pictures/boat.png), [the log](../log.txt), [the pier](pier.md).
`;

beforeAll(async () => {
  await write('trips/harbour.md', HARBOUR);
  await write('trips/pictures/boat.png', (await png({ width: 300, height: 200 })).content);
  await write('log.txt', 'Wind: none.\n');
  await write(
    'pier.md',
    '---\ntitle: The Pier\nmedia: [log.txt]\npublishAt: 2099-01-01T00:00:00Z\n---\nSoon.\n'
  );
});
afterAll(async () => {
  for await (const { id } of client().publications.list()) await bot.remove(id);
  for await (const { id } of client().materials.list()) await client().materials.delete(id);
});

const shortly = (imported: Awaited<ReturnType<typeof importFolder>>) =>
  imported.map(({ file, action, uploads }) => [file, action, uploads]);

/** The types of the changes that `work` makes. */
const changesBy = async (work: () => Promise<unknown>): Promise<string[]> => {
  const after = await client().changes.latest();
  await work();
  const types: string[] = [];
  for await (const { type } of client().changes.read({ after })) types.push(type);
  return types;
};

test('a dry run tells what would be done, and does nothing', async () => {
  const changes = await changesBy(async () => {
    const imported = await importFolder(client(), folder.path, { dryRun: true });
    expect(imported.map(({ file, action }) => [file, action])).toEqual([
      ['pier.md', 'create'],
      ['trips/harbour.md', 'create'],
    ]);
    expect(imported.reduce((sum, { uploads }) => sum + uploads, 0)).toBe(2);
  });
  expect(changes).toEqual([]);
});

test('each file becomes a publication, with what it needs of the folder', async () => {
  const imported = await importFolder(client(), folder.path);
  expect(imported.map(({ action, what }) => [action, what.at(-1)])).toEqual([
    ['create', 'publishAt'],
    ['create', 'publish'],
  ]);
  const harbour = await client().publications.find('trips/harbour.md');
  const { body, url, fields } = await client().publications.get(String(harbour?.id));
  expect(fields).toMatchObject({ cover: { type: 'image' }, seo: { noIndex: true } });
  const page = await (await fetch(String(url))).text();
  expect(page).toMatch(/<img[^>]+alt="A boat"/);
  const [picture, log] = [...String(body).matchAll(/\((http[^)]+)\)/g)].map(
    ([, address]) => address
  );
  expect((await fetch(String(picture))).status).toBe(200);
  expect(await (await fetch(String(log))).text()).toBe('Wind: none.\n');
  expect(await client().publications.find('pier.md')).toMatchObject({
    status: 'draft',
    publishAt: '2099-01-01T00:00:00.000Z',
    media: [{ type: 'file' }],
  });
  const texts = [];
  for await (const { alternativeText } of client().materials.list({ type: 'image' }))
    texts.push(alternativeText);
  expect(texts).toEqual(['A boat']);
});

test('a second run changes nothing', async () => {
  const changes = await changesBy(async () => {
    expect(shortly(await importFolder(client(), folder.path))).toEqual([
      ['pier.md', 'unchanged', 0],
      ['trips/harbour.md', 'unchanged', 0],
    ]);
  });
  expect(changes).toEqual([]);
});

test('what a file changes is changed, and no more', async () => {
  await write('trips/harbour.md', HARBOUR.replace('# Morning', '# Evening'));
  const [, harbour] = await importFolder(client(), folder.path);
  expect(harbour).toMatchObject({ action: 'change', what: ['body'], uploads: 0 });
  const { url } = (await client().publications.find('trips/harbour.md')) ?? {};
  expect(await (await fetch(String(url))).text()).toMatch(/Evening/);
});

test('a file that is wrong is told of, and the others are worked on', async () => {
  await write('wrong.md', '---\nstatus: gone\n---\n');
  await write('out.md', '---\ntitle: Out\n---\n![a](../../../../../../../../etc/passwd)\n');
  const imported = await importFolder(client(), path.join(folder.path));
  expect(imported.map(({ file, action }) => [file, action])).toEqual([
    ['out.md', 'failed'],
    ['pier.md', 'unchanged'],
    ['trips/harbour.md', 'unchanged'],
    ['wrong.md', 'failed'],
  ]);
  expect(imported[0]?.what).toEqual([expect.stringMatching(/is not in the folder$/)]);
  await rm(path.join(folder.path, 'wrong.md'));
  await rm(path.join(folder.path, 'out.md'));
});

test('what is exported can be imported: into the same site nothing changes, into an empty one all comes back', async () => {
  await bot.createPublication({ title: 'By nobody', body: 'Without an external id.' });
  const target = await temporaryFolder();
  const exported = await exportSite(client(), target);
  expect(exported.map(({ file }) => file).sort()).toEqual([
    'by-nobody.md',
    'pier.md',
    'trips/harbour.md',
  ]);
  expect(await readdir(path.join(target, 'media'))).toHaveLength(2);
  const text = await readFile(path.join(target, 'trips/harbour.md'), 'utf8');
  expect(text).toMatch(/^---\ntitle: The Harbour\nstatus: published\nslug: the-harbour\nfields:\n/);
  expect(text).toMatch(/!\[A boat\]\(\.\.\/media\/boat_\w+\.png\), \[the log\]\(\.\.\/media\/log_/);

  const again = await changesBy(() => importFolder(client(), target));
  expect(again).toEqual([]);
  const left = await readdir(target, { recursive: true });
  expect(left.filter((name) => name.endsWith('.new'))).toEqual([]);

  for await (const { id } of client().publications.list()) await bot.remove(id);
  const imported = await importFolder(client(), target);
  expect(imported.map(({ action, what }) => [action, action === 'failed' && what])).toEqual(
    Array(3).fill(['create', false])
  );
  const second = await temporaryFolder();
  await cp(target, second, { recursive: true });
  await exportSite(client(), second);
  const plain = async (place: string) =>
    (await readFile(path.join(place, 'trips/harbour.md'), 'utf8')).replace(/_[0-9a-f]{10,}/g, '');
  expect(await plain(second)).toBe(await plain(target));
});
