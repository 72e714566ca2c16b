import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { TOKEN } from '../support/environment';
import { jpeg, png } from '../support/files';
import { makeStockApp, type StockApp } from '../support/stock-app';
import { addArticle, botOf, seenOf, withSettings } from './stock-site';

const MINUTES_10 = 10 * 60_000;
/** Both sites have the same address, as when a site moves to another machine. */
const ENV = { BOT_API_TOKEN: TOKEN, PUBLIC_URL: 'https://www.example.org' };

const makeApp = async (): Promise<StockApp> => {
  const app = await makeStockApp('javascript');
  await addArticle(app, 'js');
  const generated = await readFile(path.join(app.appDir, 'config/plugins.js'), 'utf8');
  const settings = withSettings(generated).replace(
    "urlPattern: '/",
    "publicUrl: process.env.PUBLIC_URL, urlPattern: '/"
  );
  await app.write('config/plugins.js', settings);
  return app;
};

let source: StockApp;
let target: StockApp;
beforeAll(async () => {
  source = await makeApp();
  target = await makeApp();
}, MINUTES_10);
afterAll(async () => {
  await source.remove();
  await target.remove();
});

test(
  "Strapi's export and import carry publications, their state, files, types and links",
  async () => {
    const site = await source.start(ENV);
    const bot = botOf(site);
    const photo = await bot.upload(await jpeg());
    const drawing = await bot.upload(await png());
    const { id } = await bot.createPublication({
      title: 'Moved',
      body: 'With **text**',
      media: [photo.id, drawing.id],
    });
    await bot.publish(id);
    await bot.createPublication({ title: 'A draft', media: [drawing.id] });
    const digestsOf = async (from: typeof bot) =>
      (await from.request('get', `/materials/${photo.id}`).expect(200)).body.sha256;
    const digests = await digestsOf(bot);
    expect(digests.received).toMatch(/^[0-9a-f]{64}$/);
    const exported = await seenOf(source, site);
    expect(exported.publications.map(({ status }) => status).sort()).toEqual([
      'draft',
      'published',
    ]);
    await site.stop();

    const file = path.join(source.appDir, 'export');
    await source.strapi(['export', '--no-encrypt', '--file', file], ENV);
    await target.strapi(['import', '--force', '--file', `${file}.tar.gz`], ENV);
    const moved = await target.start(ENV);
    expect(await seenOf(target, moved)).toEqual(exported);
    expect(await digestsOf(botOf(moved))).toEqual(digests);

    // The target has its own file links: a delete also removes files that nothing else uses.
    const removed = await botOf(moved).remove(id);
    expect(removed.media).toEqual({ deleted: [photo.id], kept: [drawing.id] });
    await moved.stop();
  },
  MINUTES_10
);
