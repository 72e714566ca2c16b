import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { createClient } from '../../packages/client/src';
import { exportSite } from '../../packages/client/src/folder/export';
import { importFolder, type ImportOptions } from '../../packages/client/src/folder/import';
import { prune } from '../../packages/client/src/folder/importing/prune';
import { temporaryFolder } from '../house/temporary-folder';
import { createAdmin } from '../support/admin';
import { createEditor } from '../support/content-manager';
import { png } from '../support/files';
import { before, useSite } from '../support/use-site';

const { site, bot } = useSite();
const client = () => createClient({ address: site.url, token: site.token });
const editor = before(async () => createEditor(await createAdmin(site)));

/** A folder of texts, and functions for what a person and the command do with it. */
const newFolder = async (name: string) => {
  const place = await temporaryFolder();
  return {
    place,
    put: async (file: string, text: string | Buffer) => {
      await mkdir(path.dirname(path.join(place, file)), { recursive: true });
      await writeFile(path.join(place, file), text);
    },
    move: (from: string, to: string) => rename(path.join(place, from), path.join(place, to)),
    remove: (file: string) => rm(path.join(place, file)),
    bring: (options: ImportOptions = {}) =>
      importFolder(client(), place, { name, publish: true, ...options }),
  };
};

const find = async (externalId: string) => client().publications.find(externalId);
const textOf = (title: string, body = title, head = '') =>
  `---\ntitle: ${title}\n${head}---\n${body}\n`;
/** Follows no redirect. */
const answerOf = async (address: string) => {
  const { status, headers } = await fetch(address, { redirect: 'manual' });
  return [status, headers.get('location')];
};

describe('works whose files are no longer in the folder', () => {
  test('are listed, drafts and public ones, but none of another folder, and deleted by prune', async () => {
    const folder = await newFolder('pruned');
    await folder.put('a.md', textOf('A'));
    await folder.put('b.md', textOf('B'));
    await folder.put('c.md', textOf('C', 'C', 'draft: true\n'));
    await folder.bring();
    await bot.createPublication({ title: 'B', externalId: 'pruned-too/b.md' });
    await folder.remove('b.md');
    await folder.remove('c.md');

    const { missing } = await folder.bring();
    const listed = missing.map(({ externalId, title, status }) => [externalId, title, status]);
    expect(listed.sort()).toEqual([
      ['pruned/b.md', 'B', 'published'],
      ['pruned/c.md', 'C', 'draft'],
    ]);
    expect(await prune(client(), missing, {})).toMatchObject([
      { action: 'delete' },
      { action: 'delete' },
    ]);
    expect(await find('pruned/b.md')).toBeUndefined();
    expect(await find('pruned/a.md')).toBeDefined();
    expect((await folder.bring()).missing).toEqual([]);
  });

  test('are left to an editor who has changed them, unless they are to be overwritten', async () => {
    const folder = await newFolder('kept');
    await folder.put('a.md', textOf('Kept'));
    await folder.put('b.md', textOf('Stays'));
    const { texts } = await folder.bring();
    await editor.publish(String(texts[0]?.id), { title: 'Kept', body: 'By hand' });
    await folder.remove('a.md');
    const { missing } = await folder.bring();
    expect(await prune(client(), missing, {})).toMatchObject([{ action: 'skipped' }]);
    expect(await prune(client(), missing, { overwrite: true })).toMatchObject([
      { action: 'delete' },
    ]);
  });

  test('do not count as gone if their file cannot be read', async () => {
    const folder = await newFolder('unread');
    await folder.put('a.md', textOf('A'));
    await folder.bring();
    await folder.put('a.md', '---\ntitle: a: b\n---\n');
    expect(await folder.bring()).toMatchObject({ texts: [{ action: 'failed' }], missing: [] });
  });
});

