import type { Browser, Page } from 'playwright-core';

import { seriousFaults } from '../support/accessibility';
import { createAdmin, createColleague, type Admin } from '../support/admin';
import type { Bot } from '../support/bot';
import { createEditor } from '../support/content-manager';
import { png } from '../support/files';
import { enterBy } from '../support/keyboard';
import {
  goTo,
  logIn,
  openPanel,
  openWork,
  setPreference,
  startPanel,
  WORKS,
} from '../support/panel';
import type { Site } from '../support/site';
import { until } from '../support/until';

let site: Site;
let bot: Bot;
let admin: Admin;
let browser: Browser;
let page: Page;
let german: Page;

beforeAll(async () => {
  ({ site, bot, admin, browser, page } = await startPanel());
  german = await openPanel(browser, site, await createColleague(site, 'strapi-editor'));
  await setPreference(german, site, 'strapi-admin-language', 'de');
});
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

const SAVES = '**/content-manager/collection-types/api::work.work/**';

const title = () => page.getByLabel('Title');
const slug = () => page.getByLabel('Slug');
const save = () => page.getByRole('button', { name: 'Save', exact: true });
const publish = () => page.getByRole('button', { name: 'Publish', exact: true });
const offer = () => page.getByText(/unsaved changes from/);
const putBack = () => page.getByRole('button', { name: 'Restore', exact: true });

const reload = async () => {
  await page.reload();
  await title().waitFor();
};

/** Kinds of failed saves. A number is the status of an error page from a proxy. */
type Failure = 'unreachable' | number | { status: number; name: string; details?: object };

/** Makes every save fail in this way without reaching the site. */
const failSaves = (failure: Failure) =>
  page.route(SAVES, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    if (failure === 'unreachable') return route.abort();
    if (typeof failure === 'number') {
      return route.fulfill({ status: failure, contentType: 'text/html', body: '<h1>nginx</h1>' });
    }
    const error = { message: 'It went wrong', ...failure };
    return route.fulfill({ status: failure.status, json: { data: null, error } });
  });

/** Waits until the panel has stored unsaved input, shortly after the last key. */
const aMoment = () => page.waitForTimeout(600);

/** Expects the input to stay after a failed save; the form would change within a second. */
const expectTyped = async (text: string) => {
  await page.waitForTimeout(1_000);
  expect(await title().inputValue()).toBe(text);
};

describe('a save that fails', () => {
  test('leaves in the form what was typed, whatever went wrong, and it can be saved again', async () => {
    const { id } = await bot.createPublication({ title: 'As it was' });
    await openWork(page, site, id);
    await title().fill('As it was typed');
    const failures: [Failure, string][] = [
      [{ status: 413, name: 'PayloadTooLargeError' }, 'the content is larger than the site allows'],
      [{ status: 500, name: 'InternalServerError' }, 'The site could not save your changes.'],
      [{ status: 400, name: 'ApplicationError', details: {} }, 'It went wrong'],
      [{ status: 403, name: 'ForbiddenError' }, 'your role does not have the permission'],
      ['unreachable', 'The site could not be reached.'],
      [413, 'the content is larger than the site allows'],
      [502, 'The site could not save your changes.'],
    ];
    for (const [failure, said] of failures) {
      await failSaves(failure);
      await save().click();
      const notice = page.getByRole('alert').filter({ hasText: said });
      // Closed, because the next notice may have the same text.
      await notice.locator('..').getByRole('button', { name: 'Close' }).click();
      await expectTyped('As it was typed');
      await page.unrouteAll();
    }

    await save().click();
    await page.getByText('Saved document').waitFor();
    await expectTyped('As it was typed');
    expect(await bot.get(id)).toMatchObject({ title: 'As it was typed' });
    await reload();
    expect(await offer().count()).toBe(0);
  });

  test('for a text that is too long, it says so in the language of the panel', async () => {
    const open = () => goTo(german, site, `${WORKS}/create`);
    await open();
    await german.locator('input[name=title]').fill('x'.repeat(256));
    await german.getByRole('button', { name: 'Speichern', exact: true }).click();
    await german
      .getByText('Das ist zu lang: Höchstens 255 Zeichen sind erlaubt.')
      .first()
      .waitFor();
    expect(await german.getByText(/at most/).count()).toBe(0);
    await open();
    await german.getByRole('button', { name: 'Verwerfen' }).click();
  });

  test('for a slug that is taken, it says so at the slug', async () => {
    await bot.createPublication({ title: 'Taken' });
    const { id } = await bot.createPublication({ title: 'Mine' });
    await openWork(page, site, id);
    // Another publication takes the slug right before the save.
    await page.route('**/uid/check-availability*', (route) =>
      route.fulfill({ json: { isAvailable: true, suggestion: null } })
    );
    await title().fill('Mine, but better');
    await slug().fill('taken');
    await save().click();
    await page.getByText('already taken').first().waitFor();
    await expectTyped('Mine, but better');
    expect(await slug().inputValue()).toBe('taken');
    expect(await slug().getAttribute('aria-invalid')).toBe('true');
    await openWork(page, site, id);
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
  });
});

