import { stat } from 'node:fs/promises';
import path from 'node:path';

import { chromium, type Browser, type Page, type Route } from 'playwright-core';

import { seriousFaults } from '../support/accessibility';
import { jpeg, mp4, png, textFile } from '../support/files';
import { startSite, type Site } from '../support/site';
import { until } from '../support/until';
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

/** Opens the page with the screen of a phone, and records requested files and layout shifts. */
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
  const pictures = asked.filter((place) => place.startsWith('/uploads/'));
  expect(pictures.length).toBeLessThan(7);
  expect(pictures[0]).toMatch(/^\/uploads\/(?:xlarge|large)_large_/);
  expect(pictures.filter((place) => /^\/uploads\/large_[0-9a-f]+\.jpg$/.test(place))).toEqual([]);
  await page.evaluate(`scrollTo({ top: document.body.scrollHeight })`);
  await page.waitForTimeout(500);
  expect(await page.evaluate('window.shift')).toBe(0);
  await page.context().close();
});

test('a phone is sent no original where a smaller size has as many dots as it shows', async () => {
  const { page, asked } = await openOnPhone();
  for (const picture of await page.locator('figure img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await until('it is there', () =>
      picture.evaluate((img) => Reflect.get(img, 'complete') === true)
    );
  }
  await page.context().close();

  const copy = /\/(?:xlarge|large)_(?=\w+_[0-9a-f]+\.)/;
  const sent = [...new Set(asked.filter((place) => place.startsWith('/uploads/')))];
  expect(sent).toHaveLength(7);
  expect(sent.filter((place) => !copy.test(place)).sort()).toEqual([
    expect.stringMatching(/^\/uploads\/small_/),
    expect.stringMatching(/^\/uploads\/tall_/),
  ]);
  const bytesOf = async (places: string[]): Promise<number> => {
    const stored = await Promise.all(places.map((place) => stat(path.join(site.publicDir, place))));
    return stored.reduce((sum, { size }) => sum + size, 0);
  };
  const [bytes, ofOriginals] = [
    await bytesOf(sent),
    await bytesOf(sent.map((place) => place.replace(copy, '/'))),
  ];
  process.stderr.write(`Pictures on a phone: ${bytes} bytes, as originals ${ofOriginals}\n`);
  expect(bytes).toBeLessThan(ofOriginals / 2);
});

test('until a picture is there, a blur of it stands in its place', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const held: Route[] = [];
  await page.route('**/uploads/**', (route) => void held.push(route));
  await page.goto(`${site.url}/works/pictures`, { waitUntil: 'domcontentloaded' });
  const [isLoaded, blur] = await page.evaluate<[boolean, string]>(`(() => {
    const img = document.querySelector('figure img');
    return [img.complete, getComputedStyle(img).backgroundImage];
  })()`);
  expect(isLoaded).toBe(false);
  const [, webp = ''] = /^url\("data:image\/webp;base64,([^"]+)"\)$/.exec(blur) ?? [];
  const size = await page.evaluate<number[]>(
    `createImageBitmap(new Blob([Uint8Array.from(atob('${webp}'), (c) => c.charCodeAt())]))
      .then(({ width, height }) => [width, height])`
  );
  expect(size).toEqual([16, 12]);
  expect(said).toEqual([]);
  await Promise.all(held.map((route) => route.abort()));
  await context.close();
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
    // The same ratio as the 563 x 1000 of the uploaded image.
    [416, 739],
  ]);
  await context.close();
});

