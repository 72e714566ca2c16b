import { mkdirSync } from 'node:fs';
import path from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { seriousFaults } from '../support/accessibility';
import { createAdmin, createColleague, type Admin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { createEditor } from '../support/content-manager';
import { jpeg, png } from '../support/files';
import { launchBrowser, openPanel } from '../support/panel';
import { startSite, type Site } from '../support/site';

/** Set to write what is seen to this folder: `SCREENSHOTS=docs/images npm test -- tests/panel/the-bot-page`. */
const { SCREENSHOTS } = process.env;

const TABS = {
  state: 'Addresses',
  today: 'What has happened',
  review: 'The bot’s drafts',
  files: 'Files that nothing uses',
  trash: 'What was deleted',
  switches: 'Protect what editors have changed',
};

let site: Site;
let bot: Bot;
let admin: Admin;
let browser: Browser;
let page: Page;

/** A work with a picture that was deleted, and whose files are gone by now. */
const leaveTrash = async (title: string): Promise<void> => {
  const picture = await bot.upload(await png({}, 'lost-picture.png', 7));
  const body = 'It would have been the longest.\n\nNobody wanted it.';
  const { id } = await bot.createPublication({ title, body, media: [picture.id] });
  await bot.remove(id);
  await site.strapi.db
    .query('plugin::bot.trashed-file')
    .deleteMany({ where: { publicationId: id } });
};

/** A site on which a bot and an editor have worked. */
const fill = async (): Promise<void> => {
  for (const title of [
    'A walk along the harbour',
    'Ten bridges in one day',
    'Bread without yeast',
  ]) {
    await bot.createPublication({ title, body: 'Text' });
  }
  const shown = await bot.upload(await png({}, 'in-a-text.png', 5));
  const body = `![Snow](${shown.url})`;
  const { id } = await bot.createPublication({ title: 'The first snow', body });
  await bot.publish(id);
  await createEditor(admin).update(id, { title: 'The first snow of the year' });
  await bot.upload(await png());
  await bot.upload(await jpeg());
  await bot.remove((await bot.createPublication({ title: 'The old harbour crane' })).id);
  await leaveTrash('A bridge that was never built');
  await bot.request('get', '/publications/none').expect(404);
  await site.request.get('/api/bot/publications').expect(401);
};

beforeAll(async () => {
  site = await startSite({
    env: { BOT_API_TOKEN_PREVIOUS: 'previous-token-of-the-bot', BOT_TRASH_DAYS: '30' },
  });
  bot = createBot(site);
  admin = await createAdmin(site);
  await fill();
  browser = await launchBrowser();
  page = await openPanel(browser, site, admin);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const open = async (on: Page, tab: keyof typeof TABS, heading: string = TABS[tab]) => {
  await on.goto(`${site.url}/admin/plugins/bot?tab=${tab}`);
  await on.getByRole('heading', { name: heading, level: 2, exact: true }).waitFor();
  await on.waitForLoadState('networkidle');
};

const take = async (on: Page, name: string): Promise<void> => {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await on.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
};

const textOf = (on: Page): Promise<string> => on.locator('main').first().innerText();
const overflow = (on: Page): Promise<unknown> =>
  on.evaluate('document.documentElement.scrollWidth - window.innerWidth');

describe.each(['light', 'dark'])('in the %s theme', (theme) => {
  beforeAll(() => page.evaluate(`localStorage.setItem('STRAPI_THEME', ${JSON.stringify(theme)})`));
  afterAll(() => page.evaluate(`localStorage.removeItem('STRAPI_THEME')`));

  test.each(Object.keys(TABS) as (keyof typeof TABS)[])(
    'the tab %s can be used by everybody, is in words, and fits the screen',
    async (tab) => {
      for (const width of [1280, 768]) {
        await page.setViewportSize({ width, height: 900 });
        await open(page, tab);
        expect(await textOf(page)).not.toMatch(/bot\.page|page\.\w/);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        expect(await seriousFaults(page)).toEqual([]);
        await take(page, `bot-${tab}-${theme}-${width}`);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    }
  );
});

test('the homepage tells what is to be reviewed, what went live, and how the bot fares', async () => {
  await page.goto(`${site.url}/admin`);
  await page.getByRole('link', { name: 'Review them' }).waitFor();
  await page.getByRole('link', { name: 'What has happened' }).waitFor();
  await page.getByText(/requests? (was|were) refused today/).waitFor();
  const text = await textOf(page);
  expect(text).toContain('Bread without yeast');
  expect(text).toContain('The first snow');
  expect(text).not.toMatch(/bot\.page|page\.\w/);
  await page.getByRole('link', { name: 'See why' }).click();
  await page.getByRole('heading', { name: 'Refused today' }).waitFor();
});

test('the main menu leads to it', async () => {
  await page.goto(`${site.url}/admin`);
  await page.getByRole('link', { name: 'Bot', exact: true }).click();
  await page.getByRole('heading', { name: 'Token' }).waitFor();
  const text = await textOf(page);
  expect(text).toContain('The previous token is still accepted.');
  expect(text).toContain('publication-not-found');
  expect(text).toContain(`${site.url}/api/bot/health`);
  expect(text).not.toContain(site.token);
});

test.each([
  ['de', 'Zustand', 'Was die Website braucht'],
  ['fr', 'État', 'Ce dont le site a besoin'],
  ['uk', 'Стан', 'Що потрібно сайту'],
])('it speaks %s', async (language, tab, heading) => {
  await page.evaluate(`localStorage.setItem('strapi-admin-language', '${language}')`);
  try {
    await open(page, 'state', heading);
    await page.getByRole('tab', { name: tab }).waitFor();
  } finally {
    await page.evaluate(`localStorage.removeItem('strapi-admin-language')`);
  }
});

describe('what people do on it', () => {
  test('they search the timeline', async () => {
    await open(page, 'today');
    await page.getByLabel('Title or id').fill('bridges');
    await page.getByText('A walk along the harbour').waitFor({ state: 'detached' });
    const items = page.getByRole('link', { name: 'Ten bridges in one day' });
    await items.first().click();
    await page.waitForURL(/content-manager\/collection-types\/api::work\.work\//);
  });

  const row = (title: string) => page.locator('li', { hasText: title });
  const confirm = async (action: string) =>
    page.getByRole('alertdialog').getByRole('button', { name: action }).click();

  test('they publish a draft of the bot, and delete one', async () => {
    await open(page, 'review');
    await row('Ten bridges').getByRole('button', { name: 'Publish' }).click();
    await confirm('Publish');
    await row('Ten bridges').waitFor({ state: 'detached' });
    await row('Bread without').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/Both can be restored for 30 days/).waitFor();
    await confirm('Delete');
    await row('Bread without').waitFor({ state: 'detached' });
    const { body } = await bot.request('get', '/publications').expect(200);
    const works = body as { title: string; status: string }[];
    expect(works.find(({ title }) => title.startsWith('Ten'))?.status).toBe('published');
    expect(works.some(({ title }) => title.startsWith('Bread'))).toBe(false);
    await row('The first snow of the year').waitFor();
  });

  test('they read a draft as readers will', async () => {
    await open(page, 'review');
    const opened = page.context().waitForEvent('page');
    await row('A walk along').getByRole('button', { name: 'Preview' }).click();
    const preview = await opened;
    await preview.getByRole('heading', { name: 'A walk along the harbour' }).waitFor();
    await preview.close();
  });

  test('they see which files only texts use, and go to the works', async () => {
    await open(page, 'files', 'Files that only texts use');
    await row('in-a-text.png').getByRole('link', { name: 'The first snow' }).click();
    await page.waitForURL(/content-manager\/collection-types\/api::work.work\//);
  });

  test('they keep a file that nothing uses, and delete one', async () => {
    await open(page, 'files');
    const files = page.getByRole('button', { name: 'Keep' });
    expect(await files.count()).toBe(2);
    await files.first().click();
    await page.getByText(/· stays/).waitFor();
    await page.getByRole('button', { name: 'Delete' }).last().click();
    await confirm('Delete');
    await page.getByRole('button', { name: 'Keep' }).waitFor({ state: 'detached' });
  });

  test('the question before a deletion says for how long it can be restored', async () => {
    const { id } = await bot.createPublication({ title: 'In question' });
    await page.goto(`${site.url}/admin/content-manager/collection-types/api::work.work/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    await page.getByRole('alertdialog').getByText('restored from the trash for 30 days').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  });

  test('they find what was deleted, restore it, and delete for good', async () => {
    let gone = '';
    for (const title of ['Lost and found', 'Lost for good']) {
      ({ id: gone } = await bot.createPublication({ title }));
      await bot.remove(gone);
    }
    await bot.createPublication({ title: 'Lost and found' });
    await page.goto(`${site.url}/admin/content-manager/collection-types/api::work.work/${gone}`);
    await page.getByText(/“Lost for good” is gone/).waitFor();
    await page.getByRole('link', { name: 'Trash' }).click();
    await row('Bread without').waitFor();
    await page.getByLabel('Title or id').fill('LOST');
    await row('Bread without').waitFor({ state: 'detached' });
    await row('Lost and found').getByRole('button', { name: 'Restore' }).click();
    await page.getByText(/at the address “lost-and-found-[0-9a-z]{6}”/).waitFor();
    await row('Lost and found').waitFor({ state: 'detached' });
    await row('Lost for good').getByRole('button', { name: 'Delete for good' }).click();
    await confirm('Delete for good');
    await row('Lost for good').waitFor({ state: 'detached' });
    const titles = (await bot.list()).map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('Lost'))).toEqual(
      Array(2).fill('Lost and found')
    );
    expect(await site.strapi.db.query('plugin::bot.trashed-publication').count()).toBe(3);
  });

  test('they look at a work whose files are gone, and restore its text', async () => {
    const title = 'A bridge that was never built';
    await open(page, 'trash');
    await row(title).getByRole('button', { name: 'Look' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nobody wanted it.').waitFor();
    await dialog.getByText('without: lost-picture.png').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await take(page, 'bot-text-light-1280');
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('It is back as a draft, without lost-picture.png.').waitFor();
    await row(title).waitFor({ state: 'detached' });
    expect((await bot.list()).find((work) => work.title === title)).toMatchObject({
      status: 'draft',
      media: [],
    });
  });

  test('they pause the bot, and let it go on', async () => {
    await open(page, 'switches');
    await page.getByRole('button', { name: 'Pause the bot' }).click();
    await confirm('Pause the bot');
    await page
      .getByText(/Paused by Edith Editor/)
      .first()
      .waitFor();
    await bot.request('get', '/publications').expect(503);
    await page.getByRole('button', { name: 'Let it go on' }).click();
    await page
      .getByText(/Paused by/)
      .first()
      .waitFor({ state: 'detached' });
    await bot.request('get', '/publications').expect(200);
  });
});

test('an author sees it without what is for others', async () => {
  const colleague = await createColleague(site, 'strapi-author');
  const other = await openPanel(browser, site, colleague);
  await open(other, 'state');
  expect(await other.getByRole('tab').allTextContents()).toEqual(['State', 'Today', 'To review']);
  await other.context().close();
});

test('without the permission there is no link, no page, and nothing of it on the homepage', async () => {
  const roles = site.strapi.db.query('admin::permission');
  await roles.deleteMany({
    where: { action: { $startsWith: 'plugin::bot.' }, role: { code: 'strapi-author' } },
  });
  const { email, password } = { email: 'strapi-author@example.org', password: 'Secret-password-2' };
  const other = await openPanel(browser, site, { ...admin, email, password });
  await other.getByRole('link', { name: 'Content Manager' }).waitFor();
  expect(await other.getByRole('link', { name: 'Bot', exact: true }).count()).toBe(0);
  await other.getByRole('heading', { name: 'Profile' }).first().waitFor();
  for (const widget of ['How the bot fares', 'The bot’s works to review', 'Went live this week']) {
    expect(await other.getByText(widget).count()).toBe(0);
  }
  await other.goto(`${site.url}/admin/plugins/bot`);
  await other
    .getByText(/permissions/i)
    .first()
    .waitFor();
  expect(await other.getByRole('tab').count()).toBe(0);
  await other.context().close();
});
