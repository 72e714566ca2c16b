import { createBot } from '../support/bot';
import { expectNoDamage } from '../support/site-state';
import { onEachDatabase } from './databases';
import { atOnce } from './rounds';

onEachDatabase((site) => {
  test('twenty publications of one title, created at once, have twenty slugs', async () => {
    const bot = createBot(site());
    const create = () => bot.request('post', '/publications').send({ title: 'Weather' });
    const answers = await atOnce(...Array.from({ length: 20 }, create));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const { works } = await expectNoDamage(site());
    expect(new Set(works.map(({ slug }) => slug)).size).toBe(20);
  });

  test('twenty uploads and creates at once, of more than there are connections, all succeed', async () => {
    const bot = createBot(site());
    const job = async (number: number) => {
      const material = await bot.upload({
        name: `note-${number}.txt`,
        content: Buffer.from(`Note ${number}`),
        mime: 'text/plain',
      });
      const { id } = await bot.createPublication({ title: `Job ${number}`, media: [material] });
      return bot.publish(id);
    };
    const published = await Promise.all(Array.from({ length: 20 }, (_, number) => job(number)));
    expect(new Set(published.map(({ url }) => url)).size).toBe(20);
    await expectNoDamage(site());
  });
});
