import { chromium, type Browser, type Page } from 'playwright-core';

import { jpeg, png } from '../support/files';
import { startSite, type Site } from '../support/site';
import { publishWork, storeFile } from './works';

let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await startSite();
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const large = await storeFile(
    site.strapi,
    await jpeg({ width: 4000, height: 3000 }, 'large.jpg', 1)
  );
  const tall = await storeFile(
    site.strapi,
    await jpeg({ width: 900, height: 1600 }, 'tall.jpg', 2)
  );
  const small = await storeFile(
    site.strapi,
    await png({ width: 320, height: 200 }, 'small.png', 3)
  );
  const more = await Promise.all(
    [4, 5, 6, 7].map(async (seed) =>
      storeFile(site.strapi, await jpeg({ width: 1600, height: 1200 }, `${seed}.jpg`, seed))
    )
  );
  await publishWork(site.strapi, {
    title: 'Pictures',
    slug: 'pictures',
    body: 'Text before.\n\nText after.',
    media: [large, small, tall, ...more].map(({ id }) => id),
  });
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** Opens the page as on a phone, and notes which files it asks for and how far things move. */
const openOnPhone = async (): Promise<{ page: Page; asked: string[] }> => {
  const context = await browser.newContext({
    viewport: { width: 375, height: 667 },
    deviceScaleFactor: 3,
  });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.addInitScript(`
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  await page.goto(`${site.url}/works/pictures`, { waitUntil: 'networkidle' });
  return { page, asked };
};

test('a phone loads what is near its screen, in a size that it shows, and nothing moves', async () => {
  const { page, asked } = await openOnPhone();
  const pictures = asked.filter((path) => path.startsWith('/uploads/'));
  expect(pictures.length).toBeLessThan(7);
  expect(pictures[0]).toMatch(/^\/uploads\/(?:xlarge|large)_large_/);
  expect(pictures.filter((path) => /^\/uploads\/large_[0-9a-f]+\.jpg$/.test(path))).toEqual([]);
  await page.evaluate(`scrollTo({ top: document.body.scrollHeight })`);
  await page.waitForTimeout(500);
  expect(await page.evaluate('window.shift')).toBe(0);
  await page.context().close();
});

test('nothing is shown larger than it is, nor out of shape', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${site.url}/works/pictures`, { waitUntil: 'networkidle' });
  const shown = await page.evaluate<[number, number][]>(`
    [...document.querySelectorAll('figure img')].map((img) => {
      const { width, height } = img.getBoundingClientRect();
      return [Math.round(width), Math.round(height)];
    })
  `);
  expect(shown.slice(0, 3)).toEqual([
    [696, 522],
    [320, 200],
    [416, 740],
  ]);
  await context.close();
});
