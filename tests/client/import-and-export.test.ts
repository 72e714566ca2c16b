import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { createClient } from '../../packages/client/src';
import { exportSite } from '../../packages/client/src/folder/export';
import {
  importFolder,
  type Imported,
  type ImportOptions,
} from '../../packages/client/src/folder/import';
import { temporaryFolder } from '../house/temporary-folder';
import { png } from '../support/files';
import { createAdmin } from '../support/admin';
import { createEditor } from '../support/content-manager';
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

const bring = async (place: string, options: ImportOptions = {}) => {
  const { texts } = await importFolder(client(), place, {
    name: 'blog',
    publish: true,
    ...options,
  });
  return texts;
};
const shortly = (imported: Imported[]) =>
  imported.map(({ file, action, uploads }) => [file, action, uploads]);

/** Types of the changes recorded during `work`. */
const changesBy = async (work: () => Promise<unknown>): Promise<string[]> => {
  const after = await client().changes.latest();
  await work();
  const types: string[] = [];
  for await (const { type } of client().changes.read({ after })) types.push(type);
  return types;
};

test('a dry run tells what would be done, and does nothing', async () => {
  const changes = await changesBy(async () => {
    const imported = await bring(folder.path, { dryRun: true });
    expect(imported.map(({ file, action }) => [file, action])).toEqual([
      ['pier.md', 'create'],
      ['trips/harbour.md', 'create'],
    ]);
    expect(imported.reduce((sum, { uploads }) => sum + uploads, 0)).toBe(2);
  });
  expect(changes).toEqual([]);
});

test('each file becomes a publication, with what it needs of the folder', async () => {
  const imported = await bring(folder.path);
  expect(imported.map(({ action, what }) => [action, what.at(-1)])).toEqual([
    ['create', 'publishAt'],
    ['create', 'publish'],
  ]);
  const harbour = await client().publications.find('blog/trips/harbour.md');
  const { body, url, fields } = await client().publications.get(String(harbour?.id));
  expect(fields).toMatchObject({ cover: { type: 'image' }, seo: { noIndex: true } });
  const page = await (await fetch(String(url))).text();
  expect(page).toMatch(/<img[^>]+alt="A boat"/);
  const [picture, log] = [...String(body).matchAll(/\((http[^)]+)\)/g)].map(
    ([, address]) => address
  );
  expect((await fetch(String(picture))).status).toBe(200);
  expect(await (await fetch(String(log))).text()).toBe('Wind: none.\n');
  expect(await client().publications.find('blog/pier.md')).toMatchObject({
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
    expect(shortly(await bring(folder.path))).toEqual([
      ['pier.md', 'unchanged', 0],
      ['trips/harbour.md', 'unchanged', 0],
    ]);
  });
  expect(changes).toEqual([]);
});

test('what a file changes is changed, and no more', async () => {
  await write('trips/harbour.md', HARBOUR.replace('# Morning', '# Evening'));
  const [, harbour] = await bring(folder.path);
  expect(harbour).toMatchObject({ action: 'change', what: ['body'], uploads: 0 });
  const { url } = (await client().publications.find('blog/trips/harbour.md')) ?? {};
  expect(await (await fetch(String(url))).text()).toMatch(/Evening/);
});

test('a file that is wrong is told of, and the others are worked on', async () => {
  await write('wrong.md', '---\nunpublishAt: soon\n---\n');
  await write('out.md', '---\ntitle: Out\n---\n![a](../../../../../../../../etc/passwd)\n');
  const imported = await bring(folder.path);
  expect(imported.map(({ file, action }) => [file, action])).toEqual([
    ['out.md', 'create'],
    ['pier.md', 'unchanged'],
    ['trips/harbour.md', 'unchanged'],
    ['wrong.md', 'failed'],
  ]);
  expect(imported[0]?.warnings).toEqual([
    '../../../../../../../../etc/passwd is not in the folder',
  ]);
  const out = await client().publications.find('blog/out.md');
  expect(out).toMatchObject({ media: [] });
  await bot.remove(String(out?.id));
  await rm(path.join(folder.path, 'wrong.md'));
  await rm(path.join(folder.path, 'out.md'));
});

