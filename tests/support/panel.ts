import { existsSync } from 'node:fs';
import path from 'node:path';

import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

import { createAdmin, type Admin } from './admin';
import { createBot, type Bot } from './bot';
import { owes } from './running';
import { startSite, type Site } from './site';

const BUILT = path.resolve(__dirname, '../../dist/build/index.html');

const NOTICE = '[data-sonner-toast]';

/** Starts headless Chromium; fails if the panel is not built. */
export const launchBrowser = (): Promise<Browser> => {
  if (!existsSync(BUILT)) {
    throw new Error('The panel is not built: npm run build');
  }
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
};

/** Fills in the panel's login form. */
export const logIn = async (page: Page, { email, password }: Admin): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
};

/** Opens a page in a new browser profile with a logged-in administrator. `goTo` and `openWork` then load the panel. */
export const openPanel = async (
  browser: Browser,
  { url }: Site,
  { email, password }: Admin,
  options: BrowserContextOptions = {}
): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const login = await context.request.post(`${url}/admin/login`, { data: { email, password } });
  const { data } = (await login.json()) as { data: { token: string } };
  await context.addCookies([
    { name: 'jwtToken', value: data.token, domain: new URL(url).hostname, path: '/admin' },
  ]);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  // The browser asks for confirmation before it leaves unsaved changes.
  page.on('dialog', (dialog) => void dialog.accept());
  // The guided tour would cover the tested parts.
  await page.addInitScript(
    `localStorage.setItem('STRAPI_GUIDED_TOUR', JSON.stringify({ enabled: false, hidden: true }))`
  );
  return page;
};

/**
 * Opens a path of the panel. The first call loads the panel, which takes the browser two seconds. Later calls navigate
 * like a link, and keep neither the previous form nor its notifications.
 */
export const goTo = async (page: Page, { url }: Site, place: string): Promise<void> => {
  if (!page.url().startsWith(`${url}/admin`)) {
    await page.goto(`${url}${place}`);
    return;
  }
  // Strings, because the code runs in the browser, whose types this project does not have.
  const move = (to: string) =>
    page.evaluate(
      `history.pushState(null, '', '${to}'); dispatchEvent(new PopStateEvent('popstate'))`
    );
  await move('/admin/nowhere');
  await page.locator('main a[href="/admin"]').waitFor();
  await page.evaluate(
    `document.querySelectorAll('${NOTICE} button').forEach((one) => one.click())`
  );
  await page.locator(NOTICE).first().waitFor({ state: 'detached' });
  await move(place);
};

/** Sets or removes a preference that the panel reads at its start. The next `goTo` loads the panel again. */
export const setPreference = async (
  page: Page,
  { url }: Site,
  name: 'STRAPI_THEME' | 'strapi-admin-language',
  value = ''
): Promise<void> => {
  await page.goto(`${url}/favicon.ico`);
  await page.evaluate(
    value ? `localStorage.setItem('${name}', '${value}')` : `localStorage.removeItem('${name}')`
  );
};

/** Path of the list of works in the panel. */
export const WORKS = '/admin/content-manager/collection-types/api::work.work';

/** Opens a work in the edit view, or the empty form for a new one. */
export const openWork = async (page: Page, site: Site, id = 'create'): Promise<void> => {
  await goTo(page, site, `${WORKS}/${id}`);
  await page.getByLabel('Title').waitFor();
};

/** Context of panel tests: a site, its bot, and an administrator's page in Chromium. */
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