describe('a renamed file', () => {
  test('moves its work, with its picture, its links and a redirect', async () => {
    const folder = await newFolder('moved');
    await folder.put('sea.png', (await png({ width: 37, height: 20 })).content);
    await folder.put('calm.md', textOf('The sea', '![Sea](sea.png) [other](other.md)'));
    await folder.put('other.md', textOf('Other', '[sea](calm.md)'));
    await folder.bring();
    const { id = '', url = '' } = (await find('moved/calm.md')) ?? {};
    await mkdir(path.join(folder.place, 'new'));
    await folder.move('calm.md', 'new/rough.md');
    await folder.move('sea.png', 'new/sea.png');
    await folder.put('other.md', textOf('Other', '[sea](new/rough.md)'));
    await folder.put('new/rough.md', textOf('The sea', '![Sea](sea.png) [other](../other.md)'));

    const { texts: planned } = await folder.bring({ dryRun: true });
    expect(planned.map(({ action }) => action)).toEqual(['move', 'change']);
    const { texts, missing } = await folder.bring();
    expect(texts).toMatchObject([
      { id, action: 'move', what: ['from moved/calm.md', 'externalId', 'slug'], uploads: 0 },
      { action: 'change', what: ['body'] },
    ]);
    expect(missing).toEqual([]);
    const moved = `${site.url}/works/rough`;
    expect(await find('moved/new/rough.md')).toMatchObject({ id, url: moved });
    expect(await answerOf(String(url))).toEqual([301, expect.stringMatching(/works\/rough$/)]);
    const { body } = await client().publications.get(String(texts[1]?.id));
    expect(body).toBe(`[sea](${moved})\n`);
    const { texts: again } = await folder.bring();
    expect(again.map(({ action }) => action)).toEqual(['unchanged', 'unchanged']);
  });

  test.each([
    ['its former address', '/2020/01/old-storm.html'],
    ['its former file', '/posts/old-storm/'],
  ])('with other content moves its work if its aliases name %s', async (_name, alias) => {
    const name = `alias-${alias.length}`;
    const folder = await newFolder(name);
    await folder.put('posts/old-storm.md', textOf('Storm'));
    await folder.bring();
    const { id } = (await find(`${name}/posts/old-storm.md`)) ?? {};
    await folder.remove('posts/old-storm.md');
    await folder.put('gale.md', textOf('Gale', 'Other', `aliases: [${alias}]\n`));
    expect((await folder.bring()).texts).toMatchObject([{ id, action: 'move' }]);
    expect(await bot.get(String(id))).toMatchObject({ title: 'Gale', slug: 'gale' });
    await bot.remove(String(id));
  });

  test('that could be one of several is a new work', async () => {
    const folder = await newFolder('several');
    await folder.put('a.md', textOf('Same'));
    await folder.put('b.md', textOf('Same'));
    await folder.bring();
    await folder.remove('a.md');
    await folder.move('b.md', 'c.md');
    const { texts, missing } = await folder.bring();
    expect(texts).toMatchObject([{ action: 'create' }]);
    expect(missing).toHaveLength(2);
  });
});

describe('deleted works', () => {
  test('are not brought back by an old export of the site, unless that is asked for', async () => {
    const folder = await newFolder('old');
    await folder.put('a.md', textOf('Old A'));
    await folder.put('b.md', textOf('Old B', '[a](a.md)'));
    await folder.bring();
    const target = await temporaryFolder();
    await exportSite(client(), target);
    const { id = '' } = (await find('old/a.md')) ?? {};
    await bot.remove(id);
    const bring = async (options: ImportOptions = {}) => {
      const { texts } = await importFolder(client(), target, { publish: true, ...options });
      return texts.filter(({ file }) => file.startsWith('old/')).map(({ action }) => action);
    };
    expect(await bring()).toEqual(['skipped', 'unchanged']);
    expect(await bring({ restoreDeleted: true, dryRun: true })).toEqual(['restore', 'unchanged']);
    expect(await find('old/a.md')).toBeUndefined();
    expect(await bring({ restoreDeleted: true })).toEqual(['restore', 'unchanged']);
    expect(await find('old/a.md')).toMatchObject({ id, status: 'published' });
  });

  test('are not brought back by a folder if an editor has deleted them', async () => {
    const folder = await newFolder('deleted');
    await folder.put('a.md', textOf('Deleted by hand'));
    await folder.put('b.md', textOf('Deleted by the bot'));
    await folder.put('c.md', textOf('Linking', '[a](a.md)'));
    const { texts } = await folder.bring();
    await editor.remove(String(texts[0]?.id));
    await bot.remove(String(texts[1]?.id));
    expect((await folder.bring()).texts).toMatchObject([
      { action: 'skipped', what: ['deleted on the site; --restore-deleted brings it back'] },
      { action: 'create' },
      { warnings: ['a.md leads to a text that is not on the site'] },
    ]);
    const { texts: restored } = await folder.bring({ restoreDeleted: true });
    // The site has no trash, and keeps nothing of what an editor deletes.
    expect(restored).toMatchObject([{ action: 'create' }, {}, {}]);
  });
});