test('what is exported can be imported: into the same site nothing changes, into an empty one all comes back', async () => {
  await bot.createPublication({ title: 'By nobody', body: 'Without an external id.' });
  const target = await temporaryFolder();
  const { texts: exported } = await exportSite(client(), target);
  expect(exported.map(({ file }) => file).sort()).toEqual([
    'blog/pier.md',
    'blog/trips/harbour.md',
    'by-nobody.md',
  ]);
  expect(await readdir(path.join(target, 'blog/trips'))).toEqual(
    expect.arrayContaining(['boat.png', 'harbour.md', 'log.txt'])
  );
  const text = await readFile(path.join(target, 'blog/trips/harbour.md'), 'utf8');
  expect(text).toMatch(
    /^---\ntitle: The Harbour\nstatus: published\nslug: harbour\nfirstPublishedAt: \S+\nexternalId: blog\/trips\/harbour.md\nfields:\n/
  );
  expect(text).toMatch(/!\[A boat\]\(\.\/boat\.png\), \[the log\]\(\.\/log\.txt\)/);

  const again = await changesBy(() => bring(target));
  expect(again).toEqual([]);
  const left = await readdir(target, { recursive: true });
  expect(left.filter((name) => name.endsWith('.new'))).toEqual([]);

  for await (const { id } of client().publications.list()) await bot.remove(id);
  expect((await bring(target)).map(({ action }) => action)).toEqual(Array(3).fill('skipped'));
  // The folder does not tell that the works were on this site, as if it was the export of another one.
  await rm(path.join(target, '.fleet-bot.json'));
  const imported = await bring(target);
  expect(imported.map(({ action, what }) => [action, action === 'failed' && what])).toEqual(
    Array(3).fill(['create', false])
  );
  const second = await temporaryFolder();
  await exportSite(client(), second);
  for (const file of ['pier.md', 'log.txt', 'trips/harbour.md', 'trips/boat.png']) {
    const [one, other] = [target, second].map((place) =>
      readFile(path.join(place, 'blog', file), 'latin1')
    );
    expect(await other).toBe(await one);
  }
});

test('former slugs, and names and texts of pictures, are exported, and come back', async () => {
  const bytes = await png({ width: 32, height: 21 }, 'boat.png');
  const boat = await bot.upload(bytes, { name: 'Boat & sea?', alternativeText: 'A boat' });
  const other = await png({ width: 34, height: 21 }, 'boat.png');
  const cover = await bot.upload(other, { name: 'boat & sea!', caption: 'By Ada' });
  const { id } = await bot.createPublication({
    ...{ title: 'Once', slug: 'once', externalId: 'moves/once.md', media: [boat] },
    body: `![Boat](${boat.url})`,
    fields: { cover: cover.id },
  });
  for (const slug of ['once', 'twice']) {
    await client().publications.update(id, { slug }, { publish: true });
  }
  const [first, second] = [await temporaryFolder(), await temporaryFolder()];
  await exportSite(client(), first);
  const text = await readFile(path.join(first, 'moves/once.md'), 'utf8');
  expect(text).toContain('slug: twice\naliases:\n  - /works/once\n');
  expect(text).toContain('media:\n  - ./Boat-sea.png\n');
  expect(text).toContain('![Boat](./Boat-sea.png)');
  expect(await changesBy(() => bring(first))).toEqual([]);

  for await (const one of client().publications.list()) await bot.remove(one.id);
  for await (const one of client().materials.list()) await client().materials.delete(one.id);
  await rm(path.join(first, '.fleet-bot.json'));
  const { redirects } = await importFolder(client(), first, { publish: true });
  expect(redirects).toContainEqual(['/works/once', `${site.url}/works/twice`]);
  const texts: unknown[] = [];
  for await (const { name, alternativeText, caption } of client().materials.list()) {
    if (/boat.*sea/i.test(name)) texts.push([name, alternativeText, caption]);
  }
  expect(texts.sort()).toEqual([
    ['Boat & sea.png', 'A boat', null],
    ['boat-sea-2.png', null, 'By Ada'],
  ]);
  await exportSite(client(), second);
  expect(await readFile(path.join(second, 'moves/once.md'), 'utf8')).toBe(
    text.replace('aliases:\n  - /works/once\n', '')
  );
});

