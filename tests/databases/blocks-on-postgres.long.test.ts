import { createBot } from '../support/bot';
import { textFile } from '../support/files';
import { startSiteOfStories } from '../support/own-type';
import { describeWithPostgres } from '../support/postgres';
import { newDatabase } from '../support/new-database';
import type { Site } from '../support/site';

describeWithPostgres('on PostgreSQL, whose driver gives JSON as values,', () => {
  let site: Site;
  beforeAll(async () => {
    const { env } = await newDatabase('postgres');
    site = await startSiteOfStories(
      {
        headLine: { type: 'string' },
        group: { type: 'uid' },
        order: { type: 'blocks' },
        photo: { type: 'media', multiple: false },
      },
      { title: 'headLine', slug: 'group', body: 'order', media: 'photo' },
      {},
      env
    );
  });
  afterAll(() => site.stop());

  test('a body of blocks is written, read, changed and published', async () => {
    const bot = createBot(site);
    const photo = await bot.upload(textFile('a.txt', 'a'));
    const { id } = await bot.createPublication({ title: 'One', body: '# One', media: [photo] });
    await bot.publish(id);
    const published = await bot.get(id);
    const same = await bot.change(id, { title: 'One', body: '# One\n', media: [photo] });
    await bot.publish(id);
    const stillPublished = await bot.get(id);
    const changed = await bot.change(id, { body: '- two' });
    const { media } = await bot.remove(id);

    expect(published).toMatchObject({ body: '# One', changed: false, media: [{ id: photo.id }] });
    expect(same.changed).toBe(false);
    // The text is the same, so publishing creates no new version.
    expect(stillPublished.publishedAt).toBe(published.publishedAt);
    expect([changed.body, changed.draft?.body]).toEqual(['# One', '- two']);
    expect(media).toEqual({ deleted: [photo.id], kept: [] });
  });
});