describe('what was typed and not saved', () => {
  test('is offered after a reload, and put back without undoing what others have changed', async () => {
    const { id } = await bot.createPublication({ title: 'Before', body: 'First' });
    await openWork(page, site, id);
    await title().fill('After');
    await aMoment();
    await bot.change(id, { body: 'Second' });
    await reload();
    expect(await title().inputValue()).toBe('Before');
    await offer().waitFor();
    await putBack().click();
    expect(await title().inputValue()).toBe('After');
    await save().click();
    await page.getByText('Saved document').waitFor();
    expect(await bot.get(id)).toMatchObject({ title: 'After', body: 'Second' });
    await reload();
    expect(await offer().count()).toBe(0);
  });

  test('of a new work too, until it is thrown away', async () => {
    await openWork(page, site);
    await title().fill('Not yet there');
    await aMoment();
    await reload();
    await offer().waitFor();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('dialog').getByText('Not yet there').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    expect(await offer().count()).toBe(0);
    await reload();
    expect(await offer().count()).toBe(0);
  });

  test('is left to Strapi, once that keeps it itself', async () => {
    const { id } = await bot.createPublication({ title: 'Kept by Strapi' });
    const asked = /\/bot\/unsaved\?/;
    await page.route(asked, (route) =>
      route.fulfill({ json: { data: null, isLeftToStrapi: true } })
    );
    const answered = page.waitForResponse(asked);
    await openWork(page, site, id);
    await answered;
    await title().fill('Typed');
    await aMoment();
    await reload();
    await aMoment();
    expect(await offer().count()).toBe(0);
  });

  test('of a new work that has been saved nothing is left', async () => {
    await openWork(page, site);
    await title().fill('Soon there');
    await aMoment();
    await save().click();
    await page.getByText('Saved document').waitFor();
    await openWork(page, site);
    await aMoment();
    expect(await offer().count()).toBe(0);
  });

  test('is found again after a login, when the session has ended', async () => {
    const { id } = await bot.createPublication({ title: 'Long ago' });
    await openWork(page, site, id);
    await title().fill('Typed for hours');
    await failSaves({ status: 401, name: 'UnauthorizedError' });
    await page.route('**/admin/access-token', (route) => route.fulfill({ status: 401, json: {} }));
    await save().click();
    await page.getByText('Your changes are kept. Log in again').waitFor();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByLabel('Email').waitFor();
    await page.unrouteAll();
    await logIn(page, admin);
    await title().waitFor();
    await putBack().click();
    expect(await title().inputValue()).toBe('Typed for hours');
  });
});

const slugBecomes = (pattern: RegExp) =>
  until(`the slug is like ${pattern}`, async () => pattern.test(await slug().inputValue()));

const openList = () => goTo(page, site, WORKS);

