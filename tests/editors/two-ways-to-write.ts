import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { createAdmin } from '../support/admin';
import { createBot } from '../support/bot';
import { beforeRegister, changeWork, type LoadedType } from '../support/content-types';
import { countRows } from '../support/database';
import { textFile } from '../support/files';
import { startSite, type Site } from '../support/site';

const WORK = 'api::work.work';
const COMPONENT = 'shared.seo';
const RELATIONS = ['works_tags_lnk', 'works_category_lnk'];
const COMPONENTS = ['works_cmps', 'components_shared_seos'];

const NAMES = { title: 'title', slug: 'slug', body: 'body', media: 'media' };
/** Attribute names of which two are SQL keywords, and one differs from its column. */
const OTHER_NAMES = { title: 'headLine', slug: 'group', body: 'order', media: 'images' };

/** Shapes of types without relations, and the values that the bot writes to their attributes. */
const UNLINKED = 'of a type with more plain attributes';
const VALUES = 'of a type with numbers, truths, days and JSON';
const WITH_COMPONENTS = 'of a type with components';
type Values = Record<string, unknown>;
const FURTHER: Record<string, [created: Values, changed: Values]> = {
  [UNLINKED]: [{}, {}],
  [VALUES]: [
    { rank: 3, weight: 1.25, share: 0.5, isHot: true, day: '2030-01-31', facts: { a: [1, null] } },
    { rank: 4, weight: null, share: 0.1, isHot: false, day: '2031-12-31', facts: [{ b: 'c' }] },
  ],
  [WITH_COMPONENTS]: [
    { excerpt: 'Short', seo: { metaTitle: 'One', noIndex: true }, card: { metaTitle: 'Other' } },
    { excerpt: 'Shorter' },
  ],
};

/** Shapes of the Work type that the fast path supports. */
const SHAPES: Record<string, (type: LoadedType) => void> = {
  'of the type as it is': () => undefined,
  [UNLINKED]: ({ attributes }) => {
    Object.assign(attributes, {
      subtitle: { type: 'string', maxLength: 80 },
      summary: { type: 'text' },
      tone: { type: 'enumeration', enum: ['plain', 'festive'], default: 'plain' },
      edition: { type: 'string', default: 'first', required: true },
      due: { type: 'datetime' },
      address: { type: 'uid' },
    });
  },
  [VALUES]: ({ attributes }) => {
    Object.assign(attributes, {
      rank: { type: 'integer', min: 1, max: 10, required: true },
      weight: { type: 'decimal', max: 2.5 },
      share: { type: 'float' },
      isHot: { type: 'boolean', default: false },
      day: { type: 'date' },
      facts: { type: 'json' },
      // Only Strapi can check these rules, so the fast path must not handle such values.
      code: { type: 'string', regex: '^[a-z]+$', unique: true },
      contact: { type: 'email' },
      votes: { type: 'biginteger' },
    });
  },
  [WITH_COMPONENTS]: ({ attributes }) => {
    Object.assign(attributes, {
      card: { type: 'component', component: COMPONENT },
      cards: { type: 'component', component: COMPONENT, repeatable: true },
      parts: { type: 'dynamiczone', components: [COMPONENT] },
    });
  },
  'of a type with a text for a title, and one file': ({ attributes }) => {
    Object.assign(attributes, {
      title: { type: 'text', required: true },
      body: { type: 'text' },
      media: { type: 'media', multiple: false, allowedTypes: ['files'] },
    });
  },
  'of a type with other names': (type) => {
    for (const [field, name] of Object.entries(OTHER_NAMES)) {
      const { [field]: attribute = {}, ...others } = type.attributes;
      type.attributes = { ...others, [name]: { ...attribute, targetField: undefined } };
    }
    // Both list the removed attributes.
    Reflect.deleteProperty(type, 'indexes');
    Reflect.deleteProperty(type, 'config');
  },
};

