import { mkdirSync } from 'node:fs';
import path from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { seriousFaults } from '../support/accessibility';
import { createAdmin, createColleague, type Admin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { createEditor } from '../support/content-manager';
import { jpeg, png } from '../support/files';
import { enterBy } from '../support/keyboard';
import { goTo, launchBrowser, openPanel, setPreference, WORKS } from '../support/panel';
import { startSite, type Site } from '../support/site';
import { until } from '../support/until';

/** Folder for screenshots: `SCREENSHOTS=docs/images npm test -- tests/panel/the-bot-page`. */
const { SCREENSHOTS } = process.env;

const TABS = {
  status: 'URLs',
  activity: 'Activity',
  review: 'Pending review',
  schedule: 'Schedule',
  files: 'Unused files',
  trash: 'Deleted entries',
  settings: 'Protect editors’ changes',
};

let site: Site;
let bot: Bot;
let admin: Admin;
let browser: Browser;
let page: Page;

/** Deletes a work with an image whose files are permanently deleted. */
const leaveTrash = async (title: string): Promise<void> => {
  const picture = await bot.upload(await png({}, 'lost-picture.png', 7));
  const body = 'It would have been the longest.\n\nNobody wanted it.';
  const { id } = await bot.createPublication({ title, body, media: [picture.id] });
  await bot.remove(id);
  await site.strapi.db
    .query('plugin::bot.trashed-file')
    .deleteMany({ where: { publicationId: id } });
};

/** Fills the site with work of a bot and an editor. */
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
  await goTo(on, site, `/admin/plugins/bot?tab=${tab}`);
  await on.getByRole('heading', { name: heading, level: 2, exact: true }).waitFor();
  await on.locator('main').getByText('Loading').first().waitFor({ state: 'detached' });
};

const take = async (on: Page, name: string): Promise<void> => {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await on.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
};

const textOf = (on: Page): Promise<string> => on.locator('main').first().innerText();
const overflow = (on: Page): Promise<unknown> =>
  on.evaluate('document.documentElement.scrollWidth - window.innerWidth');

test.each(['light', 'dark'])(
  'in the %s theme each tab can be used by everybody, is in words, and fits a screen and a phone',
  async (theme) => {
    await setPreference(page, site, 'STRAPI_THEME', theme);
    for (const tab of Object.keys(TABS) as (keyof typeof TABS)[]) {
      await open(page, tab);
      for (const width of [1280, 375]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await textOf(page)).not.toMatch(/bot\.page|page\.\w/);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        expect(await seriousFaults(page)).toEqual([]);
        await take(page, `bot-${tab}-${theme}-${width}`);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    }
    await setPreference(page, site, 'STRAPI_THEME');
  }
);

test('the homepage tells what is pending review, what was published, and the status of the bot', async () => {
  await goTo(page, site, '/admin');
  await page.getByRole('link', { name: 'See all drafts' }).waitFor();
  await page.getByRole('link', { name: 'See all activity' }).waitFor();
  await page.getByText(/requests? (was|were) rejected today/).waitFor();
  const text = await textOf(page);
  expect(text).toContain('Bread without yeast');
  expect(text).toContain('The first snow');
  expect(text).not.toMatch(/bot\.page|page\.\w/);
  await page.getByRole('link', { name: 'See details' }).click();
  await page.getByRole('heading', { name: 'Rejected today' }).waitFor();
});

test('the main menu leads to it, also where it is folded', async () => {
  await page.setViewportSize({ width: 768, height: 900 });
  await goTo(page, site, '/admin');
  await page.getByRole('button', { name: /menu/i }).click();
  await page.getByRole('link', { name: 'Bot', exact: true }).click();
  await page.getByRole('heading', { name: 'Token' }).waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
  await goTo(page, site, '/admin');
  await page.getByRole('link', { name: 'Bot', exact: true }).click();
  await page.getByRole('heading', { name: 'Token' }).waitFor();
  const today = page.getByRole('table', { name: 'Last 30 days' }).getByRole('row').last();
  expect((await today.innerText()).split(/\s+/).slice(2).map(Number)).toEqual([6, 1, 2]);
  const text = await textOf(page);
  expect(text).toContain('Entries created: 6');
  expect(text).toContain('The previous token is still accepted.');
  expect(text).toContain('publication-not-found');
  expect(text).toContain(`${site.url}/api/bot/health`);
  expect(text).not.toContain(site.token);
});

