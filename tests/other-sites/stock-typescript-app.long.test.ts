import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { chromium } from 'playwright-core';

import { check } from '../../packages/client/src/check/check';
import { readOn } from '../changes/feed-of';
import { createAdmin } from '../support/admin';
import { createBot } from '../support/bot';
import { TOKEN } from '../support/environment';
import { jpeg, png } from '../support/files';
import {
  copyWithoutData,
  makeStockApp,
  type RunningApp,
  type StockApp,
} from '../support/stock-app';
import { addArticle, botOf, seenOf, walk, withSettings } from './stock-site';

const MINUTE = 60_000;
const MINUTES_10 = 10 * MINUTE;

let app: StockApp;
let site: RunningApp;
beforeAll(async () => {
  app = await makeStockApp('typescript');
  await addArticle(app, 'ts');
  const generated = await readFile(path.join(app.appDir, 'config/plugins.ts'), 'utf8');
  await app.write('config/plugins.ts', withSettings(generated));
  await app.strapi(['build']);
  site = await app.start({ BOT_API_TOKEN: TOKEN });
}, MINUTES_10);
afterAll(async () => {
  await site.stop();
  await app.remove();
});

const hasHung = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(Object(error.cause), 'killed') === true;

/**
 * Transfers everything into a new application, with retries. Strapi 5.54 starts to listen only after it has awaited the
 * answer to its "start" (data-transfer, `remote-source`). Data that arrives together with that answer is lost, and the
 * command hangs, once in about thirty runs.
 */
const pullInto = async (from: string[], tries = 3): Promise<StockApp> => {
  const target = await copyWithoutData(app);
  try {
    await target.strapi(['transfer', '--force', ...from], {}, MINUTE);
    return target;
  } catch (error) {
    await target.remove();
    if (tries > 1 && hasHung(error)) return pullInto(from, tries - 1);
    throw error;
  }
};

test('it keeps every rule of the interface; pages and previews are not its own', async () => {
  const { rules, left } = await check({ address: site.url, token: TOKEN, pages: false });
  expect(rules.filter(({ result }) => result === 'broken')).toEqual([]);
  expect(rules.filter(({ result }) => result === 'skipped').map(({ name }) => name)).toEqual([
    'preview',
  ]);
  expect(left).toEqual([]);
});

test('the bot can do all that the interface has', async () => {
  const walked = await walk(createBot({ url: site.url, token: TOKEN }));
  const { id, material } = walked;
  const media = [{ id: material.id, url: material.url, type: 'image' }];
  expect(walked).toMatchObject({
    health: { ok: true },
    url: `${site.url}/articles/first-words`,
    listed: [{ id, status: 'published', media }],
    publication: { body: '# Hello', media },
    removed: { id, media: { deleted: [material.id], kept: [] } },
    left: [],
  });
});

test('a vector graphic is made safe, in the thread that does it', async () => {
  const bot = createBot({ url: site.url, token: TOKEN });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><path d="M0 0h9"/></svg>';
  const { url } = await bot.upload({
    name: 'line.svg',
    content: Buffer.from(svg),
    mime: 'image/svg+xml',
  });
  const stored = await (await fetch(url)).text();
  expect(stored).toContain('<path');
  expect(stored).not.toContain('script');
});

test("the panel's homepage shows the plugin's widget", async () => {
  const { email, password } = await createAdmin(site);
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${site.url}/admin`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: false }).first().fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    const widget = page.getByText('Pending file removals');
    await widget.waitFor({ timeout: 60_000 });
    // The widget shows this text after it has called the plugin's own route.
    await page.getByText('All deleted files have been removed from storage.').waitFor();
  } finally {
    await browser.close();
  }
}, 120_000);

test(
  "Strapi's transfer carries all from the running site into another one",
  async () => {
    const bot = botOf(site);
    const photo = await bot.upload(await jpeg());
    const drawing = await bot.upload(await png());
    const { id } = await bot.createPublication({
      title: 'Moved',
      body: 'With **text**',
      media: [photo.id, drawing.id],
      externalId: 'of the bot',
    });
    await bot.publish(id);
    const publishAt = '2099-01-01T00:00:00.000Z';
    const draft = await bot.createPublication({ title: 'Draft', media: [drawing.id], publishAt });
    const seen = await seenOf(app, site);
    expect(seen.publications).toMatchObject([
      { id: draft.id, status: 'draft', publishAt },
      { id, status: 'published', externalId: 'of the bot' },
    ]);

    const { agent } = await createAdmin(site);
    const { body } = await agent
      .post('/admin/transfer/tokens')
      .send({ name: 'move', description: '', lifespan: null, permissions: ['pull'] })
      .expect(201);
    const { accessKey } = (body as { data: { accessKey: string } }).data;

    const target = await pullInto(['--from', `${site.url}/admin`, '--from-token', accessKey]);
    const moved = await target.start({ BOT_API_TOKEN: TOKEN });
    const here = JSON.stringify(await seenOf(target, moved)).replaceAll(moved.url, site.url);
    expect(JSON.parse(here)).toEqual(seen);
    const stored = ({ url }: RunningApp, file: string) =>
      fetch(file.replace(site.url, url)).then((answer) => answer.arrayBuffer());
    expect(await stored(moved, photo.url)).toEqual(await stored(site, photo.url));

    // The plugin's own data still works: external ids, the feed, and file links.
    const again = { title: 'Again', externalId: 'of the bot' };
    const refused = await botOf(moved).request('post', '/publications').send(again).expect(409);
    expect(refused.body).toMatchObject({ error: { details: { id } } });
    const removed = await botOf(moved).remove(id);
    expect(removed.media).toEqual({ deleted: [photo.id], kept: [drawing.id] });
    const { items } = await readOn(botOf(moved));
    expect(items.slice(-2)).toMatchObject([
      { type: 'publication.deleted', data: { id } },
      { type: 'material.deleted', data: { id: photo.id } },
    ]);
    await moved.stop();
    await target.remove();
  },
  MINUTES_10
);
