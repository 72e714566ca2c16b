import { existsSync } from 'node:fs';
import path from 'node:path';

import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

import { createAdmin, type Admin } from './admin';
import { createBot, type Bot } from './bot';
import { owes } from './running';
import { startSite, type Site } from './site';

const BUILT = path.resolve(__dirname, '../../dist/build/index.html');

/** Headless Chromium; fails if the panel is not built. */
export const launchBrowser = (): Promise<Browser> => {
  if (!existsSync(BUILT)) {
    throw new Error('The panel is not built: npm run build');
  }
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
};

/** Fills in the panel's own form of login. */
export const logIn = async (page: Page, { email, password }: Admin): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
};

/** A page of the panel, logged in as an administrator, in a browser profile of its own. */
export const openPanel = async (
  browser: Browser,
  { url }: Site,
  admin: Admin,
  options: BrowserContextOptions = {}
): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  // The browser asks before it leaves what is not saved.
  page.on('dialog', (dialog) => void dialog.accept());
  // The tour for newcomers lies over what is looked at here.
  await page.addInitScript(
    `localStorage.setItem('STRAPI_GUIDED_TOUR', JSON.stringify({ enabled: false, hidden: true }))`
  );
  await page.goto(`${url}/admin/auth/login`);
  await logIn(page, admin);
  await page.waitForURL(/\/admin\/?$/);
  return page;
};

const WORKS = '/admin/content-manager/collection-types/api::work.work';

/** Opens a work in the edit view, or the empty form of a new one. */
export const openWork = async (page: Page, { url }: Site, id = 'create'): Promise<void> => {
  await page.goto(`${url}${WORKS}/${id}`);
  await page.getByLabel('Title').waitFor();
};

/** What a file of tests of the panel begins with: a site, its bot, and an administrator's page in Chromium. */
export interface PanelOfSite {
  site: Site;
  bot: Bot;
  admin: Admin;
  browser: Browser;
  page: Page;
}

/** Starts a site and opens its panel. Both are closed after the tests of the file. */
export const startPanel = async (): Promise<PanelOfSite> => {
  const site = await startSite();
  const admin = await createAdmin(site);
  const browser = await launchBrowser();
  owes(() => browser.close());
  const page = await openPanel(browser, site, admin);
  return { site, bot: createBot(site), admin, browser, page };
};