const row = (title: string) => page.locator('li', { hasText: title });
const confirm = async (action: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: action }).click();

describe('what people do on it', () => {
  test('they search the timeline', async () => {
    await open(page, 'activity');
    await page.getByLabel('Title or ID').fill('bridges');
    await page.getByText('A walk along the harbour').waitFor({ state: 'detached' });
    const items = page.getByRole('link', { name: 'Ten bridges in one day' });
    await items.first().click();
    await page.waitForURL(/content-manager\/collection-types\/api::work\.work\//);
  });

  test('they find what failed, of which work, and in which request', async () => {
    const { id } = await bot.createPublication({ title: 'Wrongly changed' });
    const { headers } = await bot.request('patch', `/publications/${id}`).send({ titel: 'x' });
    await open(page, 'status');
    await page.getByRole('link', { name: /× invalid-request/ }).click();
    const refused = row(`PATCH /api/bot/publications/${id}`);
    await refused.getByText(`request ID ${headers['x-request-id']}`).waitFor();
    await refused.getByText(/titel/).waitFor();
    await refused.getByRole('link', { name: 'Open the entry' }).click();
    await page.waitForURL(new RegExp(id));
    await bot.remove(id);
  });

  test('they publish a draft of the bot, and delete one, by the keyboard alone', async () => {
    const answer = (action: string) =>
      enterBy(page.getByRole('alertdialog').getByRole('button', { name: action }));
    const search = page.getByLabel('Title', { exact: true });
    await open(page, 'review');
    await search.focus();
    await enterBy(row('Ten bridges').getByRole('button', { name: 'Publish' }));
    await answer('Publish');
    await row('Ten bridges').waitFor({ state: 'detached' });
    await search.focus();
    await enterBy(row('Bread without').getByRole('button', { name: 'Delete' }));
    await page.getByText(/You can restore them for 30 days/).waitFor();
    await answer('Delete');
    await row('Bread without').waitFor({ state: 'detached' });
    const { body } = await bot.request('get', '/publications').expect(200);
    const works = body as { title: string; status: string }[];
    expect(works.find(({ title }) => title.startsWith('Ten'))?.status).toBe('published');
    expect(works.some(({ title }) => title.startsWith('Bread'))).toBe(false);
  });

  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  test('they review many: page by page, by title, marked, scheduled and published at once', async () => {
    for (let count = 1; count <= 27; count += 1) {
      await bot.createPublication({ title: `Postcard ${String(count).padStart(2, '0')}` });
    }
    await open(page, 'review');
    await row('Postcard 27').waitFor();
    await page.getByRole('button', { name: 'Older' }).click();
    await row('Postcard 02').waitFor();
    expect(await row('Postcard 03').count()).toBe(0);

    await page.getByLabel('Title', { exact: true }).fill('postcard 0');
    await row('Postcard 09').waitFor();
    expect(await row('Postcard 10').count()).toBe(0);
    for (const name of ['Postcard 01', 'Postcard 02']) {
      await page.getByRole('checkbox', { name: `Select “${name}”` }).click();
    }
    const bar = page.locator('main').getByText('2 selected').locator('../..');
    await bar.getByRole('button', { name: 'Mark as reviewed' }).click();
    await row('Postcard 01').waitFor({ state: 'detached' });
    expect(await row('Postcard 02').count()).toBe(0);

    for (const name of ['Postcard 03', 'Postcard 04']) {
      await page.getByRole('checkbox', { name: `Select “${name}”` }).click();
    }
    await page
      .getByText('2 selected')
      .locator('../..')
      .getByRole('button', { name: 'Publish' })
      .click();
    await page
      .getByRole('alertdialog')
      .getByText('2 entries will be published immediately.')
      .waitFor();
    await confirm('Publish');
    await row('Postcard 03').waitFor({ state: 'detached' });
    const found = (await bot.list({ limit: 100 })).filter(({ title }) =>
      /Postcard 0[34]/.test(title)
    );
    expect(found.map(({ status }) => status)).toEqual(['published', 'published']);

    await page.getByRole('checkbox', { name: 'Select “Postcard 05”' }).click();
    await page.getByRole('button', { name: 'Schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule' });
    await dialog.getByRole('combobox', { name: /date/i }).fill('12/31/2027');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row('Postcard 05')
      .getByText(/will be published on Dec 3[01], 2027/)
      .waitFor();
    await take(page, 'bot-review-bulk-light-1280');

    await choose('Show', 'Reviewed drafts');
    await row('Postcard 01').waitFor();
    const reviewed = (await bot.list({ limit: 100 })).find(({ title }) => title === 'Postcard 01');
    await bot.change(String(reviewed?.id), { body: 'Another text' });
    await open(page, 'review');
    await page.getByLabel('Title', { exact: true }).fill('postcard 01');
    await row('Postcard 01').waitFor();
    await choose('Show', 'Entries changed by an editor since the bot’s last change');
    await page.getByLabel('Title', { exact: true }).fill('');
    await row('The first snow of the year').waitFor();

    await choose('Show', 'Drafts by the bot');
    await page.getByLabel('Title', { exact: true }).fill('postcard 1');
    await row('The first snow of the year').waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page
      .getByText(/\d+ selected/)
      .locator('../..')
      .getByRole('button', { name: 'Delete' })
      .click();
    await confirm('Delete');
    await page.getByText('No drafts by the bot are pending review.').waitFor();
  });

  test('they move what is planned with the mouse and with the keys', async () => {
    const at = new Date();
    at.setDate(at.getDate() + 7);
    at.setHours(10, 30, 0, 0);
    const { id } = await bot.createPublication({
      title: 'Planned for then',
      publishAt: at.toISOString(),
    });
    const publishAt = async () => new Date(String((await bot.get(id)).publishAt));
    await open(page, 'schedule');
    await page.getByRole('button', { name: 'Next' }).click();
    const handle = page.getByRole('button', { name: /^Move “Planned for then”/ });
    await handle.focus();
    await page.keyboard.press('ArrowDown');
    await until('it is an hour later', async () => (await publishAt()).getHours() === 11);
    await page
      .getByRole('status')
      .getByText(/was moved to/)
      .waitFor();
    expect((await publishAt()).getDate()).toBe(at.getDate());

    const days = page.locator('main ol > li');
    const own = days.filter({ hasText: 'Planned for then' });
    const index = await days.evaluateAll(
      (all, text) => all.findIndex((day) => String(Reflect.get(day, 'innerText')).includes(text)),
      'Planned for then'
    );
    const target = days.nth(index === 6 ? 5 : index + 1);
    await own.getByRole('link').locator('..').dragTo(target);
    await target.getByRole('link', { name: 'Planned for then' }).waitFor();
    const moved = new Date(at);
    moved.setDate(at.getDate() + (index === 6 ? -1 : 1));
    await until(
      'it is on another day',
      async () => (await publishAt()).getDate() === moved.getDate()
    );
    expect((await publishAt()).getHours()).toBe(11);
    await take(page, 'bot-schedule-week-light-1280');
    await page.getByRole('button', { name: 'Day', exact: true }).click();
    await page.getByText('Nothing is scheduled in this period.').waitFor();
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    expect(await days.count()).toBe(24);
    await bot.remove(id);
  });

  test('they read a draft as readers will', async () => {
    await open(page, 'review');
    const opened = page.context().waitForEvent('page');
    await page.getByLabel('Title', { exact: true }).fill('walk along');
    await row('A walk along').getByRole('button', { name: 'Preview' }).click();
    const preview = await opened;
    await preview.getByRole('heading', { name: 'A walk along the harbour' }).waitFor();
    await preview.close();
  });

  test('they see which files only texts use, and go to the works', async () => {
    await open(page, 'files', 'Files used only in texts');
    await row('in-a-text.png').getByRole('link', { name: 'The first snow' }).click();
    await page.waitForURL(/content-manager\/collection-types\/api::work.work\//);
  });

  test('they see what takes the most space', async () => {
    const picture = await bot.upload(await png({}, 'in-the-trash.png', 9));
    await bot.remove(
      (await bot.createPublication({ title: 'With a picture', media: [picture.id] })).id
    );
    await open(page, 'files', 'Storage space');
    const space = page.getByRole('region', { name: 'Storage space' });
    await space
      .getByText(/^\d+ files?, [\d.]+ [kM]B$/)
      .first()
      .waitFor();
    expect(await space.getByRole('listitem').count()).toBeGreaterThan(1);
    await space.getByRole('link', { name: 'Storage used by the trash' }).click();
    await page.getByText(/files? uses? [\d.]+ [kM]B of storage/).waitFor();
  });

  test('they keep a file that nothing uses, and delete one', async () => {
    await open(page, 'files');
    const files = page.getByRole('button', { name: 'Keep' });
    expect(await files.count()).toBe(2);
    await files.first().click();
    await page.getByText(/· will be kept/).waitFor();
    await page.getByRole('button', { name: 'Delete' }).last().click();
    await confirm('Delete');
    await page.getByRole('button', { name: 'Keep' }).waitFor({ state: 'detached' });
  });

  test('the question before a deletion says for how long it can be restored', async () => {
    const { id } = await bot.createPublication({ title: 'In question' });
    await goTo(page, site, `${WORKS}/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('You can restore deleted entries from the trash for 30 days').waitFor();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Deleted document').waitFor();
    await page.getByRole('heading', { name: 'Work', exact: true }).waitFor();
    await page.getByText('Not Found').waitFor({ state: 'detached' });
  });

  test('they find what was deleted, restore it, and delete permanently', async () => {
    const trashed = () => site.strapi.db.query('plugin::bot.trashed-publication').count();
    const before = await trashed();
    let deletedId = '';
    for (const title of ['Lost and found', 'Lost for good']) {
      ({ id: deletedId } = await bot.createPublication({ title }));
      await bot.remove(deletedId);
    }
    await bot.createPublication({ title: 'Lost and found' });
    await goTo(page, site, `${WORKS}/${deletedId}`);
    await page.getByText(/“Lost for good” was deleted by/).waitFor();
    await page.getByRole('link', { name: 'Trash' }).click();
    await row('Bread without').waitFor();
    await page.getByLabel('Title or ID').fill('LOST');
    await row('Bread without').waitFor({ state: 'detached' });
    await row('Lost and found').getByRole('button', { name: 'Restore' }).click();
    await page.getByText(/with the slug “lost-and-found-[0-9a-z]{6}”/).waitFor();
    await row('Lost and found').waitFor({ state: 'detached' });
    await row('Lost for good').getByRole('button', { name: 'Delete permanently' }).click();
    await confirm('Delete permanently');
    await row('Lost for good').waitFor({ state: 'detached' });
    const titles = (await bot.list({ limit: 100 })).map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('Lost'))).toEqual(
      Array(2).fill('Lost and found')
    );
    expect(await trashed()).toBe(before);
  });

  test('they look at a work whose files are gone, and restore its text', async () => {
    const title = 'A bridge that was never built';
    await open(page, 'trash');
    await page.getByLabel('Title or ID').focus();
    await enterBy(row(title).getByRole('button', { name: 'View' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nobody wanted it.').waitFor();
    await dialog.getByText('without these deleted files: lost-picture.png').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await take(page, 'bot-text-light-1280');
    await enterBy(dialog.getByRole('button', { name: 'Restore' }));
    await page.getByText('The entry was restored as a draft, without lost-picture.png.').waitFor();
    await row(title).waitFor({ state: 'detached' });
    expect((await bot.list({ limit: 100 })).find((work) => work.title === title)).toMatchObject({
      status: 'draft',
      media: [],
    });
  });

  test('they pause the bot, and resume it', async () => {
    await open(page, 'settings');
    await page.getByRole('button', { name: 'Pause the bot' }).click();
    await confirm('Pause the bot');
    await page
      .getByText(/Paused by Edith Editor/)
      .first()
      .waitFor();
    await bot.request('get', '/publications').expect(503);
    await page.getByRole('button', { name: 'Resume the bot' }).click();
    await page
      .getByText(/Paused by/)
      .first()
      .waitFor({ state: 'detached' });
    await bot.request('get', '/publications').expect(200);
  });

  test('they protect what editors have changed, and leave it to the configuration again', async () => {
    const { id } = await bot.createPublication({ title: 'Whose it is' });
    await createEditor(admin).update(id, { title: 'An editor’s' });
    await open(page, 'settings');
    await page.getByRole('checkbox').click();
    await page.getByText('Saved. Other instances').first().waitFor();
    await bot.request('patch', `/publications/${id}`).send({ body: 'x' }).expect(409);
    await page.getByRole('button', { name: 'Use the site’s configuration' }).click();
    await page
      .getByText('Set in the site’s configuration (plugin option “protectEditors”).')
      .waitFor();
    await bot.request('patch', `/publications/${id}`).send({ body: 'x' }).expect(200);
  });

  test('they retry removals that storage has rejected', async () => {
    const removal = {
      objects: [{ hash: 'refused', ext: '.png' }],
      ...{ provider: 'local', attempts: 12, lastError: 'Storage said no' },
      ...{ dueAt: new Date(), failedAt: new Date() },
    };
    await site.strapi.db.query('plugin::bot.removal').create({ data: removal });
    await open(page, 'files', 'Pending file removals');
    await row('refused.png').getByText('Storage said no').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await row('refused.png').waitFor({ state: 'detached' });
    const left = () => site.strapi.db.query('plugin::bot.removal').count();
    await until('nothing is left to remove', async () => (await left()) === 0);
  });
});

test.each([
  ['de', 'ltr', 'Status', 'Systemstatus'],
  ['fr', 'ltr', 'État', 'État du système'],
  ['uk', 'ltr', 'Стан', 'Стан системи'],
  ['ar', 'rtl', 'الحالة', 'حالة النظام'],
])('each tab is in %s, %s', async (language, direction, tab, heading) => {
  await setPreference(page, site, 'strapi-admin-language', language);
  try {
    await open(page, 'status', heading);
    const first = page.getByRole('tab', { name: tab });
    await first.waitFor();
    const { x = 0 } = (await first.boundingBox()) ?? {};
    const last = await page.getByRole('tab').last().boundingBox();
    expect(x > (last?.x ?? 0) ? 'rtl' : 'ltr').toBe(direction);
    for (const name of Object.keys(TABS)) {
      await goTo(page, site, `/admin/plugins/bot?tab=${name}`);
      await page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await textOf(page)).not.toMatch(/bot\.page|page\.\w/);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await take(page, `bot-${name}-${language}-1280`);
    }
  } finally {
    await setPreference(page, site, 'strapi-admin-language');
  }
});

describe('what each role sees', () => {
  const ALL = ['Status', 'Activity', 'Review', 'Schedule', 'Files', 'Trash', 'Settings'];
  test.each([
    ['strapi-editor', ALL.slice(0, 5), ['Mark as reviewed', 'Publish', 'Delete']],
    ['strapi-author', ALL.slice(0, 4), []],
  ] as const)('%s', async (role, tabs, actions) => {
    const colleague = await createColleague(site, role);
    const other = await openPanel(browser, site, colleague);
    await open(other, 'status');
    expect(await other.getByRole('tab').allTextContents()).toEqual(tabs);
    expect(await textOf(other)).not.toContain('curl');
    await other.getByRole('tab', { name: 'Review' }).click();
    const work = other.locator('main li').first();
    await work.getByRole('button', { name: 'Preview' }).waitFor();
    expect(await work.getByRole('button').allTextContents()).toEqual(['Preview', ...actions]);
    // Users without permissions have nothing to select.
    expect(await work.getByRole('checkbox').count()).toBe(Math.min(1, actions.length));
    await other.context().close();
  });
});

test('without the permission there is no link, no page, and nothing of it on the homepage', async () => {
  const roles = site.strapi.db.query('admin::permission');
  await roles.deleteMany({
    where: { action: { $startsWith: 'plugin::bot.' }, role: { code: 'strapi-author' } },
  });
  const { email, password } = { email: 'strapi-author@example.org', password: 'Secret-password-2' };
  const other = await openPanel(browser, site, { ...admin, email, password });
  await goTo(other, site, '/admin');
  await other.getByRole('link', { name: 'Content Manager' }).waitFor();
  expect(await other.getByRole('link', { name: 'Bot', exact: true }).count()).toBe(0);
  await other.getByRole('heading', { name: 'Profile' }).first().waitFor();
  for (const widget of ['Bot status', 'Pending review', 'Published this week']) {
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
