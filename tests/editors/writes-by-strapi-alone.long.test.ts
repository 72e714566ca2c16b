import type { Test } from 'supertest';

import { createBot, type Bot } from '../support/bot';
import { workRows } from '../support/database';
import { textFile } from '../support/files';
import { startSite, type Site } from '../support/site';
import { until } from '../support/until';

describe('where Strapi writes the works of the bot', () => {
  let site: Site;
  let bot: Bot;

  beforeAll(async () => {
    site = await startSite({ env: { BOT_FAST_PATH: 'false' } });
    bot = createBot(site);
  });
  afterAll(() => site.stop());

  const statusesOf = async (...requests: Test[]) =>
    (await Promise.all(requests)).map(({ status }) => status).sort();

  test('one of several simultaneous deletes succeeds', async () => {
    const { id } = await bot.createPublication({ title: 'Delete' });
    const remove = () => bot.request('delete', `/publications/${id}`);
    expect(await statusesOf(remove(), remove(), remove())).toEqual([200, 404, 404]);
  });

  test('simultaneous publishes leave one public version, and the next one changes nothing', async () => {
    const { id } = await bot.createPublication({ title: 'Publish' });
    await Promise.all([bot.publish(id), bot.publish(id), bot.publish(id)]);
    const rows = await workRows(site, id);
    await bot.publish(id);
    expect(rows).toHaveLength(2);
    expect(await workRows(site, id)).toEqual(rows);
  });

  test('a publish beside a delete leaves no version', async () => {
    const { id } = await bot.createPublication({ title: 'Publish or delete' });
    const publish = bot.request('post', `/publications/${id}/publish`);
    await Promise.all([publish, bot.request('delete', `/publications/${id}`)]);
    expect(await workRows(site, id)).toEqual([]);
  });

  test('one of two changes of the same version succeeds', async () => {
    const { id } = await bot.createPublication({ title: 'Both' });
    const { headers } = await bot.request('get', `/publications/${id}`);
    const change = (title: string) =>
      bot
        .request('patch', `/publications/${id}`)
        .set('If-Match', String(headers.etag))
        .send({ title });
    expect(await statusesOf(change('One'), change('Two'))).toEqual([200, 412]);
  });

  test('what an editor changed is public after the next publish, and a draft after unpublish', async () => {
    const { id } = await bot.createPublication({ title: 'Shared' });
    const { url } = await bot.publish(id);
    const data = { body: 'By an editor' };
    await site.strapi.documents('api::work.work').update({ documentId: id, data });
    expect(await (await fetch(url)).text()).not.toContain(data.body);
    await bot.publish(id);
    expect(await (await fetch(url)).text()).toContain(data.body);
    await bot.unpublish(id);
    expect(await bot.get(id)).toMatchObject({ status: 'draft', body: data.body });
  });

  test('a schedule publishes and unpublishes', async () => {
    const soon = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
    const times = { publishAt: soon(300), unpublishAt: soon(2_000) };
    const { id } = await bot.createPublication({ title: 'Scheduled', ...times });
    await until('it is public', async () => (await bot.get(id)).status === 'published');
    await until('it is a draft again', async () => (await bot.get(id)).status === 'draft');
  });

  test('a refused change and a delete leave nothing behind', async () => {
    const media = [(await bot.upload(textFile('kept.txt', 'kept'))).id];
    const { id } = await bot.createPublication({ title: 'With fields', media });
    await bot
      .request('patch', `/publications/${id}`)
      .send({ fields: { cover: media[0] } })
      .expect(400);
    expect(await bot.get(id)).toMatchObject({ title: 'With fields', media: [{ id: media[0] }] });
    expect((await bot.remove(id)).media).toEqual({ deleted: media, kept: [] });
    expect(await workRows(site, id)).toEqual([]);
  });
});
