import { mkdirSync } from 'node:fs';
import path from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { seriousFaults } from '../support/accessibility';
import type { Admin } from '../support/admin';
import type { Bot } from '../support/bot';
import { png } from '../support/files';
import { goTo, openPanel, openWork, setPreference, startPanel, WORKS } from '../support/panel';
import type { Site } from '../support/site';
import { until } from '../support/until';

/** Folder for screenshots: `SCREENSHOTS=docs/images npm test -- tests/panel/the-text-of-a-work`. */
const { SCREENSHOTS } = process.env;

let site: Site;
let bot: Bot;
let admin: Admin;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  ({ site, bot, admin, browser, page } = await startPanel());
});

const FIELD = '.bot-writing';
const box = (of = page) => of.getByRole('textbox', { name: 'Text', exact: true });
const tool = (name: string | RegExp) => page.getByRole('toolbar').getByRole('button', { name });
const save = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved document').first().waitFor();
};

/** Creates a work with this text as the bot, and opens it in the panel with the cursor at its end. */
const openText = async (body: string, title = 'A work'): Promise<string> => {
  const { id } = await bot.createPublication({ title, body });
  await openWork(page, site, id);
  await box().click();
  await page.keyboard.press('Control+End');
  return id;
};

const bodyOf = async (id: string): Promise<unknown> => (await bot.get(id)).body;

interface Handed {
  html?: string;
  text?: string;
  rtf?: string;
  files?: string[];
}

/**
 * Pastes or drops data like a browser. Passed as a string, because it runs in the browser, whose types the tests do not
 * have.
 */
const hand = (event: 'paste' | 'drop', data: Handed) =>
  page.evaluate(`(async () => {
    const { html, text, rtf, files = [] } = ${JSON.stringify(data)};
    const transfer = new DataTransfer();
    if (html) transfer.setData('text/html', html);
    if (text) transfer.setData('text/plain', text);
    if (rtf) transfer.setData('text/rtf', rtf);
    for (const [index, file] of files.entries()) {
      const bytes = Uint8Array.from(atob(file), (one) => one.charCodeAt(0));
      transfer.items.add(new File([bytes], 'picture-' + (index + 1) + '.png', { type: 'image/png' }));
    }
    const target = document.querySelector('${FIELD} .cm-content');
    const { left, bottom } = target.getBoundingClientRect();
    const options = { bubbles: true, cancelable: true, clientX: left + 30, clientY: Math.min(bottom, 800) - 5 };
    target.dispatchEvent(${event === 'paste'}
      ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
      : new DragEvent('drop', { ...options, dataTransfer: transfer }));
  })()`);

const picture = async (seed: number): Promise<string> =>
  (await png({}, 'p.png', seed)).content.toString('base64');

const capture = async (name: string, of = page): Promise<void> => {
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await of.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
};

test('a text that somebody only looks at stays as the bot has written it', async () => {
  const body =
    '* a\r\n+ b\n\n__x__ &amp; \\* `` ` ``\n\n| a |b|\n|-|:-:|\n|1|2|\u00a0\u200b\n\nEnd  \n\n\n';
  const id = await openText(body);
  await page.getByLabel('Title').fill('Another title');
  await save();
  expect(await bodyOf(id)).toBe(body);
});

test('what is typed, by keys and buttons, is saved; each step can be undone', async () => {
  const id = await openText('Before');
  await page.keyboard.type('\n\nA word');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('End');
  await page.keyboard.type('\n\nfirst\nsecond');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Control+Shift+Digit7');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('third');
  await save();
  expect(await bodyOf(id)).toBe('Before\n\nA **word**\n\n1. first\n2. second\n3. third');
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('Control+z');
  await box().click();
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('Control+z');
  expect(await box().innerText()).toBe('Before');
});

