import path from 'node:path';

import type { Browser, Page } from 'playwright-core';

import type { Admin } from '../support/admin';
import type { Bot } from '../support/bot';
import { openPanel, openWork, startPanel } from '../support/panel';
import type { Site } from '../support/site';
import { until } from '../support/until';

const { SCREENSHOTS } = process.env;

let site: Site;
let bot: Bot;
let admin: Admin;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  ({ site, bot, admin, browser, page } = await startPanel());
});

const title = (of = page) => of.getByLabel('Title');
const press = (name: string, of = page) => of.getByRole('button', { name, exact: true }).click();
const dialog = (of = page) => of.getByRole('dialog', { name: 'Save conflict' });

const saved = async (of = page): Promise<void> => {
  await of
    .getByText(/Saved document|Published document/)
    .last()
    .waitFor();
};

/** Waits until the saved values are in the form again. */
const aMoment = (of = page) => of.waitForTimeout(1_000);

const titlesBefore = async (id: string): Promise<string[]> => {
  const { body } = await admin.agent.get(`/bot/versions/api::work.work/${id}`).expect(200);
  return (body.data as { title: string }[]).map((version) => version.title);
};

/** Opens a work and types into it, then changes it as the bot. */
const openChanged = async (name: string): Promise<string> => {
  const { id } = await bot.createPublication({ title: name, body: 'Text of before' });
  await openWork(page, site, id);
  await title().fill(`${name}, as I want it`);
  await bot.change(id, { title: `${name}, as the bot wants it`, body: 'Text of the bot' });
  return id;
};

test('a save over what the bot has saved since shows both texts, and keeps mine if I say so', async () => {
  const id = await openChanged('First');
  await press('Save');
  await dialog().getByText('Text of the bot').waitFor();
  for (const text of ['First, as I want it', 'First, as the bot wants it', 'Text of before']) {
    expect(await dialog().getByText(text).count()).toBe(1);
  }
  expect(await dialog().getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    'Title',
    'Text',
  ]);
  if (SCREENSHOTS !== undefined) {
    await page.screenshot({ path: `${SCREENSHOTS}/changed-since-light-1280.png` });
  }
  expect(await bot.get(id)).toMatchObject({ title: 'First, as the bot wants it' });

  await press('Keep my version');
  await saved();
  expect(await bot.get(id)).toMatchObject({ title: 'First, as I want it', body: 'Text of before' });
  expect(await titlesBefore(id)).toEqual(['First, as the bot wants it', 'First']);

  await aMoment();
  await title().fill('First, once more');
  await press('Save');
  await saved();
  await aMoment();
  expect(await dialog().count()).toBe(0);
  expect(await bot.get(id)).toMatchObject({ title: 'First, once more' });
});

test('takes theirs if I say so, and still has what I have typed', async () => {
  const id = await openChanged('Second');
  await press('Publish');
  await dialog().getByText('Text of the bot').waitFor();
  await press('Use the saved version');
  await until(
    'theirs is shown',
    async () => (await title().inputValue()) === 'Second, as the bot wants it'
  );
  await page.getByText(/unsaved changes from/).waitFor();
  await press('Restore');
  expect(await title().inputValue()).toBe('Second, as I want it');
  await press('Publish');
  await saved();
  expect(await bot.get(id)).toMatchObject({
    status: 'published',
    title: 'Second, as I want it',
    body: 'Text of the bot',
  });
});

test('two tabs of one person do not undo each other', async () => {
  const { id } = await bot.createPublication({ title: 'Third' });
  await openWork(page, site, id);
  const other = await page.context().newPage();
  await openWork(other, site, id);
  await title().fill('Third, in the one tab');
  await press('Save');
  await saved();
  await title(other).fill('Third, in the other tab');
  await press('Save', other);
  await dialog(other).getByText('Third, in the one tab').waitFor();
  expect(await bot.get(id)).toMatchObject({ title: 'Third, in the one tab' });
  await press('Keep my version', other);
  await saved(other);
  expect(await bot.get(id)).toMatchObject({ title: 'Third, in the other tab' });
  expect(await titlesBefore(id)).toContain('Third, in the one tab');
  await other.close();
});

test('one’s own saves follow each other without a question, at once too', async () => {
  const { id } = await bot.createPublication({ title: 'Fourth' });
  await openWork(page, site, id);
  for (const count of [1, 2, 3]) {
    await title().fill(`Fourth ${count}`);
    await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'PUT'),
      press('Save'),
    ]);
  }
  await aMoment();
  expect(await dialog().count()).toBe(0);
  expect(await bot.get(id)).toMatchObject({ title: 'Fourth 3' });
});

test('what was typed on one computer is found on another one, compared and put back, and gone when it is saved', async () => {
  await site.strapi.db.query('plugin::bot.unsaved-copy').deleteMany({});
  const { id } = await bot.createPublication({ title: 'Two computers', body: 'One line' });
  await openWork(page, site, id);
  const isKept = page.waitForResponse((response) => response.url().endsWith('/bot/unsaved'));
  await title().fill('Typed in the office');
  await isKept;

  const home = await openPanel(browser, site, admin);
  await openWork(home, site, id);
  await home.getByText(/unsaved changes from/).waitFor();
  await home.getByRole('button', { name: 'Compare' }).click();
  await home.getByRole('dialog').getByText('+ Typed in the office').waitFor();
  if (SCREENSHOTS) {
    await home.screenshot({ path: path.join(SCREENSHOTS, 'unsaved-light-1280.png') });
  }
  await home.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  expect(await home.getByLabel('Title').inputValue()).toBe('Typed in the office');
  await home.getByRole('button', { name: 'Save', exact: true }).click();
  await home.getByText('Saved document').waitFor();
  const kept = () => site.strapi.db.query('plugin::bot.unsaved-copy').count();
  await until('it is gone', async () => (await kept()) === 0);
  await home.context().close();
});
