import path from 'node:path';

import { createStrapi, type Core } from '@strapi/strapi';

import { beforeRegister, changeWork, type LoadedType } from '../support/content-types';
import { testEnvironment } from '../support/environment';

const root = path.resolve(__dirname, '../..');

/** Starts a site with a changed Work type, and returns the error, which occurs before the first use of the database. */
const refusalOf = async (
  change: (type: LoadedType, strapi: Core.Strapi) => void,
  names: Record<string, string> = {},
  fields?: Record<string, unknown>
): Promise<string> => {
  Object.assign(process.env, testEnvironment());
  const strapi: Core.Strapi = createStrapi({ appDir: root, distDir: path.join(root, 'dist') });
  beforeRegister(strapi, () => {
    changeWork(strapi, (type) => change(type, strapi));
    for (const [field, name] of Object.entries(names)) {
      strapi.config.set(`plugin::bot.attributes.${field}`, name);
    }
    if (fields !== undefined) strapi.config.set('plugin::bot.fields', fields);
  });
  try {
    await strapi.register();
    return '';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await strapi.destroy();
  }
};

const CANNOT = 'bot plugin: api::work.work cannot hold publications:';
const RELATION = { type: 'relation', relation: 'oneToMany', target: 'plugin::upload.file' };

test.each<[string, Record<string, object>, string]>([
  [
    'a body of JSON',
    { body: { type: 'json' } },
    'body has the type json, but must be richtext or text or blocks',
  ],
  [
    'a body that is a short text',
    { body: { type: 'string' } },
    'body has the type string, but must be richtext or text or blocks',
  ],
  [
    'a body of HTML',
    { body: { type: 'customField', customField: 'plugin::ckeditor.CKEditor' } },
    'body is edited as HTML (plugin::ckeditor.CKEditor), but must be Markdown or blocks',
  ],
  [
    'a title that is a number',
    { title: { type: 'integer' } },
    'title has the type integer, but must be string or text',
  ],
  [
    'a slug that is a long text',
    { slug: { type: 'text' } },
    'slug has the type text, but must be uid or string',
  ],
  [
    'media that are a relation',
    { media: RELATION },
    'media has the type relation, but must be media',
  ],
])('%s stop the start, which names the field in one line', async (_what, attributes, fault) => {
  const refusal = await refusalOf((type) => void Object.assign(type.attributes, attributes));
  expect(refusal).toBe(`${CANNOT} ${fault}`);
});

test('all that does not fit is named at once', async () => {
  const refusal = await refusalOf((type) => {
    delete type.attributes.slug;
    type.attributes.body = { type: 'json' };
    type.options = { draftAndPublish: false };
  });
  expect(refusal).toBe(
    `${CANNOT} slug is missing; body has the type json, but must be richtext or text or blocks; Draft & Publish is disabled`
  );
});

test('an attribute that the setting names is named with its part in a publication', async () => {
  const refusal = await refusalOf(
    (type) => {
      type.attributes.name = { type: 'integer' };
    },
    { title: 'name', body: 'content' }
  );
  expect(refusal).toBe(
    `${CANNOT} name (the title) has the type integer, but must be string or text; content (the body) is missing`
  );
});

test.each<[string, Record<string, unknown>, string]>([
  ['that is not there', { summary: 'intro' }, 'field summary: there is no attribute intro'],
  [
    'that has a name already',
    { text: 'body' },
    'field text: body has a name in the interface already',
  ],
  [
    'of a type that nobody could send',
    { password: 'secret' },
    'field password: secret is of the type password, which the bot cannot write',
  ],
  [
    'that relates to what has drafts',
    { sequel: 'sequel' },
    'field sequel: sequel relates to api::work.work, which has drafts or translations',
  ],
  [
    'that is a component as often as one likes',
    { seos: 'seos' },
    'field seos: seos is a component that can be repeated, and must be a single one',
  ],
  [
    'that can create nothing',
    { cover: { attribute: 'cover', createMissing: true } },
    'field cover: cover is of the type media, and only a relation can create what is missing',
  ],
])('a field %s stops the start in the same line', async (_what, fields, fault) => {
  const refusal = await refusalOf(
    (type) =>
      void Object.assign(type.attributes, {
        secret: { type: 'password' },
        sequel: { type: 'relation', relation: 'oneToOne', target: 'api::work.work' },
        seos: { type: 'component', component: 'shared.seo', repeatable: true },
      }),
    {},
    fields
  );
  expect(refusal).toBe(`${CANNOT} ${fault}`);
});

const OWN = 'declares attributes with names that the plugin needs:';

test.each([
  ['by the same name', 'botStatus', {}],
  ['whose column has that name', 'state', { columnName: 'bot_status' }],
])('an attribute of the site %s stops the start in one line', async (_what, name, column) => {
  const refusal = await refusalOf(
    (type) => void Object.assign(type.attributes, { [name]: { type: 'string', ...column } })
  );
  expect(refusal).toBe(`bot plugin: api::work.work ${OWN} ${name}. Rename them`);
});

test('so does an attribute that the site has given to files', async () => {
  const refusal = await refusalOf((_type, strapi) =>
    strapi.get('content-types').extend('plugin::upload.file', (file: LoadedType) => {
      Object.assign(file.attributes, { type: { type: 'string' } });
    })
  );
  expect(refusal).toBe(`bot plugin: plugin::upload.file ${OWN} type. Rename them`);
});