test('a table is made, filled and changed by the keyboard', async () => {
  const id = await openText('');
  await tool('More').click();
  await page.getByRole('menuitem', { name: 'Table', exact: true }).click();
  await box().focus();
  for (const cell of ['Name', 'Height', 'Bishop Rock', '49 m']) {
    await page.keyboard.type(cell);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('Wolf Rock');
  await save();
  expect(await bodyOf(id)).toMatch(
    /^\| Name +\| Height \|\n\| -+ \| -+ \|\n\| Bishop Rock +\| 49 m +\|\n\| Wolf Rock +\| +\|/
  );
});

test('what is pasted from a page is Markdown, and plain text where it is asked for', async () => {
  const id = await openText('');
  await hand('paste', {
    html: '<h2>Head</h2><p>A <b>bold</b> <a href="https://example.org/">link</a></p><ul><li>One</li></ul>',
    text: 'Head A bold link',
  });
  await save();
  expect(await bodyOf(id)).toBe('## Head\n\nA **bold** [link](https://example.org/)\n\n- One');
  await page.keyboard.down('Control');
  await box().press('Shift+V');
  await hand('paste', { html: '<b>Plain</b>', text: ' Plain' });
  await page.keyboard.up('Control');
  await until('it is there as text', async () => (await box().innerText()).endsWith('One Plain'));
  await page.keyboard.press('Control+a');
  await hand('paste', {
    html: `<p onclick="hacked = 1">Safe<script>hacked = 1</script><img src="x" onerror="hacked = 1"><a href="javascript:hacked = 1">words</a><img src="data:image/svg+xml,<svg onload='hacked = 1'>"></p>`,
    text: 'Safe words',
  });
  expect(await box().innerText()).toBe('Safewords');
  expect(await page.evaluate('window.hacked')).toBeUndefined();
});

test('pictures that are pasted and dropped go to the Media Library, and stand in the text in order', async () => {
  const id = await openText('Before');
  await hand('paste', { files: [await picture(1), await picture(2)] });
  const describing = (name: string) => page.getByLabel(`Alternative text for ${name}`);
  await describing('picture-2.png').fill('A second one');
  expect(await page.locator(`li img[src*="/uploads/"]`).count()).toBe(2);
  await describing('picture-1.png').fill('A lighthouse');
  await page.getByRole('button', { name: 'Done' }).first().click();
  await describing('picture-1.png').waitFor({ state: 'detached' });
  await capture('text-pictures-light-1280');
  await page.getByRole('button', { name: 'Done' }).first().click();
  await hand('drop', { files: [await picture(3)] });
  await page.getByRole('button', { name: 'Decorative image' }).click();
  await save();
  const pictures = String(await bodyOf(id)).match(/^!\[.*\]\(\/uploads\/\S+\)$/gm) ?? [];
  expect(pictures.map((one) => one.replace(/\(.*/, '')).filter((one) => one !== '![]')).toEqual([
    '![A lighthouse]',
    '![A second one]',
  ]);
  // The dropped image is after the paragraph under the pointer.
  expect(pictures).toHaveLength(3);
  const files = await site.strapi.db
    .query('plugin::upload.file')
    .findMany({ orderBy: { id: 'asc' } });
  const [folder] = await site.strapi.db.query('plugin::upload.folder').findMany({});
  expect(files.map((file) => file.folderPath)).toEqual(Array(3).fill(folder.path));
  expect(files.map((file) => file.alternativeText)).toEqual(['A lighthouse', 'A second one', null]);
});

/** An image as Word 365 writes it to RTF. */
const inRtf = async (seed: number): Promise<string> => {
  const digits = Buffer.from(await picture(seed), 'base64').toString('hex');
  const lines = digits.replace(/.{128}/g, '$&\r\n');
  return `{\\*\\shppict{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn shapeType}{\\sv 75}}}\\picscalex100\\picw4\\pich4\\pngblip\\bliptag-70${seed}{\\*\\blipuid f5d1a0${seed}a}\r\n${lines}}}{\\nonshppict{\\pict\\wmetafile8\\bliptag7 010009}}`;
};

test('pictures in a text of Word come from its RTF in their order; without it, it says that they are missing', async () => {
  const id = await openText('');
  const image = (name: string) =>
    `<p class=MsoNormal><span style='mso-no-proof:yes'><!--[if gte vml 1]><v:shape id="P"><v:imagedata src="file:///C:/T/${name}"/></v:shape><![endif]--><![if !vml]><img width=6 src="file:///C:/T/${name}" v:shapes="P"><![endif]></span>${name}<o:p></o:p></p>`;
  const html = `<html xmlns:v="urn:schemas-microsoft-com:vml"><body>${image('one')}${image('two')}</body></html>`;
  await hand('paste', {
    html,
    text: 'one two',
    rtf: `{\\rtf1 ${await inRtf(7)} one\\par ${await inRtf(8)} two}`,
  });
  await page.getByRole('button', { name: 'Decorative image' }).nth(1).waitFor();
  await page.getByRole('button', { name: 'Decorative image' }).first().click();
  await page.getByRole('button', { name: 'Decorative image' }).click();
  await save();
  const text = String(await bodyOf(id));
  expect(text.replace(/\/uploads\/[^)]+/g, 'file').split(/\n+/)).toEqual([
    '![](file)',
    'one',
    '![](file)',
    'two',
  ]);
  const [first = ''] = /\/uploads\/[^)]+/.exec(text) ?? [];
  const { body } = await site.request.get(first).buffer(true).expect(200);
  expect((body as Buffer).toString('base64')).toBe(await picture(7));
  await hand('paste', { html, text: 'one two' });
  await page.getByText('2 images could not be read from the pasted content.').waitFor();
});