describe('the slug', () => {
  test('follows the title as it is typed, in any script, until somebody types a slug', async () => {
    await openWork(page, site);
    expect(await slug().inputValue()).toBe('');
    await title().pressSequentially('A walk in May');
    await slugBecomes(/^a-walk-in-may$/);
    await title().fill('深圳的春天');
    await slugBecomes(/^shen-zhen-de-chun-tian$/);
    await slug().fill('my-own');
    await title().fill('Something else');
    await page.waitForTimeout(1_000);
    expect(await slug().inputValue()).toBe('my-own');
    await save().click();
    await page.getByText('Saved document').waitFor();

    await page.waitForURL(/api::work\.work\/(?!create)/);
    await title().fill('Renamed');
    await page.waitForTimeout(1_000);
    expect(await slug().inputValue()).toBe('my-own');
    await goTo(page, site, new URL(page.url()).pathname);
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
  });

  test('says in words what it may be, and is not saved while it is taken', async () => {
    await bot.createPublication({ title: 'There first' });
    const { id } = await bot.createPublication({ title: 'Second' });
    await openWork(page, site, id);
    await slug().fill('with a space');
    await page.getByText('Use only letters from a to z, digits and - . _ ~').waitFor();
    await until('Save is not offered', () => save().isDisabled());
    await slug().fill('there-first');
    await page.getByText('Unavailable').waitFor();
    await until('Save is not offered', () => save().isDisabled());
    expect(await publish().isDisabled()).toBe(true);
    await slug().fill('second-thought');
    const note = await page.getByText('Available', { exact: true }).boundingBox();
    const field = await slug().boundingBox();
    expect((note?.y ?? Infinity) + (note?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
    await until('Save is offered', () => save().isEnabled());
    await save().click();
    await page.getByText('Saved document').waitFor();
  });

  test('of a copy is another one, so that Duplicate works', async () => {
    const { id } = await bot.createPublication({ title: 'The original' });
    await openList();
    const row = page.getByRole('row').filter({ hasText: 'The original' });
    await row.getByRole('button', { name: 'Row actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Create' }).click();
    await page.waitForURL(new RegExp(`/clone/${id}`));
    await title().waitFor();
    await slugBecomes(/^the-original-[a-z0-9]{6}$/);
    await save().click();
    await page.getByText('Cloned document').waitFor();
  });
});

/** Resolves when the panel has started to report changes. */
const listensForChanges = () => page.waitForResponse(/\/bot\/unread-changes\//);

describe('what the bot does meanwhile', () => {
  test('is told at the open work, and the text stays; a deleted one can be saved as a new one', async () => {
    const file = await bot.upload(await png());
    const { id } = await bot.createPublication({ title: 'Ours', media: [file] });
    const listens = listensForChanges();
    await openWork(page, site, id);
    await listens;
    await title().fill('Ours, and better');
    await bot.publish(id);
    await page
      .getByText('The bot has just published this entry. Your text is still in the form.')
      .waitFor();
    expect(await title().inputValue()).toBe('Ours, and better');

    await bot.remove(id);
    await page
      .getByText('The bot has just deleted this entry. Your text is still in the form.')
      .waitFor();
    await page.getByRole('button', { name: 'Save as a new entry' }).click();
    await until('it is there', async () => (await bot.list())[0]?.title === 'Ours, and better');
    await page.waitForURL((url) => !url.pathname.includes(id));
    await title().waitFor();
    expect(await title().inputValue()).toBe('Ours, and better');
    expect(await offer().count()).toBe(0);
  });

  test('is told over the list, which shows it', async () => {
    const listens = listensForChanges();
    await openList();
    await listens;
    await page.getByText('Ours, and better').first().waitFor();
    await bot.createPublication({ title: 'Fresh from the bot' });
    await bot.createPublication({ title: 'And another' });
    await page.getByText('2 new entries').waitFor();
    await page.getByText('Fresh from the bot').waitFor();
  });

  test('is told to nobody without a login, and of no other type', async () => {
    const unread = '/bot/unread-changes/api::work.work';
    await site.request.get('/bot/pulse').expect(401);
    await site.request.get(unread).expect(401);
    await site.request.get('/bot/pulse').set('Authorization', `Bearer ${site.token}`).expect(401);
    // Signs in again, because the earlier session has ended.
    const { agent } = await createAdmin(site);
    const { body } = await agent.get('/bot/pulse').expect(200);
    expect(body).toEqual({ data: { latest: expect.any(Number) } });
    await agent.get(`${unread}?after=x`).expect(400);
    const other = await agent.get('/bot/unread-changes/plugin::upload.file').expect(200);
    expect(other.body).toEqual({ data: null });
  });
});

const excerpt = () => page.getByLabel('Excerpt').inputValue();

test('what the bot has replaced is shown beside the work, and put back into the draft', async () => {
  const far = 'A line that stays\n'.repeat(9);
  const good = {
    ...{ title: 'Good', body: `${far}First line\n\nSecond line` },
    fields: { excerpt: 'Short' },
  };
  const { id } = await bot.createPublication(good);
  const fields = { excerpt: 'Long' };
  await bot.change(id, { title: 'Bad', body: `${far}First line\n\nAnother line`, fields });
  await openWork(page, site, id);
  expect(await title().inputValue()).toBe('Bad');
  await page.getByRole('heading', { name: 'Earlier versions' }).waitFor();
  await title().focus();
  await enterBy(page.getByRole('button', { name: /^Good Replaced by the bot, \w+/ }));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('− Second line').waitFor();
  await dialog.getByText('+ Another line').waitFor();
  expect(await dialog.innerText()).toMatch(/⋯\s+First line/);
  await dialog.getByRole('heading', { name: 'Excerpt' }).waitFor();
  await dialog.getByText('− Short').waitFor();
  await dialog.getByText('+ Long').waitFor();
  await enterBy(dialog.getByRole('button', { name: 'Restore: Excerpt' }));
  // Buttons named after the fields restore single values.
  await dialog.waitFor({ state: 'hidden' });
  await until('the excerpt is as it was', async () => (await excerpt()) === 'Short');
  expect(await bot.get(id)).toMatchObject({ title: 'Bad', fields: good.fields });
  await page.getByText(/^Replaced by Edith Editor, /).waitFor();

  await page.getByRole('button', { name: 'Good' }).click();
  await dialog.getByRole('button', { name: 'Restore to draft' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await until('the draft is as it was', async () => (await title().inputValue()) === 'Good');
  expect(await bot.get(id)).toMatchObject(good);

  await title().fill('Better');
  await save().click();
  await page.getByText('Saved document').waitFor();
  const versions = page.getByRole('button', { name: /^(Good|Bad) Replaced / });
  await until('the last save is one more', async () => (await versions.count()) === 4);
});

describe('the list', () => {
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  /** Selects a row. Clicks again if the list was loaded anew between press and release, which the browser ignores. */
  const select = (name: string) =>
    until(`${name} is selected`, async () => {
      const box = row(name).getByRole('checkbox');
      if (await box.isChecked()) return true;
      await box.click();
      await page.waitForTimeout(200);
      return false;
    });
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  beforeAll(async () => {
    // Signs in again, because the earlier session has ended.
    await createEditor(await createAdmin(site)).create({ title: 'By Edith' });
    await bot.createPublication({ title: 'For the future', publishAt: '2099-01-31T08:00:00Z' });
  });
  afterAll(() => page.setViewportSize({ width: 1280, height: 900 }));

  test('says who has made each work and when it is scheduled, and keeps its status in sight', async () => {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto(`${site.url}${WORKS}`);
    await row('For the future').getByText('Publish on Jan 31, 2099').waitFor();
    expect(await row('For the future').getByText('Bot', { exact: true }).count()).toBe(2);
    expect(await row('By Edith').getByText('Edith Editor').count()).toBe(2);
    const shown = await row('By Edith').getByText('Draft').boundingBox();
    expect((shown?.x ?? 768) + (shown?.width ?? 0)).toBeLessThan(768);
    expect(await seriousFaults(page, 'main table')).toEqual([]);
  });

  test('is narrowed to the works of people, in words', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openList();
    await row('For the future').waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Select field' }).click();
    const offered = await page.getByRole('option').allInnerTexts();
    expect(offered).toEqual(expect.arrayContaining(['Created by', 'Scheduled', 'Last change']));
    expect(offered.filter((name) => /^[a-z]/.test(name))).toEqual([]);
    await page.getByRole('option', { name: 'Created by', exact: true }).click();
    await choose('Created by', 'Editor');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await row('For the future').waitFor({ state: 'detached' });
    await row('By Edith').waitFor();
    await page.getByRole('button', { name: 'Created by is Editor' }).click();
    await row('For the future').waitFor();
  });

  test('publishes several at once, which the bot has made since it was left', async () => {
    await bot.createPublication({ title: 'Both of us, one' });
    await bot.createPublication({ title: 'Both of us, two' });
    await openList();
    await select('Both of us, one');
    await select('Both of us, two');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).last().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
    await row('Both of us, one').getByText('Published').waitFor();
    await row('Both of us, two').getByText('Published').waitFor();
  });

  test('asks before several are deleted, and tells what becomes of the files, those in texts too', async () => {
    const shared = await bot.upload(await png({}, 'in-a-text.png', 3));
    const own = await bot.upload(await png({}, 'of-one.png', 4));
    await bot.createPublication({ title: 'One of two', media: [shared, own] });
    await bot.createPublication({ title: 'Two of two', media: [shared] });
    await bot.createPublication({ title: 'A text with a picture', body: `![](${shared.url})` });
    await goTo(page, site, `${WORKS}?_q=two`);
    for (const name of ['One of two', 'Two of two']) {
      await select(name);
    }
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('These files will be deleted').waitFor();
    const [goes, stays] = await dialog.getByRole('list').allInnerTexts();
    expect(goes).toMatch(/of-one\.png/);
    expect(goes).not.toMatch(/in-a-text/);
    expect(stays).toMatch(
      /in-a-text\.png[^]*Also used by “A text with a picture” \(in the entry’s text\)/
    );
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await row('One of two').waitFor({ state: 'detached' });
    const left = await site.strapi.db
      .query('plugin::upload.file')
      .findMany({ where: { name: { $in: ['in-a-text.png', 'of-one.png'] } } });
    expect(left).toMatchObject([{ name: 'in-a-text.png' }]);
  });
});

test('at the address of a work that is gone stands who has deleted it, and the way back', async () => {
  const { id } = await bot.createPublication({ title: 'No longer' });
  await bot.remove(id);
  await goTo(page, site, `${WORKS}/${id}`);
  await page.getByRole('heading', { name: /^“No longer” was deleted by Bot on/ }).waitFor();
  await page.getByText('Not Found').waitFor({ state: 'detached' });
  expect(await seriousFaults(page, 'main')).toEqual([]);
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.getByRole('heading', { name: 'Work', exact: true }).waitFor();
});

describe('beside a work', () => {
  let id: string;

  beforeAll(async () => {
    const shared = await bot.upload(await png({}, 'shared.png', 1));
    const own = await bot.upload(await png({}, 'own.png', 2), { alternativeText: 'A gradient' });
    ({ id } = await bot.createPublication({
      title: 'With files',
      media: [shared, own],
      externalId: 'bots-own-7',
    }));
    await bot.createPublication({ title: 'The other one', media: [shared] });
    await bot.publish(id);
  });

  test('stands who has made it, its address, and where its files are used', async () => {
    await openWork(page, site, id);
    for (const fact of ['Created by the bot', 'bots-own-7', `${site.url}/works/with-files`]) {
      await page.getByText(fact, { exact: true }).waitFor();
    }
    await page.getByText('Also used by “The other one”').waitFor();
    expect(await page.getByText(/^Missing alternative text/).count()).toBe(1);
    await title().fill('With files and text');
    await aMoment();
    await openWork(page, site, id);
    await offer().waitFor();
    expect(await seriousFaults(page, 'aside', '[role=status]')).toEqual([]);
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
  });

  test('a picture without an alternative text is asked for it', async () => {
    const picture = await bot.upload(await png({}, 'unnamed.png', 6));
    const { id: asking } = await bot.createPublication({ title: 'Asking', media: [picture] });
    await openWork(page, site, asking);
    const question = page.getByRole('group', { name: 'Add alternative texts' });
    await question.getByLabel('unnamed.png').fill('A gradient of colours');
    expect(await seriousFaults(page, '[role=group][aria-label^=Add]')).toEqual([]);
    await question.getByRole('button', { name: 'Save alternative text' }).click();
    await question.waitFor({ state: 'detached' });
    expect((await bot.get(asking)).media).toMatchObject([
      { id: picture.id, alternativeText: 'A gradient of colours' },
    ]);
    await reload();
    expect(await question.count()).toBe(0);
  });

  /** Finds a box of the side panel by its heading, because Strapi sets no names. */
  const boxOf = (heading: string) =>
    page.locator('aside', { has: page.getByRole('heading', { name: heading }) });

  test('the date of the first publish is shown, and changed at once', async () => {
    const { id: dated } = await bot.createPublication({ title: 'Moved in' });
    await bot.publish(dated);
    await openWork(page, site, dated);
    const box = boxOf('This entry');
    await box.getByRole('combobox', { name: 'Choose date' }).fill('05/31/2019');
    // An editor who looks at another tab and comes back: the side panel asks for its facts again.
    const facts = page.waitForResponse((answer) => answer.url().includes('/bot/works/'));
    await page.evaluate(`{
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }`);
    await page.evaluate(`{
      delete document.visibilityState;
      document.dispatchEvent(new Event('visibilitychange'));
    }`);
    await facts;
    await page.keyboard.press('Tab');
    await box.getByRole('button', { name: 'Save date' }).click();
    await page.getByText('Date saved.').waitFor();
    expect((await bot.get(dated)).firstPublishedAt).toMatch(/^2019-05-3/);
    expect(await seriousFaults(page, 'aside')).toEqual([]);
    await goTo(page, site, `${WORKS}?pageSize=100&sort=firstPublishedAt:ASC`);
    await page.getByRole('row').filter({ hasText: 'Moved in' }).getByText('May 31, 2019').waitFor();
  });

  test('a time to publish that is past is asked about', async () => {
    await openWork(page, site, id);
    const box = boxOf('Schedule');
    await box.getByRole('combobox', { name: 'Choose date' }).first().fill('01/02/2026');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Save schedule' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('is in the past: the entry will be published immediately').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await bot.get(id)).toMatchObject({ publishAt: null });
  });

  test('a link of the draft is copied, for people who cannot log in', async () => {
    await openWork(page, site, id);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy draft link' }).click();
    await page.getByText(/^Link copied\. Anyone with the link can read the draft until/).waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    const answer = await site.request.get(new URL(link).pathname).expect(200);
    expect(answer.text).toContain('With files');
  });

  test('the question before it is deleted tells which files go and which stay', async () => {
    await openWork(page, site, id);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('These files will be deleted').waitFor();
    const [goes, stays] = await dialog.getByRole('list').allInnerTexts();
    expect(goes).toMatch(/own\.png/);
    expect(stays).toMatch(/shared\.png[^]*Also used by “The other one”/);
    expect(await seriousFaults(page, '[role=alertdialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  test('it is in the language of the panel', async () => {
    await goTo(german, site, `${WORKS}/${id}`);
    await german.getByText('Vom Bot erstellt').waitFor();
    await german.getByText('Auch verwendet von „The other one“').waitFor();
    // The label has two lines, which do not fit into Strapi's default button.
    const long = german.getByRole('button', { name: 'Entwurfslink kopieren' });
    expect((await long.boundingBox())?.height).toBeGreaterThan(36);
    await german.getByLabel('Auszug').waitFor();
    await german.getByText(/max\. 255 Zeichen[^]*Die Überschrift der Seite/).waitFor();
    expect(await german.getByText('The headline of the page').count()).toBe(0);
  });
});

test('an author reads the work of another, whose fields and Save are off, and sees the tags that exist', async () => {
  const tags = site.strapi.documents('api::tag.tag' as never) as unknown as {
    create: (of: object) => Promise<unknown>;
  };
  await tags.create({ data: { name: 'Harbours', slug: 'harbours' } });
  const { id } = await bot.createPublication({ title: 'Not mine', body: 'Text' });
  const author = await openPanel(browser, site, await createColleague(site, 'strapi-author'));
  await openWork(author, site, id);
  await author.getByText('Your role allows you to read this entry, but not to change it').waitFor();
  await until('its fields are off', () => author.getByLabel('Title').isDisabled());
  expect(await author.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  const text = author.getByRole('textbox', { name: 'Text', exact: true });
  await until('its text is off', async () => (await text.getAttribute('aria-readonly')) === 'true');
  await text.click();
  await author.keyboard.type('x');
  expect(await text.innerText()).toBe('Text');
  expect(await author.getByRole('button', { name: /^Bold/ }).isDisabled()).toBe(true);

  await openWork(author, site);
  await author.getByRole('combobox', { name: /^Tags/ }).click();
  await author.getByRole('option', { name: /Harbours/ }).waitFor();
  await author.keyboard.press('Escape');
  await author.getByLabel('Title').fill('Mine');
  await author.getByRole('button', { name: 'Save', exact: true }).click();
  await author.getByText('Saved document').waitFor();
  expect(await author.getByText('Your role allows you to read this entry').count()).toBe(0);
  await author.context().close();
});