describe('a folder of another program', () => {
  const blog = before(async () => ({ path: await temporaryFolder() }));
  const put = async (name: string, content: string | Buffer) => {
    await mkdir(path.dirname(path.join(blog.path, name)), { recursive: true });
    await writeFile(path.join(blog.path, name), content);
  };
  const importBlog = (options: ImportOptions = {}) =>
    importFolder(client(), path.join(blog.path, 'content'), { root: blog.path, ...options });

  beforeAll(async () => {
    await put('static/boat.png', (await png({ width: 30, height: 20 })).content);
    await put('content/2019-05-04-storm/sail.png', (await png({ width: 20, height: 9 })).content);
    await put('content/feed.xml', '<rss/>');
    await put('content/_index.md', '+++\nsort_by = "date"\n+++\n# Start\nHello.\n');
    await put(
      'content/2019-05-04-storm.markdown',
      '---\ntitle: 1953\nlayout: post\ntags: sea,  Night  trains\ndescription: Wet.\n---\n' +
        '![A boat](/boat.png) ![The pier](pier.png) ![A sail](sail.png) ![Fog](/cdn/fog)\n'
    );
    await put('content/later.md', '---\ndate: 2098-01-01\ndraft: true\n---\nNot yet.\n');
  });

  test('comes in as drafts, and what is not taken over is told of', async () => {
    const { texts, others } = await importBlog();
    expect(texts.map(({ file, action, needsPublish }) => [file, action, needsPublish])).toEqual([
      ['2019-05-04-storm.markdown', 'create', true],
      ['_index.md', 'create', true],
      ['later.md', 'create', true],
    ]);
    expect(texts[0]).toMatchObject({
      ignoredKeys: ['layout'],
      warnings: ['pier.png is not there', '/cdn/fog is not there'],
      uploads: 2,
    });
    expect(texts[1]).toMatchObject({ ignoredKeys: ['sort_by'] });
    expect(others).toEqual(['2019-05-04-storm/sail.png', 'feed.xml']);
    const found = await client().publications.find('content/2019-05-04-storm.markdown');
    const { title, status, body, fields, firstPublishedAt } = await client().publications.get(
      String(found?.id)
    );
    expect({ title, status }).toEqual({ title: '1953', status: 'draft' });
    expect(firstPublishedAt).toBe('2019-05-04T00:00:00.000Z');
    expect(body).toMatch(
      /^!\[A boat\]\(http\S+\.png\) The pier !\[A sail\]\(http\S+\.png\) Fog\n$/
    );
    expect(fields).toMatchObject({ excerpt: 'Wet.', tags: [{}, { name: 'Night Trains' }] });
    expect(await client().publications.find('content/_index.md')).toMatchObject({ title: 'Start' });
  });

  test('is left as it is by a second run, and another folder is another one', async () => {
    const changes = await changesBy(async () => {
      const { texts } = await importBlog();
      expect(texts.map(({ action }) => action)).toEqual(Array(3).fill('unchanged'));
    });
    expect(changes).toEqual([]);
    const { texts } = await importBlog({ name: 'other', dryRun: true });
    expect(texts.map(({ action }) => action)).toEqual(Array(3).fill('create'));
  });

  test('is published when that is asked for, but for its drafts', async () => {
    const { texts } = await importBlog({ publish: true });
    expect(texts.map(({ action }) => action)).toEqual(['publish', 'publish', 'unchanged']);
    const later = await client().publications.find('content/later.md');
    expect(later).toMatchObject({ status: 'draft', publishAt: null });
  });

  test('may be held to keys that mean something, and to ids that are its own', async () => {
    await put('content/again.md', '---\ntitle: Again\nexternalId: content/later.md\n---\n');
    const { texts } = await importBlog({ strict: true });
    expect(texts.map(({ action, what }) => action === 'failed' && what[0])).toEqual([
      'has keys of no use: layout',
      'has keys of no use: sort_by',
      false,
      'has the externalId of again.md: content/later.md',
    ]);
  });
});

