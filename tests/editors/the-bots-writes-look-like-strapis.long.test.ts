import { createBot } from '../support/bot';
import { startSite } from '../support/site';

import { compareOn } from './two-ways-to-write';

describe('a work that the bot writes, next to one that Strapi writes alone,', () => {
  compareOn(() => Promise.resolve({}));
});

test('what a database lifecycle makes of a draft is what is stored', async () => {
  const site = await startSite();
  const bot = createBot(site);
  const stop = site.strapi.db.lifecycles.subscribe({
    models: ['api::work.work'],
    beforeCreate: ({ params }) => {
      params.data.title = `${params.data.title}, by a hook`;
    },
  });
  const { id } = await bot.createPublication({ title: 'Changed' });
  stop();
  expect((await bot.get(id)).title).toBe('Changed, by a hook');
  await site.stop();
});
