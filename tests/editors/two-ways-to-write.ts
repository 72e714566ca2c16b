import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { createAdmin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { beforeRegister, changeWork, type LoadedType } from '../support/content-types';
import { countRows, fileRow, workRows } from '../support/database';
import { png, textFile } from '../support/files';
import { startSite, type Site } from '../support/site';
import { eventually } from '../support/storage';

const WORK = 'api::work.work';
const COMPONENT = 'shared.seo';
const RELATIONS = ['works_tags_lnk', 'works_category_lnk'];
const COMPONENTS = ['works_cmps', 'components_shared_seos'];
const EVENTS = ['create', 'update', 'publish', 'unpublish', 'delete'].map((it) => `entry.${it}`);

/** A change with materials as ids, and other fields named as in the interface document. */
interface Change {
  title?: string;
  body?: string;
  slug?: string;
  media?: string[];
  /** Values of further fields, without the cover. */
  fields?: Record<string, unknown>;
}

/** Steps in the life of a work. The plugin runs the bot's writes itself; Strapi runs those with further parameters. */
interface Steps {
  create: (title: string, media: string[], cover: string) => Promise<string>;
  change: (id: string, change: Change) => Promise<unknown>;
  publish: (id: string) => Promise<unknown>;
  changeAndPublish: (id: string, change: Change) => Promise<unknown>;
  unpublish: (id: string) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}

/** All observable results of these steps. */
interface Life {
  events: unknown[];
  hooks: string[];
  actions: string[];
  rows: unknown[];
  links: unknown[];
  relations: unknown[];
  components: unknown[];
}

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
  'of a type with a text for a title, and files of one kind': ({ attributes }) => {
    Object.assign(attributes, {
      title: { type: 'text', required: true },
      body: { type: 'text' },
      media: { type: 'media', multiple: true, allowedTypes: ['files'] },
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

interface Documents {
  create: (params: object) => Promise<{ documentId: string }>;
  update: (params: object) => Promise<unknown>;
  publish: (params: object) => Promise<unknown>;
  unpublish: (params: object) => Promise<unknown>;
  delete: (params: object) => Promise<unknown>;
}

/** A parameter without effect, which the fast path leaves to Strapi. */
const STRAPIS = { locale: undefined };

/** Replaces row ids, document ids and times by placeholders, because they differ in each life. */
const blank = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (inner === null || /^order$|_ord$/.test(key)) return inner;
      if (typeof inner === 'number') return 'number';
      return /At$|_at$|documentId|document_id|hash|url|slug|_revision|_made_by|botMadeBy/.test(key)
        ? typeof inner
        : inner;
    })
  );

const isDraft = (event: unknown): boolean => JSON.stringify(event).includes('"publishedAt":null');
const byPublicationDate = (one: unknown, other: unknown): number =>
  Number(isDraft(other)) - Number(isDraft(one));

/** Runs the steps on a site, as the bot and as Strapi. */
const livesOn = (site: Site, names: typeof NAMES, further?: [Values, Values]) => {
  const bot: Bot = createBot(site);

  const [tag, category] = [
    site.strapi.documents('api::tag.tag'),
    site.strapi.documents('api::category.category'),
  ];
  /** Creates related records: two tags and a category. */
  const makeRelated = async () => {
    const tags = [
      await tag.create({ data: { name: 'One' } }),
      await tag.create({ data: { name: 'Two' } }),
    ];
    return { tags, category: await category.create({ data: { name: 'Only' } }) };
  };
  let related: Awaited<ReturnType<typeof makeRelated>>;

  const botSteps = (): Steps => ({
    create: async (title, media, cover) => {
      const fields = {
        excerpt: 'Short',
        cover,
        tags: ['two', 'one'],
        category: { id: related.category.documentId },
      };
      const input = { title, body: 'x', media, fields: further?.[0] ?? fields };
      return (await bot.createPublication(input)).id;
    },
    change: bot.change,
    publish: bot.publish,
    changeAndPublish: (id, change) => bot.change(id, change, { publish: true }),
    unpublish: (id) => bot.request('post', `/publications/${id}/unpublish`).expect(200),
    remove: bot.remove,
  });

  const strapiSteps = (): Steps => {
    const documents = site.strapi.documents(WORK as never) as unknown as Documents;
    const filesOf = (media: string[]) =>
      Promise.all(media.map(async (id) => (await fileRow(site, id)).id));
    const publish = (documentId: string) => documents.publish({ ...STRAPIS, documentId });
    const change = async (documentId: string, { media, fields, ...texts }: Change) => {
      const own = { ...texts, ...(media && { media: await filesOf(media) }) };
      const named = _.mapKeys(own, (_value, name) => names[name as keyof typeof names]);
      await documents.update({ ...STRAPIS, documentId, data: { ...named, ...fields } });
    };
    return {
      create: async (title, media, cover) => {
        const fields = {
          excerpt: 'Short',
          cover: (await fileRow(site, cover)).id,
          tags: { set: related.tags.map(({ id }) => ({ id })).reverse() },
          category: { set: [{ id: related.category.id }] },
        };
        const data = {
          [names.title]: title,
          [names.body]: 'x',
          [names.media]: await filesOf(media),
          ...(further?.[0] ?? fields),
        };
        return (await documents.create({ ...STRAPIS, data })).documentId;
      },
      change,
      publish,
      changeAndPublish: async (documentId, changed) => {
        await change(documentId, changed);
        await publish(documentId);
      },
      // Populated like the panel's request, so that the event contains files.
      unpublish: (documentId) => documents.unpublish({ ...STRAPIS, documentId, populate: '*' }),
      remove: (documentId) => documents.delete({ ...STRAPIS, documentId }),
    };
  };

  const liveThrough = async (steps: Steps): Promise<Life> => {
    related ??= await makeRelated();
    const life: Life = {
      events: [],
      hooks: [],
      actions: [],
      rows: [],
      links: [],
      relations: [],
      components: [],
    };
    let isOver = false;
    for (const event of EVENTS) {
      site.strapi.eventHub.on(event, (payload: unknown) => {
        const isOfAWork = Reflect.get(Object(payload), 'uid') === WORK;
        if (!isOver && isOfAWork) life.events.push([event, payload]);
        return Promise.resolve();
      });
    }
    const stopHooks = site.strapi.db.lifecycles.subscribe(({ action, model }) => {
      if (action.includes('Find')) return;
      if (model.uid === WORK) life.hooks.push(action);
      if (model.uid === COMPONENT) life.hooks.push(`${action} of a component`);
    });
    const media = await Promise.all(
      ['one', 'two'].map(async (name) => (await bot.upload(textFile(`${name}.txt`, name))).id)
    );

    const cover = (await bot.upload(await png())).id;

    const id = await steps.create('A life', media, cover);
    const look = async (heard: number) => {
      // Waits for Strapi's event, because Strapi reads the entry for it after the answer.
      expect(await eventually(() => life.events.length === heard)).toBe(true);
      life.rows.push(await workRows(site, id));
      const { connection } = site.strapi.db;
      life.links.push(
        await connection('files_related_mph').where('related_type', WORK).orderBy('id')
      );
      for (const table of RELATIONS) {
        life.relations.push(await connection(table).orderBy('id'));
      }
      for (const table of COMPONENTS) {
        life.components.push(await connection(table).orderBy('id'));
      }
    };
    await look(1);
    const fields = further?.[1] ?? { excerpt: 'Shorter', cover: null };
    await steps.change(id, { title: 'Another life', body: 'y', media: media.slice(1), fields });
    await look(2);
    await steps.publish(id);
    await look(3);
    await steps.unpublish(id);
    await look(4);
    await steps.publish(id);
    await look(5);
    await steps.change(id, { slug: 'a-name', media: [] });
    await look(6);
    await steps.changeAndPublish(id, { body: `![](/uploads/x.png)`, media: media.reverse() });
    await look(8);
    await site.strapi.db
      .connection('works')
      .where({ document_id: id, published_at: null })
      .update({
        [_.snakeCase(names.title)]: 'A new life',
        updated_at: new Date(Date.now() + 1000),
      });
    await steps.publish(id);
    await look(9);
    const hooksBefore = life.hooks.length;
    await steps.remove(id);
    await look(11);

    stopHooks();
    isOver = true;
    // Sorted, because Strapi deletes the versions of a document concurrently, in any order.
    life.events.push(...life.events.splice(-2).sort(byPublicationDate));
    life.hooks.push(...life.hooks.splice(hooksBefore).sort());
    return life;
  };

  return {
    ofTheBot: () => liveThrough(botSteps()),
    ofStrapi: () => liveThrough(strapiSteps()),
  };
};

/** Compares both ways for each shape. @param database creates a database and returns its environment variables */
export const compareOn = (database: () => Promise<Record<string, string>>) =>
  describe.each(Object.entries(SHAPES))('%s', (name, shape) => {
    const names = name === 'of a type with other names' ? OTHER_NAMES : NAMES;
    let site: Site;
    let ofTheBot: Life;
    let ofStrapi: Life;
    let fastSteps: Record<string, number>[];
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
      const lives = livesOn(site, names, FURTHER[name]);
      count = countFastSteps(site);
      ofStrapi = await lives.ofStrapi();
      const byStrapi = count();
      ofTheBot = await lives.ofTheBot();
      fastSteps = [byStrapi, count()];
    });
    afterAll(() => site.stop());

    test('goes two ways', () => {
      expect(fastSteps).toEqual([
        {},
        { create: 1, update: 3, publish: 4, unpublish: 1, delete: 1 },
      ]);
    });

    test('has the same rows at each step', () => {
      expect(blank(ofTheBot.rows)).toEqual(blank(ofStrapi.rows));
    });

    test('has the same links to its files at each step', () => {
      expect(blank(ofTheBot.links)).toEqual(blank(ofStrapi.links));
    });

    test('has the same relations at each step', () => {
      expect(blank(ofTheBot.relations)).toEqual(blank(ofStrapi.relations));
      expect(ofTheBot.relations.flat()).toHaveLength(name in FURTHER ? 0 : 39);
    });

    test('has the same components at each step', () => {
      expect(blank(ofTheBot.components)).toEqual(blank(ofStrapi.components));
      expect(ofTheBot.components.flat()).toHaveLength(name === WITH_COMPONENTS ? 52 : 0);
    });

    test('runs the same database lifecycles', () => {
      expect(ofTheBot.hooks).toEqual(ofStrapi.hooks);
    });

    test('tells webhooks the same', () => {
      expect(blank(ofTheBot.events)).toEqual(blank(ofStrapi.events));
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
        const documents = site.strapi.documents(WORK as never) as unknown as Documents;
        await documents.update({ documentId: id, data: { cards: [{ metaTitle: 'A card' }] } });
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
