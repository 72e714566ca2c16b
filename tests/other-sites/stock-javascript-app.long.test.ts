import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { createBot } from '../support/bot';
import { envelope } from '../support/envelope';
import { TOKEN } from '../support/environment';
import { makeStockApp, type StockApp } from '../support/stock-app';
import { tiledHeic } from '../support/images/heic';
import { addArticle, botOf, walk, withSettings } from './stock-site';

const MINUTES_10 = 10 * 60_000;

/** Matches the warning that is logged once for an application without pages. */
const UNSERVED = /warn.*publish returns URLs like \S+\/articles\/:slug, but no route/;

let app: StockApp;
beforeAll(async () => {
  app = await makeStockApp('javascript');
}, MINUTES_10);
afterAll(() => app.remove());

test(
  'a plugin that is installed and not configured lets the site start, and answers 503',
  async () => {
    const site = await app.start();
    const bot = createBot({ url: site.url, token: TOKEN });
    for (const path of ['/health', '/publications', '/nothing']) {
      const response = await bot.request('get', path);
      expect([path, response.status, response.body]).toEqual([
        path,
        503,
        envelope(503, 'token-not-configured'),
      ]);
    }
    expect(site.log).toMatch(/warn.*bot plugin: no token is configured, so the plugin is disabled/);
    await site.stop();
    expect(site.log).not.toMatch(/error/i);
  },
  MINUTES_10
);

test(
  'the bot can do all that the interface has',
  async () => {
    await addArticle(app, 'js');
    const generated = await readFile(path.join(app.appDir, 'config/plugins.js'), 'utf8');
    await app.write('config/plugins.js', withSettings(generated));
    const site = await app.start({ BOT_API_TOKEN: TOKEN });
    const walked = await walk(createBot({ url: site.url, token: TOKEN }));
    expect(walked).toMatchObject({
      url: `${site.url}/articles/first-words`,
      listed: [{ id: walked.id, status: 'published' }],
      publication: { body: '# Hello' },
      removed: { id: walked.id, media: { deleted: [walked.material.id], kept: [] } },
      left: [],
    });
    // Strapi's own version of the image library cannot read tiled HEIC.
    const content = await tiledHeic();
    const photo = await botOf(site).upload({ name: 'IMG_0001.HEIC', content, mime: 'image/heic' });
    expect(photo).toMatchObject({ type: 'image', convertedFrom: 'image/heic' });
    await site.stop();
    expect(site.log).toMatch(UNSERVED);
  },
  MINUTES_10
);

test(
  'what the type requires besides is said at start, and by each publish that lacks it',
  async () => {
    await addArticle(app, 'js', {
      teaser: { type: 'string', required: true },
      cover: { type: 'media', required: true },
    });
    const site = await app.start({ BOT_API_TOKEN: TOKEN });
    const bot = createBot({ url: site.url, token: TOKEN });
    const { id } = await bot.createPublication({ title: 'Lacks something' });
    const { body } = await bot.request('post', `/publications/${id}/publish`).expect(400);
    expect(body.error.details.errors).toEqual([
      { path: ['teaser'], message: 'teaser must be filled in before publishing' },
      { path: ['cover'], message: 'cover must be filled in before publishing' },
    ]);
    await site.stop();
    expect(site.log).toMatch(/warn.*api::article\.article requires teaser, cover/);
    expect(site.log).not.toMatch(UNSERVED);
  },
  MINUTES_10
);