test('links and pictures with the former address of a blog are found in the folder', async () => {
  const place = await temporaryFolder();
  await writeFile(path.join(place, 'quay.md'), 'Old.\n');
  await writeFile(path.join(place, 'sail.png'), (await png({ width: 21, height: 9 })).content);
  const written =
    '[quay](https://www.example.org/blog/2019/05/quay/#top) ![Sail](//example.org/blog/sail.png) ' +
    '[away](http://example.org/blogs/quay) [gone](http://example.org/blog/gone)';
  await writeFile(
    path.join(place, 'deck.md'),
    `---\ncover: http://example.org/blog/sail.png\n---\n${written}`
  );
  const options = { name: 'origin', origin: 'http://example.org/blog/' };
  const [text] = await bring(place, options);
  expect(text).toMatchObject({
    uploads: 1,
    warnings: ['http://example.org/blog/gone leads to no text of the folder'],
  });
  const { body, fields } = await client().publications.get(String(text?.id));
  expect(body?.replace(/\(\S+\.png/, '(URL')).toBe(
    written.replace(/https:\S+quay\//, `${site.url}/works/quay`).replace(/\/\/\S+png/, 'URL')
  );
  expect(fields).toMatchObject({ cover: { url: expect.stringMatching(/sail_/) } });
  expect((await bring(place, options)).map(({ action }) => action)).toEqual([
    'unchanged',
    'unchanged',
  ]);
});

test('a text whose address is taken keeps one of its own, and is told of', async () => {
  await bot.createPublication({ title: 'Taken' });
  const place = await temporaryFolder();
  await writeFile(path.join(place, 'a.md'), '---\ntitle: Other\nslug: taken\n---\nText');
  for (const action of ['create', 'unchanged']) {
    const [text] = await bring(place, { name: 'addresses' });
    expect(text).toMatchObject({
      action,
      warnings: [expect.stringMatching(/^the address taken: /)],
    });
  }
  const found = await client().publications.find('addresses/a.md');
  expect(found).toMatchObject({ status: 'published', url: expect.stringMatching(/other$/) });
});

test('of two new texts with one slug the first gets it, and a dry run says so', async () => {
  const place = await temporaryFolder();
  for (const name of ['2001-01-02-same', '2002-01-02-same']) {
    await writeFile(path.join(place, `${name}.md`), `# ${name}\n`);
  }
  const warningsOf = async (options: ImportOptions) =>
    (await bring(place, { name: 'same', ...options })).map(({ warnings }) => warnings);
  const expected = [[], ['the address same: another publication has it']];
  expect(await warningsOf({ dryRun: true })).toEqual(expected);
  expect(await warningsOf({})).toEqual(expected);
});

test('an export leads links between its texts to their addresses on another site', async () => {
  const place = await temporaryFolder();
  const put = (name: string, text: string) => writeFile(path.join(place, name), text);
  const ferry = `${site.url}/works/ferry`;
  await put('isle.md', `[ferry](ferry.markdown#times), <${ferry}>, [tide](tide.txt#end)\n`);
  await put('ferry.markdown', '[isle](isle.md)\n');
  await put('tide.txt', 'High: some.\n');
  await bring(place, { name: 'links' });
  const target = await temporaryFolder();
  await exportSite(client(), target);
  const files = ['.fleet-bot.json', 'links/isle.md', 'links/ferry.markdown'];
  const texts = await Promise.all(files.map((name) => readFile(path.join(target, name), 'utf8')));
  expect(texts[1]).toContain(`[ferry](${ferry}#times), <${ferry}>, [tide](./tide.txt#end)`);
  for (const [at, name] of files.entries()) {
    const former = texts[at]?.replaceAll(site.url, 'https://former.example.org');
    await writeFile(path.join(target, name), String(former));
  }
  const imported = await importFolder(client(), target);
  expect(imported.texts.filter(({ action }) => action !== 'unchanged')).toEqual([]);
});

test('a text comes in without a category that the site does not have, and is told of', async () => {
  const place = await temporaryFolder();
  const head = 'category: Voyages\ntags: [Ships]';
  await writeFile(path.join(place, 'voyage.md'), `---\ntitle: A voyage\n${head}\n---\nText`);
  await writeFile(path.join(place, 'passage.md'), `---\ntitle: Another\n${head}\n---\nText`);
  for (const action of ['create', 'unchanged']) {
    const warnings = ['fields.category: No record is named Voyages'];
    expect(await bring(place, { name: 'voyages' })).toMatchObject([
      { action, warnings },
      { action, warnings },
    ]);
  }
  const found = await client().publications.find('voyages/voyage.md');
  const { id, etag, ...shown } = await client().publications.get(String(found?.id));
  expect(shown).toMatchObject({ status: 'published', fields: { tags: [{ name: 'Ships' }] } });
  await client().publications.update(id, { body: 'Changed' }, { ifMatch: etag });
  expect(await bring(place, { name: 'voyages' })).toMatchObject([
    { action: 'unchanged' },
    { action: 'change', what: ['body'] },
  ]);
});

test('links between texts lead to their works, and former addresses to the new ones', async () => {
  const place = await temporaryFolder();
  await mkdir(path.join(place, '_posts'));
  await writeFile(
    path.join(place, '_posts/2019-05-04-gale.md'),
    '---\ntitle: The storm of 1953\n---\n[a](../calm.md#end), <a href="/calm.html">b</a>, [c](/gone/) {{< note >}}\n'
  );
  await writeFile(
    path.join(place, 'calm.md'),
    '---\ntitle: Calm\nslug: no-wind\naliases: [/old/calm.html]\n---\n[d]({% post_url 2019-05-04-gale %})\n'
  );
  const { texts, redirects } = await importFolder(client(), place, { name: 'w', publish: true });
  expect(texts).toMatchObject([
    { warnings: ['/gone/ leads to no text of the folder'], shortcodes: ['note'] },
    { warnings: [], shortcodes: [] },
  ]);
  const bodyOf = async (file: string) => {
    const { id } = (await client().publications.find(file)) ?? {};
    return (await client().publications.get(String(id))).body;
  };
  const works = `${site.url}/works`;
  expect(await bodyOf('w/_posts/2019-05-04-gale.md')).toBe(
    `[a](${works}/no-wind#end), <a href="${works}/no-wind">b</a>, [c](/gone/) {{< note >}}\n`
  );
  expect(await bodyOf('w/calm.md')).toBe(`[d](${works}/gale)\n`);
  expect((await fetch(`${works}/gale`)).status).toBe(200);
  expect(redirects).toEqual([
    ['/2019/05/04/gale.html', `${works}/gale`],
    ['/calm/', `${works}/no-wind`],
    ['/old/calm.html', `${works}/no-wind`],
  ]);
  expect(await changesBy(() => bring(place, { name: 'w' }))).toEqual([]);
});

test('a link to a text whose slug is taken leads to the slug that it has', async () => {
  await bot.createPublication({ title: 'Occupied' });
  const place = await temporaryFolder();
  await writeFile(path.join(place, 'a.md'), '---\ntitle: Elsewhere\nslug: occupied\n---\nText');
  await writeFile(path.join(place, 'b.md'), '---\ntitle: B\n---\n[a](a.md)');
  await bring(place, { name: 'taken' });
  const { id } = (await client().publications.find('taken/b.md')) ?? {};
  const { body } = await client().publications.get(String(id));
  expect(body).toBe(`[a](${site.url}/works/elsewhere)`);
  expect(await changesBy(() => bring(place, { name: 'taken' }))).toEqual([]);
});

test('a link to a text that failed stays as it is, one to a draft is named', async () => {
  const place = await temporaryFolder();
  await writeFile(path.join(place, 'a.md'), '---\ntitle: Linking\n---\n[b](b.md) [c](c.md)');
  await writeFile(path.join(place, 'b.md'), `---\ntitle: ${'b'.repeat(256)}\n---\n`);
  await writeFile(path.join(place, 'c.md'), '---\ntitle: Linked\ndraft: true\n---\n');
  const [text] = await bring(place, { name: 'linking' });
  expect(text).toMatchObject({
    action: 'create',
    warnings: ['b.md leads to a text that is not on the site', 'c.md leads to a draft'],
  });
  const { body } = await client().publications.get(String(text?.id));
  expect(body).toBe(`[b](b.md) [c](${site.url}/works/c)`);
});

test('a text that the site would refuse is named with all its faults, and nothing is uploaded for it', async () => {
  const place = await temporaryFolder();
  await writeFile(path.join(place, 'sea.png'), (await png({ width: 35, height: 20 })).content);
  await writeFile(
    path.join(place, 'a.md'),
    `---\ntitle: ${'a'.repeat(256)}\nfields: { author: 7 }\n---\n![Sea](sea.png)\n`
  );
  const changes = await changesBy(async () => {
    for (const dryRun of [true, false]) {
      const [text] = await bring(place, { name: 'faults', dryRun });
      expect(text).toMatchObject({
        action: 'failed',
        what: [expect.stringMatching(/title must have at most 255 characters; .*author/)],
        uploads: 0,
      });
    }
  });
  expect(changes).toEqual([]);
});

test('a key that is removed from a file is removed from its publication', async () => {
  const place = await temporaryFolder();
  const put = (head: string) =>
    writeFile(path.join(place, 'a.md'), `---\ntitle: Keys\n${head}---\nText`);
  await put('tags: [Ships]\ndescription: Wet.\n');
  await bring(place, { name: 'keys' });
  await put('');
  const [text] = await bring(place, { name: 'keys' });
  expect(text).toMatchObject({ action: 'change', what: ['fields'] });
  const { id } = (await client().publications.find('keys/a.md')) ?? {};
  const { fields } = await client().publications.get(String(id));
  expect(fields).toMatchObject({ tags: [], excerpt: null });
});

test('a public text that was changed without --publish is made public by the next run with it', async () => {
  const place = await temporaryFolder();
  const put = (text: string) =>
    writeFile(path.join(place, 'a.md'), `---\ntitle: Steps\n---\n${text}`);
  await put('One');
  await bring(place, { name: 'steps' });
  await put('Two');
  const [changed] = await bring(place, { name: 'steps', publish: false });
  expect(changed).toMatchObject({ action: 'change', needsPublish: true });
  expect(await bring(place, { name: 'steps', publish: false })).toMatchObject([
    { action: 'unchanged', needsPublish: true },
  ]);
  expect(await bring(place, { name: 'steps' })).toMatchObject([{ action: 'publish' }]);
  expect(await bot.get(String(changed?.id))).toMatchObject({ body: 'Two', changed: false });
  expect(await changesBy(() => bring(place, { name: 'steps' }))).toEqual([]);
});

test('a picture that two texts each have a copy of is left to each', async () => {
  const place = await temporaryFolder();
  const logo = await png({ width: 31, height: 20 }, 'logo.png');
  const one = await bot.upload(logo, { alternativeText: 'One' });
  const two = await bot.upload(logo, { alternativeText: 'Two' });
  await bot.createPublication({ title: 'First copy', media: [one], externalId: 'copies/1.md' });
  await bot.createPublication({ title: 'Second copy', media: [two], externalId: 'copies/2.md' });
  await exportSite(client(), place);
  const changes = await changesBy(() => bring(place));
  expect(changes).toEqual([]);
});

test('a new picture that two texts describe differently is stored for each, and once for the same words', async () => {
  const place = await temporaryFolder();
  await writeFile(path.join(place, 'sea.png'), (await png({ width: 33, height: 20 })).content);
  const texts = { 'a.md': 'Calm', 'b.md': 'Rough', 'c.md': 'Calm' };
  for (const [file, alt] of Object.entries(texts)) {
    await writeFile(
      path.join(place, file),
      `---\ntitle: ${file}\ncover: sea.png\n---\n![${alt}](sea.png)\n`
    );
  }
  const imported = await bring(place, { name: 'sea' });
  expect(imported.reduce((sum, { uploads }) => sum + uploads, 0)).toBe(2);
  const described: unknown[] = [];
  for (const file of Object.keys(texts)) {
    const { id } = (await client().publications.find(`sea/${file}`)) ?? {};
    const { body, fields } = await client().publications.get(String(id));
    const { id: cover, url } = fields.cover as { id: string; url: string };
    expect(body).toContain(url);
    described.push((await client().materials.get(cover)).alternativeText);
  }
  expect(described).toEqual(['Calm', 'Rough', 'Calm']);
  expect(await changesBy(() => bring(place, { name: 'sea' }))).toEqual([]);
});

test('a work that an editor has changed is skipped and named, until it is to be overwritten', async () => {
  const editor = createEditor(await createAdmin(site));
  const place = await temporaryFolder();
  const put = (text: string, head = '') =>
    writeFile(path.join(place, 'a.md'), `---\ntitle: Two hands\n${head}---\n${text}`);
  await put('One');
  await bring(place, { name: 'hands' });
  const { id = '' } = (await client().publications.find('hands/a.md')) ?? {};
  await put('Two');
  expect(await bring(place, { name: 'hands' })).toMatchObject([{ action: 'change' }]);
  await editor.publish(id, { title: 'Two hands', body: 'By hand' });

  for (const dryRun of [true, false]) {
    expect(await bring(place, { name: 'hands', dryRun })).toMatchObject([
      { action: 'skipped', what: [expect.stringMatching(/^changed-by-editor: /)] },
    ]);
  }
  await put('By hand', 'draft: true\n');
  expect(await bring(place, { name: 'hands' })).toMatchObject([{ action: 'skipped' }]);
  expect(await bot.get(id)).toMatchObject({ status: 'published', body: 'By hand' });

  await put('Three');
  const options = { name: 'hands', overwrite: true };
  expect(await bring(place, options)).toMatchObject([{ action: 'change', what: ['body'] }]);
  expect(await bot.get(id)).toMatchObject({ status: 'published', body: 'Three' });
});

test('a publish that the site rejects is reported with its reason, and the draft is published by the next run', async () => {
  const place = await temporaryFolder();
  await writeFile(path.join(place, 'a.md'), '---\ntitle: Rejected\ntags: [Ships]\n---\nText');
  const errors = [{ path: ['fields', 'tags'], message: 'One tag is too few' }];
  const details = { code: 'invalid-request', requestId: 'r', errors };
  const error = { status: 400, name: 'ValidationError', message: 'Not now', details };
  const rejecting = createClient({
    address: site.url,
    token: site.token,
    fetch: async (address, options) =>
      (address as string).endsWith('/publish')
        ? Response.json({ data: null, error }, { status: 400 })
        : fetch(address, options),
  });
  const options = { name: 'rejected', publish: true };
  const { texts } = await importFolder(rejecting, place, options);
  expect(texts).toMatchObject([{ action: 'failed', what: [expect.stringContaining('Not now')] }]);
  expect(await bring(place, options)).toMatchObject([{ action: 'publish' }]);
});
