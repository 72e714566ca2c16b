import { createBot, type Bot } from '../support/bot';
import { countRows, fileRow, workRows } from '../support/database';
import { textFile } from '../support/files';
import { startSite, type Site } from '../support/site';
import { eventually } from '../support/storage';

const WORK = 'api::work.work';
const EVENTS = ['entry.create', 'entry.publish', 'entry.unpublish', 'entry.delete'];

/** A life of a work. The plugin does the bot's writes itself, Strapi those with more parameters. */
interface Steps {
  create: (title: string, media: string[]) => Promise<string>;
  publish: (id: string) => Promise<unknown>;
  unpublish: (id: string) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}

/** All that can be seen of it. */
interface Life {
  events: unknown[];
  hooks: string[];
  actions: string[];
  rows: unknown[];
  links: unknown[];
}

let site: Site;
let bot: Bot;

beforeAll(async () => {
  site = await startSite();
  bot = createBot(site);
});
afterAll(() => site.stop());

const botSteps = (): Steps => ({
  create: async (title, media) => (await bot.createPublication({ title, body: 'x', media })).id,
  publish: bot.publish,
  unpublish: (id) => bot.request('post', `/publications/${id}/unpublish`).expect(200),
  remove: bot.remove,
});

interface Documents {
  create: (params: object) => Promise<{ documentId: string }>;
  publish: (params: object) => Promise<unknown>;
  unpublish: (params: object) => Promise<unknown>;
  delete: (params: object) => Promise<unknown>;
}

/** A parameter that says nothing, and that only Strapi's own code knows what to do with. */
const STRAPIS = { locale: undefined };

const strapiSteps = (): Steps => {
  const documents = site.strapi.documents(WORK as never) as unknown as Documents;
  return {
    create: async (title, media) => {
      const files = await Promise.all(media.map(async (id) => (await fileRow(site, id)).id));
      const data = { title, body: 'x', media: files };
      return (await documents.create({ ...STRAPIS, data })).documentId;
    },
    publish: (documentId) => documents.publish({ ...STRAPIS, documentId }),
    // As the panel asks, whose event tells of the files.
    unpublish: (documentId) => documents.unpublish({ ...STRAPIS, documentId, populate: '*' }),
    remove: (documentId) => documents.delete({ ...STRAPIS, documentId }),
  };
};

/** Numbers, ids and times are another's in each life; that they are there is what counts. */
const blank = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (inner === null || key === 'order') return inner;
      if (typeof inner === 'number') return 'number';
      return /At$|_at$|documentId|document_id|hash|url|slug|_revision/.test(key)
        ? typeof inner
        : inner;
    })
  );

const liveThrough = async (steps: Steps): Promise<Life> => {
  const life: Life = { events: [], hooks: [], actions: [], rows: [], links: [] };
  let isOver = false;
  for (const event of EVENTS) {
    site.strapi.eventHub.on(event, (payload: unknown) => {
      if (!isOver) life.events.push([event, payload]);
      return Promise.resolve();
    });
  }
  const stopHooks = site.strapi.db.lifecycles.subscribe(({ action, model }) => {
    if (model.uid === WORK && !action.includes('Find')) life.hooks.push(action);
  });
  const media = await Promise.all(
    ['one', 'two'].map(async (name) => (await bot.upload(textFile(`${name}.txt`, name))).id)
  );

  const id = await steps.create('A life', media);
  const look = async (heard: number) => {
    // Strapi reads an entry for its event after the answer, and finds a later one if it can.
    expect(await eventually(() => life.events.length === heard)).toBe(true);
    life.rows.push(await workRows(site, id));
    const { connection } = site.strapi.db;
    life.links.push(
      await connection('files_related_mph').where('related_type', WORK).orderBy('id')
    );
  };
  await look(1);
  await steps.publish(id);
  await look(2);
  await steps.unpublish(id);
  await look(3);
  await steps.publish(id);
  await look(4);
  await site.strapi.db
    .connection('works')
    .where({ document_id: id, published_at: null })
    .update({ title: 'A new life', updated_at: Date.now() + 1000 });
  await steps.publish(id);
  await look(5);
  await steps.remove(id);
  await look(7);

  stopHooks();
  isOver = true;
  return life;
};

describe('a work that the bot writes, next to one that Strapi writes alone', () => {
  let ofTheBot: Life;
  let ofStrapi: Life;

  beforeAll(async () => {
    ofStrapi = await liveThrough(strapiSteps());
    ofTheBot = await liveThrough(botSteps());
  });

  test('has the same rows at each step', () => {
    expect(blank(ofTheBot.rows)).toEqual(blank(ofStrapi.rows));
  });

  test('has the same links to its files at each step', () => {
    expect(blank(ofTheBot.links)).toEqual(blank(ofStrapi.links));
  });

  test('runs the same database lifecycles', () => {
    expect(ofTheBot.hooks).toEqual(ofStrapi.hooks);
  });

  test('tells webhooks the same', () => {
    expect(blank(ofTheBot.events)).toEqual(blank(ofStrapi.events));
  });

  test('leaves nothing', async () => {
    expect([await countRows(site, 'works'), await countRows(site, 'files_related_mph')]).toEqual([
      0, 0,
    ]);
  });
});

test('what a database lifecycle makes of a draft is what is stored', async () => {
  const stop = site.strapi.db.lifecycles.subscribe({
    models: [WORK],
    beforeCreate: ({ params }) => {
      params.data.title = `${params.data.title}, by a hook`;
    },
  });
  const { id } = await bot.createPublication({ title: 'Changed' });
  stop();
  expect((await bot.get(id)).title).toBe('Changed, by a hook');
});
