import { createBot } from '../support/bot';
import { describeWithMariaDb } from '../support/mariadb';
import { describeWithPostgres } from '../support/postgres';
import { startSiteOn, type SiteOnServer } from '../support/site-on';

describe.each([
  ['postgres', describeWithPostgres],
  ['mysql', describeWithMariaDb],
] as const)('the pages of a site on %s', (client, describeOn) => {
  describeOn('show what is published', () => {
    let on: SiteOnServer;
    const read = async (path: string) => (await on.site.request.get(path).expect(200)).text;
    beforeAll(async () => {
      on = await startSiteOn(client);
      const bot = createBot(on.site);
      for (const [title, author] of [
        ['One', 'Ada'],
        ['Two', 'Björn'],
        ['Three', 'Ada'],
      ] as const) {
        const fields = { tags: ['Mars'], author };
        const { id } = await bot.createPublication({ title, body: `Words of ${title}`, fields });
        await bot.publish(id);
      }
    }, 120_000);
    afterAll(() => on.stop());

    test.each([
      ['/', ['Words of One', 'Mars <span>3</span>']],
      ['/works/tags/mars', ['Words of Two']],
      ['/works/authors/Ada', ['Words of Three']],
      ['/works/feed.xml', ['Words of One']],
      ['/works/tags/mars/feed.json', ['Words of Two']],
      ['/llms.txt', ['works/three.md']],
      ['/sitemap/0.xml', ['/works/one<']],
      ['/sitemap/topics.xml', ['/authors/Ada<', '/authors/Bj%C3%B6rn<', '/tags/mars<', '/works<']],
    ])('%s', async (path, texts) => {
      const first = await read(path);
      for (const text of texts) expect(first).toContain(text);
      expect(await read(path)).toBe(first);
    });

    test('a change is shown at once, and the feed is as new as it', async () => {
      const bot = createBot(on.site);
      const { id } = await bot.createPublication({ title: 'Four', body: 'Words of Four' });
      await read('/');
      await bot.publish(id);
      expect(await read('/')).toContain('Words of Four');
      await bot.unpublish(id);
      expect(await read('/')).not.toContain('Words of Four');
      const updated = /<updated>([^<]+)</.exec(await read('/works/feed.xml'))?.[1] ?? '';
      expect(Math.abs(Date.now() - Date.parse(updated))).toBeLessThan(60_000);
    });
  });
});
