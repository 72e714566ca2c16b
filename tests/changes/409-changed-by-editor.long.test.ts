import { createAdmin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { createEditor, type Editor } from '../support/content-manager';
import { startSite, type Site } from '../support/site';
import { readOn } from './feed-of';

let site: Site;
let bot: Bot;
let editor: Editor;

const start = async (env: Record<string, string>) => {
  site = await startSite({ env });
  bot = createBot(site);
  editor = createEditor(await createAdmin(site));
};

/** Writes of the bot that can be rejected. */
const writes = (id: string) => ({
  publish: () => bot.request('post', `/publications/${id}/publish`),
  unpublish: () => bot.request('post', `/publications/${id}/unpublish`),
  change: () => bot.request('patch', `/publications/${id}`).send({ body: 'By the bot' }),
  delete: () => bot.request('delete', `/publications/${id}`),
});
type Write = keyof ReturnType<typeof writes>;
const WRITES: Write[] = ['publish', 'unpublish', 'change', 'delete'];

const changedByEditor = async (): Promise<string> => {
  const { id } = await bot.createPublication({ title: 'Shared' });
  await editor.update(id, { title: 'Shared', body: 'By hand' });
  return id;
};

describe('on a site that protects its editors', () => {
  beforeAll(() => start({ BOT_PROTECT_EDITORS: 'true' }));
  afterAll(() => site.stop());

  test.each(WRITES)(
    '%s is refused without If-Match, and the answer says since when',
    async (name) => {
      const before = Date.now();
      const id = await changedByEditor();
      const { body } = await writes(id)[name]().expect(409);
      expect(body.error.details).toMatchObject({
        code: 'changed-by-editor',
        changedBy: expect.stringMatching(/\w/),
      });
      const changedAt = Date.parse(body.error.details.changedAt);
      expect(changedAt).toBeGreaterThanOrEqual(before - 1000);
      expect(changedAt).toBeLessThanOrEqual(Date.now() + 1000);
      expect(await bot.get(id)).toMatchObject({ status: 'draft', body: 'By hand' });
    }
  );

  test.each(WRITES)('%s is done with If-Match', async (name) => {
    const id = await changedByEditor();
    const { headers } = await bot.request('get', `/publications/${id}`);
    await writes(id)[name]().set('If-Match', String(headers.etag)).expect(200);
  });

  test('after such a write the publication is the bot’s again, until the next change by a person', async () => {
    const id = await changedByEditor();
    const { headers } = await bot.request('get', `/publications/${id}`);
    await writes(id).change().set('If-Match', String(headers.etag)).expect(200);
    await bot.publish(id);
    await editor.unpublish(id);
    await writes(id).publish().expect(409);
  });

  test('what the bot alone has written is not touched by this', async () => {
    const { id } = await bot.createPublication({ title: 'Alone' });
    await bot.publish(id);
    await bot.change(id, { body: 'x' });
    await bot.remove(id);
  });

  test('a publication that is not there is not found', async () => {
    await writes('unknown').publish().expect(404);
    const id = await changedByEditor();
    await editor.remove(id);
    await writes(id).publish().expect(404);
  });

  test('it holds for longer than changes are kept in the feed', async () => {
    const id = await changedByEditor();
    const written = await changedByEditor();
    const { headers } = await bot.request('get', `/publications/${written}`);
    await writes(written).change().set('If-Match', String(headers.etag)).expect(200);
    await bot.createPublication({ title: 'The newest' });
    await readOn(bot);
    const table = () => site.strapi.db.connection('bot_changes');
    await table().update({
      happened_at: site.strapi.db.connection.raw('happened_at - ?', [100 * 86_400_000]),
    });
    await site.strapi.plugin('bot').service('changePruning').sweep();
    expect(await table().where('number', '>', 0)).toHaveLength(1);
    await writes(id).publish().expect(409);
    await bot.publish(written);
  });
});

describe('on any other site', () => {
  beforeAll(() => start({}));
  afterAll(() => site.stop());

  test('a change that asks for protection is refused, and done with If-Match', async () => {
    const id = await changedByEditor();
    const change = () => writes(id).change().query({ protectEditors: true });
    const { body } = await change().expect(409);
    expect(body.error.details.code).toBe('changed-by-editor');
    expect(await bot.get(id)).toMatchObject({ body: 'By hand' });
    const { headers } = await bot.request('get', `/publications/${id}`);
    await change().set('If-Match', String(headers.etag)).expect(200);
    await change().expect(200);
  });

  test.each(WRITES)('%s is done', async (name) => {
    await writes(await changedByEditor())
      [name]()
      .expect(200);
  });
});