test('a picture that is refused says so, loses nothing, and can be tried again', async () => {
  await openText('Kept');
  await page.route('**/upload', (route) =>
    route.fulfill({ status: 413, json: { error: { message: 'It is too large' } } })
  );
  await hand('paste', { files: [await picture(4)] });
  await page.getByText('picture-1.png was not uploaded: It is too large').waitFor();
  expect(await box().innerText()).toContain('Kept');
  await page.unroute('**/upload');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Decorative image' }).click();
  await until('it is there', async () => /!\[\]\(\/uploads/.test(await box().innerText()));
});

test('a link to another work is found by its title', async () => {
  await bot.createPublication({ title: 'Tides and their tables' });
  const id = await openText('See ');
  await page.keyboard.press('Control+k');
  await page.getByLabel('URL, or words from an entry’s title').fill('tables');
  await page.getByRole('button', { name: /^Tides and their tables/ }).waitFor();
  await page.locator('button[form=link]:enabled').waitFor();
  await capture('text-link-light-1280');
  await page.keyboard.press('Enter');
  await save();
  expect(await bodyOf(id)).toBe('See [Tides and their tables](/works/tides-and-their-tables)');
});

test('the page of what is typed is shown beside the text, and scrolls with it', async () => {
  await openText('# Light\n\nA **bold** beginning.', 'Lighthouses of Cornwall');
  await tool('Preview').click();
  const shown = page.frameLocator('iframe[title="Preview of the page"]');
  await shown.getByRole('heading', { name: 'Light', exact: true }).waitFor();
  await box().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\n## The keepers\n\nThey lived *there*.');
  await shown.getByRole('heading', { name: 'The keepers' }).waitFor();
  await capture('text-preview-light-1280');
  const hostile =
    '<img src="x" onerror="parent.hacked = 1"><script>parent.hacked = 1</script> [run](javascript:parent.hacked=1)';
  await page.keyboard.insertText(`\n\n${hostile}${'\n\nA line'.repeat(60)}`);
  await shown.getByText('A line').nth(59).waitFor();
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  expect(await shown.locator('[onerror], main script, [href^=javascript]').count()).toBe(0);
  await page.keyboard.press('Control+Home');
  const isAtTop = async (): Promise<boolean> =>
    Number(await shown.locator('html').evaluate((html) => Reflect.get(html, 'scrollTop'))) < 100;
  await until('the page is at its top', isAtTop);
  await page.keyboard.press('Control+End');
  await until('the page has followed', async () => !(await isAtTop()));
  expect(await seriousFaults(page, '[role=toolbar]')).toEqual([]);
  await page.getByRole('button', { name: 'Desktop width' }).click();
  const frame = page.locator('iframe[title="Preview of the page"]');
  expect(await frame.evaluate((one) => Reflect.get(one, 'clientWidth') as number)).toBe(1024);
  await page.setViewportSize({ width: 375, height: 800 });
  const [text, preview] = [await box().boundingBox(), await frame.boundingBox()];
  expect(preview?.y).toBeGreaterThan(text?.y ?? Infinity);
  expect(preview?.y).toBeLessThan(600);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press('Escape');
  await frame.waitFor({ state: 'detached' });
  await page.getByLabel('Title').waitFor({ state: 'visible' });
});

test('words are found and replaced', async () => {
  const id = await openText('one two one');
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill('one');
  await page.getByRole('textbox', { name: 'Replace with' }).fill('three');
  await page.getByRole('button', { name: 'replace all' }).click();
  await page.keyboard.press('Escape');
  await save();
  expect(await bodyOf(id)).toBe('three two three');
});

test('it says how many words there are, and what language they are in', async () => {
  const { id } = await bot.createPublication({
    title: 'مرحبا',
    body: 'مرحبا بكم في الموقع',
    fields: { language: 'ar' },
  });
  await openWork(page, site, id);
  await page.getByText('4 words · 1 minute to read').waitFor();
  expect(await box().getAttribute('lang')).toBe('ar');
  expect(await box().getAttribute('dir')).toBe('rtl');

  await setPreference(page, site, 'strapi-admin-language', 'ar');
  try {
    await goTo(page, site, `${WORKS}/${id}`);
    const toolbar = page.getByRole('toolbar', { name: 'تنسيق النص' });
    const bold = await toolbar.getByRole('button', { name: /^غامق/ }).boundingBox();
    const italic = await toolbar.getByRole('button', { name: /^مائل/ }).boundingBox();
    expect(bold?.x).toBeGreaterThan(italic?.x ?? Infinity);
    await page.getByText('4 كلمات').waitFor();
    await capture('text-ar-1280');
  } finally {
    await setPreference(page, site, 'strapi-admin-language');
  }
});

test.each(['light', 'dark'] as const)(
  'no fault of access is in it, also on a phone, %s',
  async (theme) => {
    const phone = await openPanel(browser, site, admin, { viewport: { width: 375, height: 800 } });
    await setPreference(phone, site, 'STRAPI_THEME', theme);
    const { id } = await bot.createPublication({
      title: 'On a phone',
      body: '# Head\n\nText with a [link](https://example.org) and `code`.\n\n> Quote',
    });
    await openWork(phone, site, id);
    await box(phone).click();
    await phone.keyboard.type('Typed. ');
    expect(await seriousFaults(phone, '[role=toolbar]')).toEqual([]);
    expect(await seriousFaults(phone, FIELD)).toEqual([]);
    const width = await phone.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(375);
    await capture(`text-${theme}-375`, phone);
    await phone.context().close();
  }
);
