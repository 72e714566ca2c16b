import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { chromium } from 'playwright-core';

import { createAdmin } from '../support/admin';
import { createBot } from '../support/bot';
import { TOKEN } from '../support/environment';
import { makeStockApp, type RunningApp, type StockApp } from '../support/stock-app';
import { addArticle, walk, withSettings } from './stock-site';

const MINUTES_5 = 5 * 60_000;

let app: StockApp;
let site: RunningApp;
beforeAll(async () => {
  app = await makeStockApp('typescript');
  await addArticle(app, 'ts');
  const generated = await readFile(path.join(app.appDir, 'config/plugins.ts'), 'utf8');
  await app.write('config/plugins.ts', withSettings(generated));
  await app.strapi(['build']);
  site = await app.start({ BOT_API_TOKEN: TOKEN });
}, MINUTES_5);
afterAll(async () => {
  await site.stop();
  await app.remove();
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
    const widget = page.getByText('Files waiting for removal');
    await widget.waitFor({ timeout: 60_000 });
    // Said after the widget has asked the plugin's own route.
    await page.getByText('Storage has removed every file that was deleted.').waitFor();
  } finally {
    await browser.close();
  }
}, 120_000);
