import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { chromium, type Browser } from 'playwright-core';

import { createAdmin, type Admin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import {
  archive,
  binary,
  docx,
  jpeg,
  mp4,
  pdf,
  png,
  textFile,
  wav,
  type TestFile,
} from '../support/files';
import { startSite, type Site } from '../support/site';

const CHROMIUM = '/usr/bin/chromium';
const PAGE = '<!doctype html><title>before</title><script>document.title = "it ran"</script>';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg"><title>before</title>' +
  '<script>document.documentElement.setAttribute("data-ran", "1"); document.title = "it ran"</script>' +
  '<rect width="1" height="1"/></svg>';

let site: Site;
let bot: Bot;
let editor: Admin;
beforeAll(async () => {
  site = await startSite({
    register: (strapi) => {
      // Silent, because unusual paths are logged as errors.
      strapi.log.silent = true;
    },
  });
  bot = createBot(site);
  editor = await createAdmin(site);
});
afterAll(() => site.stop());

const served = (url: string) => site.request.get(new URL(url, site.url).pathname);

/** Uploads a file to the Media Library as an editor. Returns its address; undefined if it is rejected. */
const uploadAsEditor = async ({ name, content, mime }: TestFile): Promise<string | undefined> => {
  const { status, body } = await editor.agent
    .post('/upload')
    .attach('files', content, { filename: name, contentType: mime });
  return status === 201 || status === 200 ? (body as { url: string }[])[0].url : undefined;
};

const expectSandboxed = (headers: Record<string, string>) => {
  expect(headers['x-content-type-options']).toBe('nosniff');
  const policy = headers['content-security-policy'].split(/;\s*/);
  expect(policy).toContain('sandbox');
  expect(policy).toContain("default-src 'none'");
};

test.each<[string, () => TestFile | Promise<TestFile>]>([
  ['a PNG', () => png()],
  ['a JPEG', () => jpeg()],
  ['a video', () => mp4()],
  ['audio', () => wav()],
  ['a PDF', () => pdf()],
  ['an SVG', () => textFile('drawing.svg', SVG, 'image/svg+xml')],
])('%s is shown in place, in a sandbox', async (_name, make) => {
  const { url } = await bot.upload(await make());
  const { headers } = await served(url).expect(200);
  expectSandboxed(headers);
  expect(headers['content-disposition']).toBeUndefined();
});

test.each<[string, () => TestFile]>([
  ['text', () => textFile('note.txt', 'text')],
  ['CSV', () => textFile('table.csv', 'a,b')],
  ['an office file', () => docx()],
  ['an archive', () => archive()],
  ['an unknown binary', () => binary()],
])('%s is downloaded', async (_name, make) => {
  const { url } = await bot.upload(make());
  const { headers } = await served(url).expect(200);
  expectSandboxed(headers);
  expect(headers['content-disposition']).toMatch(/^attachment; filename=/);
});

test("an editor's SVG is in a sandbox", async () => {
  const url = await uploadAsEditor(textFile('drawing.svg', SVG, 'image/svg+xml'));
  if (url === undefined) return; // Strapi rejects the file, so nothing is stored.
  expectSandboxed((await served(url).expect(200)).headers);
});

test.each([
  ['HTML', textFile('page.html', PAGE, 'text/html')],
  ['XML', textFile('feed.xml', '<?xml version="1.0"?><a/>', 'application/xml')],
  ['JavaScript', textFile('code.js', 'alert(1)', 'text/javascript')],
])("an editor's %s is downloaded, in a sandbox", async (_name, file) => {
  const url = await uploadAsEditor(file);
  if (url === undefined) return; // Strapi rejects the file, so nothing is stored.
  const { headers } = await served(url).expect(200);
  expectSandboxed(headers);
  expect(headers['content-disposition']).toMatch(/^attachment/);
});

test.each([
  ['escaped letters', (name: string) => `/%75ploads/${name}`],
  ['an escaped slash', (name: string) => `/uploads%2f${name}`],
  ['two slashes', (name: string) => `//uploads/${name}`],
  ['a dot', (name: string) => `/%2e/uploads/${name}`],
  ['capitals', (name: string) => `/UPLOADS/${name}`],
  ['a way round', (name: string) => `/x/%2e%2e/uploads/${name}`],
])('a stored page asked for with %s is not served as a page', async (_name, spelling) => {
  await writeFile(path.join(site.uploadsDir, 'stored.html'), PAGE);
  const response = await fetch(site.url + spelling('stored.html'));
  if (response.status !== 200) return;
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
  expectSandboxed(Object.fromEntries(response.headers));
});

test('HEAD and a part of a file have the same headers', async () => {
  await writeFile(path.join(site.uploadsDir, 'stored.html'), PAGE);
  expectSandboxed((await site.request.head('/uploads/stored.html')).headers);
  const part = await site.request.get('/uploads/stored.html').set('Range', 'bytes=0-4');
  expectSandboxed(part.headers);
  expect(part.headers['content-disposition']).toMatch(/^attachment/);
});

// Skipped without Chromium, except in CI, where the tests then fail.
const inChromium = existsSync(CHROMIUM) || process.env.CI ? describe : describe.skip;
inChromium('in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    });
  });
  afterAll(() => browser?.close());

  test.each([
    ['page', textFile('page.html', PAGE)],
    [
      'page in XML',
      textFile('page.xml', `<html xmlns="http://www.w3.org/1999/xhtml">${PAGE}</html>`),
    ],
    ['drawing', textFile('drawing.svg', SVG)],
  ])(
    "the bot's %s runs no script, not even where it is neither downloaded nor in a sandbox",
    async (_name, file) => {
      const { url } = await bot.upload(file);
      const page = await browser.newPage();
      await page.route('**/uploads/**', async (route) => {
        const response = await route.fetch();
        const {
          'content-disposition': _attachment,
          'content-security-policy': _policy,
          'x-content-type-options': _nosniff,
          ...headers
        } = response.headers();
        await route.fulfill({ response, headers });
      });
      await page.goto(url);
      expect(await page.title()).not.toBe('it ran');
      expect(await page.evaluate('document.scripts.length')).toBe(0);
      await page.close();
    }
  );

  test.each([
    ['page', 'frame.html', PAGE],
    ['drawing', 'frame.svg', SVG],
  ])(
    'a stored %s runs no script, not even where it is not downloaded',
    async (_name, file, content) => {
      await writeFile(path.join(site.uploadsDir, file), content);
      const page = await browser.newPage();
      // Removes the header that would make the browser download the file instead of showing it.
      await page.route('**/uploads/**', async (route) => {
        const response = await route.fetch();
        const { 'content-disposition': _attachment, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      });
      await page.goto(`${site.url}/uploads/${file}`);
      expect(await page.title()).toBe('before');
      await page.close();
    }
  );

  test('a stored page that is opened is a download', async () => {
    await writeFile(path.join(site.uploadsDir, 'opened.html'), PAGE);
    const page = await browser.newPage();
    const download = page.waitForEvent('download');
    await page.goto(`${site.url}/uploads/opened.html`).catch(() => undefined);
    expect((await download).suggestedFilename()).toBe('opened.html');
    await page.close();
  });

  test('a stored text does not run as the script of another page', async () => {
    const { url } = await bot.upload(textFile('code.js', 'document.title = "it ran"'));
    const page = await browser.newPage();
    await page.setContent(`<title>before</title><script src="${url}"></script>`);
    expect(await page.title()).toBe('before');
    await page.close();
  });

  test('the public page of a work shows its pictures and finds its films', async () => {
    const picture = await bot.upload(await png());
    const film = await bot.upload(mp4());
    const { id } = await bot.createPublication({ title: 'Shown', media: [picture.id, film.id] });
    const { url } = await bot.publish(id);

    const page = await browser.newPage();
    const statuses = new Map<string, number>();
    page.on('response', (response) => statuses.set(response.url(), response.status()));
    const blocked: string[] = [];
    page.on('console', (message) => message.type() === 'error' && blocked.push(message.text()));
    await page.goto(url, { waitUntil: 'networkidle' });

    const widths = await page.$$eval('img', (images) =>
      images.map((image) => (image as unknown as { naturalWidth: number }).naturalWidth)
    );
    expect(widths.length).toBeGreaterThan(0);
    expect(Math.min(...widths)).toBeGreaterThan(0);
    expect(await page.getAttribute('video', 'src')).toContain(new URL(film.url).pathname);
    expect([200, 206]).toContain(statuses.get(film.url));
    expect(blocked.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
    await page.close();
  });
});