/** Counts the steps on the fast path, to prove that the comparison has two different sides. */
const countFastSteps = ({ strapi }: Site): (() => Record<string, number>) => {
  const counts: Record<string, number> = {};
  const writer: Record<string, (params: unknown) => Promise<unknown>> = strapi
    .plugin('bot')
    .service('documentWriter');
  for (const [name, step] of Object.entries(writer)) {
    writer[name] = async (params) => {
      const result = await step(params);
      if (result !== undefined) counts[name] = (counts[name] ?? 0) + 1;
      return result;
    };
  }
  return () => ({ ...counts });
};

/** Compares both ways for each shape. @param database creates a database and returns its environment variables */
export const compareOn = (database: () => Promise<Record<string, string>>) =>
  describe.each(Object.entries(SHAPES))('%s', (name, shape) => {
    const names = name === 'of a type with other names' ? OTHER_NAMES : NAMES;
    let site: Site;
    let count: () => Record<string, number>;

    beforeAll(async () => {
      // Strapi caches by name which attributes of a type to populate.
      jest.resetModules();
      site = await startSite({
        env: { BOT_FAST_PATH: 'true', ...(await database()) },
        config: (strapi: Core.Strapi) =>
          beforeRegister(strapi, () => {
            changeWork(strapi, shape);
            strapi.config.set('plugin::bot.attributes', names);
            const further = Object.keys(FURTHER[name]?.[0] ?? {});
            if (further.length > 0) {
              strapi.config.set('plugin::bot.fields', _.zipObject(further, further));
            }
          }),
      });
      count = countFastSteps(site);
    });
    afterAll(() => site.stop());

    test('is the same by both ways, in all that the site compares', async () => {
      const verdict = site.strapi.plugin('bot').service('fastPathVerdict');
      await verdict.compare();
      expect(verdict.isEqual()).toBe(true);
      expect(count()).toEqual({ create: 1, update: 2, publish: 3, unpublish: 1, delete: 1 });
    });

    test('is written by the fast path at each step', async () => {
      const before = count();
      const bot = createBot(site);
      const media = [(await bot.upload(textFile('one.txt', 'one'))).id];
      const [created, changed] = FURTHER[name] ?? [{ excerpt: 'Short' }, { excerpt: 'Shorter' }];
      const { id } = await bot.createPublication({ title: 'A life', media, fields: created });
      await bot.change(id, { title: 'Another life', fields: changed });
      await bot.publish(id);
      await bot.request('post', `/publications/${id}/unpublish`).expect(200);
      await bot.remove(id);
      expect(_.mapValues(count(), (steps, step) => steps - before[step])).toEqual({
        create: 1,
        update: 1,
        publish: 1,
        unpublish: 1,
        delete: 1,
      });
    });

    if (name === VALUES) {
      test('is put back with values of every kind', async () => {
        const { agent } = await createAdmin(site);
        const bot = createBot(site);
        const [before, after] = FURTHER[name] ?? [];
        const { id } = await bot.createPublication({ title: 'Kept', fields: before });
        await bot.change(id, { fields: after });
        const versions = `/bot/versions/${WORK}/${id}`;
        const [version] = (await agent.get(versions).expect(200)).body.data;
        await agent.post(`${versions}/${version.id}/put-back`).expect(200);
        const { fields } = await bot.get(id);
        await bot.remove(id);
        expect(fields).toEqual(before);
      });
    }

    if (name === WITH_COMPONENTS) {
      test('is left to Strapi where it has a component that can be repeated', async () => {
        const bot = createBot(site);
        const { id } = await bot.createPublication({ title: 'With cards' });
        const before = count();
        const documents = site.strapi.documents(WORK);
        await documents.update({
          documentId: id,
          data: { cards: [{ metaTitle: 'A card' }] } as never,
        });
        await bot.publish(id);
        const copies = await countRows(site, 'components_shared_seos');
        await bot.remove(id);
        expect(count()).toEqual(before);
        expect(copies).toBe(2);
      });
    }

    test('leaves nothing', async () => {
      for (const table of ['works', 'files_related_mph', ...RELATIONS, ...COMPONENTS]) {
        expect(await countRows(site, table)).toBe(0);
      }
    });
  });
