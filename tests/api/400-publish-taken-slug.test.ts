import { createBot } from '../support/bot';
import { publishedRow, workRows } from '../support/database';
import { envelope, fieldErrors } from '../support/envelope';
import { useSite } from '../support/use-site';

const { site } = useSite();

test('a draft with the slug of another public work is not published: 400 that names the field', async () => {
  const bot = createBot(site);
  const first = await bot.createPublication({ title: 'Weather' });
  await bot.publish(first.id);
  const second = await bot.createPublication({ title: 'Climate' });
  // Written with SQL, because neither editors nor the bot can create a duplicate slug.
  await site.strapi.db
    .connection('works')
    .where('document_id', second.id)
    .update({ slug: 'weather' });

  const { body } = await bot.request('post', `/publications/${second.id}/publish`).expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['slug'])));
  expect(await workRows(site, second.id)).toHaveLength(1);
  expect((await publishedRow(site, first.id))?.slug).toBe('weather');
});