describe('an export into the folder of an earlier one', () => {
  test('writes what has changed, names what is stale, and gives the same bytes again', async () => {
    const folder = await newFolder('again');
    await folder.put('gulls.png', (await png({ width: 39, height: 20 })).content);
    await folder.put('a.md', textOf('Again A', '![Sea](gulls.png)'));
    await folder.put('b.md', textOf('Again B'));
    await folder.bring();
    const target = await temporaryFolder();
    const contents = async () => {
      const entries = await readdir(target, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => path.join(parentPath, name));
      const read = files
        .sort()
        .map(async (file) => [
          path.relative(target, file),
          (await readFile(file)).toString('base64'),
          (await stat(file)).mtimeMs,
        ]);
      return Promise.all(read);
    };
    await exportSite(client(), target);
    const first = await contents();
    const { texts, stale } = await exportSite(client(), target);
    expect(texts.filter(({ isWritten }) => isWritten)).toEqual([]);
    expect(stale).toEqual([]);
    expect(await contents()).toEqual(first);

    const { id: a = '' } = (await find('again/a.md')) ?? {};
    const { id: b = '' } = (await find('again/b.md')) ?? {};
    await bot.remove(a);
    await client().publications.update(b, { body: 'Changed' }, { publish: true });
    for (const written of [['again/b.md'], []]) {
      const next = await exportSite(client(), target);
      const own = next.texts.filter(({ isWritten }) => isWritten).map(({ file }) => file);
      expect(own).toEqual(written);
      expect(next.stale).toEqual(['again/a.md', 'again/gulls.png']);
    }
  });
});

test('a text with an externalId that a person wrote is read as any other', async () => {
  const folder = await newFolder('person');
  await folder.put(
    'a.md',
    textOf('Person', '{{< youtube abc >}} [b](by-a-person.md)', 'externalId: mine\n')
  );
  await folder.put('by-a-person.md', textOf('Person B'));
  await folder.bring();
  const { id } = (await find('mine')) ?? {};
  const { body } = await client().publications.get(String(id));
  expect(body).toBe(
    `[YouTube](https://www.youtube.com/watch?v=abc) [b](${site.url}/works/by-a-person)\n`
  );
  const target = await temporaryFolder();
  await client().publications.update(String(id), { body: 'As it is: {{< youtube abc >}}' });
  await exportSite(client(), target);
  const { texts } = await importFolder(client(), target);
  expect(texts.filter(({ action }) => action !== 'unchanged')).toEqual([]);
});

/** A client that records the URLs of its requests. `answer` replaces the answer to some of them. */
const recordingClient = (answer: (url: string) => Response | undefined = () => undefined) => {
  const urls: string[] = [];
  const recording = createClient({
    ...{ address: site.url, token: site.token },
    fetch: async (address, options) => {
      const { url } = new Request(address);
      urls.push(url);
      return answer(url) ?? fetch(address, options);
    },
  });
  return { client: recording, urls };
};

const refusingContent = (url: string): Response | undefined => {
  if (!url.includes('include=')) return undefined;
  const error = { message: 'include', details: { code: 'invalid-request', requestId: 'r' } };
  return Response.json({ data: null, error }, { status: 400 });
};

test('a run over an unchanged folder and an export cost a few requests, and none for each text or picture', async () => {
  const folder = await newFolder('many');
  const count = 30;
  for (let at = 0; at < count; at += 1) {
    await folder.put(`${at}.png`, (await png({ width: 40 + at, height: 20 })).content);
    await folder.put(
      `${at}.md`,
      textOf(`Many ${at}`, `![A](${at}.png) [next](${(at + 1) % count}.md)`)
    );
  }
  await folder.bring();
  const importing = recordingClient();
  const options = { name: 'many', publish: true };
  const { texts } = await importFolder(importing.client, folder.place, options);
  expect(texts.filter(({ action }) => action !== 'unchanged')).toEqual([]);
  // The handshake, a list of publications, 20 pictures, the list of all.
  expect(importing.urls.length).toBeLessThan(30);
  expect(importing.urls.filter((url) => url.includes('/publications/'))).toEqual([]);
  expect(importing.urls.filter((url) => url.includes('/publications?'))).toHaveLength(1);

  const target = await temporaryFolder();
  const exporting = recordingClient();
  const exported = await exportSite(exporting.client, target);
  expect(exported.texts.length).toBeGreaterThanOrEqual(count);
  expect(exporting.urls.length).toBeLessThan(5);

  // A site of an earlier version refuses to list content.
  const earlier = recordingClient(refusingContent);
  const again = await exportSite(earlier.client, target);
  const own = again.texts.filter(({ file }) => file.startsWith('many/'));
  expect(own.filter(({ isWritten }) => isWritten)).toEqual([]);
  expect(earlier.urls.filter((url) => url.includes('/publications/')).length).toBe(
    again.texts.length
  );
  const { texts: same } = await importFolder(earlier.client, folder.place, options);
  expect(same.filter(({ action }) => action !== 'unchanged')).toEqual([]);
}, 120_000);