test('a logo that says no size of its own is shown, another one on a dark page', async () => {
  const drawing = (color: string) =>
    storeFile(site.strapi, {
      name: `${color}.svg`,
      content: Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="${color}"/></svg>`
      ),
      mime: 'image/svg+xml',
    });
  const [logo, logoDark] = [await drawing('navy'), await drawing('white')];
  const faces = site.strapi.documents('api::site.site');
  const { documentId } = await faces.create({ data: { logo: logo.id, logoDark: logoDark.id } });
  for (const [colorScheme, { url }] of [
    ['light', logo],
    ['dark', logoDark],
  ] as const) {
    const context = await browser.newContext({ colorScheme });
    const page = await context.newPage();
    await page.goto(`${site.url}/works`, { waitUntil: 'networkidle' });
    const shown = await page.evaluate(`(() => {
      const { currentSrc, clientWidth, clientHeight } = document.querySelector('.site img');
      return [new URL(currentSrc).pathname, clientWidth, clientHeight];
    })()`);
    expect(shown).toEqual([url, 96, 48]);
    await context.close();
  }
  await faces.delete({ documentId });
});

describe('a work with all that a text may have', () => {
  beforeAll(async () => {
    const [film, subtitles] = [
      await storeFile(site.strapi, mp4('talk.mp4')),
      await storeFile(site.strapi, {
        ...textFile('talk.de.vtt', 'WEBVTT\n\n00:00.000 --> 00:05.000\nHallo\n'),
        mime: 'text/vtt',
      }),
    ];
    const part = `${'Words that go on for a while. '.repeat(60)}\n\n`;
    await publishWork(site.strapi, {
      title: 'Everything',
      slug: 'everything',
      body: `# One\n\n${part}# Two\n\n- [ ] open\n- [x] done\n\n$x^2$ and\n\n$$\n\\frac{a}{b}\n$$\n\n# Three\n\n${part}Said[^1].\n\n\`\`\`ts\n// why\nconst a: string = "b" + 42; // ${'long '.repeat(40)}\n\`\`\`\n\n|a|b|\n|-|-|\n|1|2|\n\n# Four\n\n${part}\n\n[^1]: A note.`,
      media: [film.id, subtitles.id],
    });
  });

  const open = async (colorScheme: 'light' | 'dark'): Promise<{ page: Page; said: string[] }> => {
    const context = await browser.newContext({
      viewport: { width: 375, height: 667 },
      colorScheme,
    });
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`${site.url}/works/everything`, { waitUntil: 'networkidle' });
    return { page, said };
  };

  test.each(['light', 'dark'] as const)(
    'is accessible when it is %s, no wider than a phone, and within its own policy',
    async (colorScheme) => {
      const { page, said } = await open(colorScheme);
      expect(said).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
      expect(
        await page.evaluate(`document.querySelectorAll('math, .contents, .task').length`)
      ).toBe(5);
      expect(await seriousFaults(page)).toEqual([]);
      await page.context().close();
    }
  );

  test('sets a formula on lines of its own in the middle', async () => {
    const { page } = await open('light');
    const { x, width } = await page.evaluate<{ x: number; width: number }>(
      `document.querySelector('.formula math > *').getBoundingClientRect().toJSON()`
    );
    expect(width).toBeLessThan(100);
    expect(x + width / 2).toBeCloseTo(375 / 2, 0);
    await page.context().close();
  });

  test('shows code from left to right where words are read from right to left', async () => {
    const { page } = await open('light');
    const directions = await page.evaluate(`(() => {
      document.documentElement.dir = 'rtl';
      return ['main', 'pre', 'code'].map(
        (name) => getComputedStyle(document.querySelector(name)).direction
      );
    })()`);
    expect(directions).toEqual(['rtl', 'ltr', 'ltr']);
    await page.context().close();
  });

  test('has the subtitles of its film', async () => {
    const { page } = await open('light');
    await page.evaluate(`document.querySelector('track').track.mode = 'showing'`);
    await until('the subtitles are there', () =>
      page.evaluate<boolean>(`document.querySelector('track').track.cues?.length === 1`)
    );
    await page.context().close();
  });

  test('breaks long lines of code on paper, black on white', async () => {
    const { page } = await open('dark');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const [hidden, paper] = await page.evaluate<[number, string]>(`(() => {
      const code = document.querySelector('pre');
      return [code.scrollWidth - code.clientWidth, getComputedStyle(document.body).backgroundColor];
    })()`);
    expect(hidden).toBe(0);
    expect(paper).toBe('rgb(255, 255, 255)');
    await page.context().close();
  });
});
