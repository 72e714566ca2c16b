import type * as Utils from '@strapi/utils';

import { createAdmin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { createEditor, type Editor } from '../support/content-manager';
import { envelope } from '../support/envelope';
import { makeOtherSite, type OtherSite } from '../support/other-site';
import { requireAsSite, startSite, type Site } from '../support/site';

/** The error of the site's own rule for a work with this title. */
const refusalOf = (title: string): Error | undefined => {
  const { errors } = requireAsSite<typeof Utils>('@strapi/utils');
  /** An error class as another plugin might define it. */
  class HouseRuleError extends errors.ValidationError {}
  const refusals: Record<string, () => Error> = {
    Invalid: () => new errors.ValidationError('No such title', { errors: [] }),
    'House rule': () => new HouseRuleError('Not in this house'),
    Forbidden: () => new errors.ForbiddenError('Not you'),
    'Too often': () => new errors.RateLimitError('Not so fast'),
    Broken: () => new TypeError('Cannot read properties of undefined'),
  };
  return refusals[title]?.();
};

let app: OtherSite;
let site: Site;
let bot: Bot;
let editor: Editor;
beforeAll(async () => {
  app = await makeOtherSite({ graphql: '@strapi/plugin-graphql' });
  site = await startSite({
    appDir: app.appDir,
    register: (strapi) => {
      strapi.documents.use((context, next) => {
        const title: unknown = Reflect.get(Object(Reflect.get(context.params, 'data')), 'title');
        const refusal = context.action === 'create' ? refusalOf(String(title)) : undefined;
        if (refusal !== undefined) throw refusal;
        return next();
      });
      strapi.log.silent = true;
    },
  });
  bot = createBot(site);
  editor = createEditor(await createAdmin(site));
});
afterAll(async () => {
  await site.stop();
  await app.remove();
});

describe('where the plugin has its own copy of @strapi/utils', () => {
  test.each([
    ['Invalid', 400, 'invalid-request', 'No such title'],
    ['House rule', 400, 'invalid-request', 'Not in this house'],
    ['Forbidden', 403, 'forbidden', 'This action is not allowed'],
    ['Too often', 429, 'too-many-requests', 'Not so fast'],
    [
      'Broken',
      500,
      'internal-error',
      'An internal error occurred on this site. Its log has the details',
    ],
  ])("Strapi's error is the bot's: %s", async (title, status, code, message) => {
    const response = await bot.request('post', '/publications').send({ title });
    expect(response.status).toBe(status);
    expect(response.body).toEqual(envelope(status, code));
    expect(response.body.error.message).toBe(message);
  });

  test("the plugin's refusal is a 400 with its field for an editor", async () => {
    await editor.create({ title: 'First', slug: 'taken' });
    const { status, body } = await editor.attempt({ title: 'Second', slug: 'taken' });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      name: 'ValidationError',
      details: { errors: [{ path: ['slug'] }] },
    });
  });
});

describe('where the GraphQL plugin is installed', () => {
  const queryGraphql = async (query: string) => {
    const tokens = site.strapi.service('admin::api-token');
    const { accessKey } = await tokens.create({
      name: query,
      description: '',
      type: 'full-access',
      lifespan: null,
    });
    const answer = await site.request
      .post('/graphql')
      .set('Authorization', `Bearer ${accessKey}`)
      .send({ query })
      .expect(200);
    return answer.body.data;
  };
  const names = (list: { name: string }[]): string[] => list.map(({ name }) => name);

  test('works and files are types of its schema, and no table of the plugin is', async () => {
    const { __schema } = await queryGraphql('{ __schema { types { name } } }');
    const types = names(__schema.types);
    expect(types).toEqual(expect.arrayContaining(['Work', 'UploadFile']));
    expect(types.filter((name) => /bot/i.test(name))).toEqual([]);
  });

  test('the status column of works is hidden there too', async () => {
    const { __type } = await queryGraphql('{ __type(name: "Work") { fields { name } } }');
    const fields = names(__type.fields);
    expect(fields).toEqual(expect.arrayContaining(['title', 'slug', 'media']));
    expect(fields).not.toContain('botStatus');
  });
});
