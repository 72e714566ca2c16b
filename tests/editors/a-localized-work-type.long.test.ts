import type { Response } from 'supertest';

import { createAdmin, type Admin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { beforeRegister, changeWork } from '../support/content-types';
import { fileRow, workRows } from '../support/database';
import { textFile } from '../support/files';
import { startSite, type Site } from '../support/site';

const WORK = 'api::work.work';
const WORKS = `/content-manager/collection-types/${WORK}`;
const LOCALIZED = { pluginOptions: { i18n: { localized: true } } };

let site: Site;
let bot: Bot;
let admin: Admin;

const locales = () => site.strapi.plugin('i18n').service('locales');

beforeAll(async () => {
  site = await startSite({
    config: (strapi) =>
      beforeRegister(strapi, () =>
        changeWork(strapi, (type) => {
          Object.assign(type, LOCALIZED);
          Object.assign(type.attributes.title ?? {}, LOCALIZED);
          Object.assign(type.attributes.body ?? {}, LOCALIZED);
        })
      ),
  });
  bot = createBot(site);
  admin = await createAdmin(site);
  for (const [code, name] of [
    ['de', 'German'],
    ['fr', 'French'],
  ]) {
    await locales().create({ code, name });
  }
});
afterAll(() => site.stop());

/** Actions of an editor in the panel, in one locale. */
const inLocale = (locale: string) => {
  const send = async (path: string, data: object = {}) =>
    (await admin.agent.post(`${WORKS}${path}?locale=${locale}`).send(data).expect(200)).body.data;
  return {
    create: async (data: object): Promise<string> =>
      (await admin.agent.post(`${WORKS}?locale=${locale}`).send(data).expect(201)).body.data
        .documentId,
    save: (id: string, data: object) =>
      admin.agent.put(`${WORKS}/${id}?locale=${locale}`).send(data).expect(200),
    publish: (id: string, data: object): Promise<unknown> => send(`/${id}/actions/publish`, data),
    remove: (id: string) => admin.agent.delete(`${WORKS}/${id}?locale=${locale}`).expect(200),
  };
};
const german = inLocale('de');

const listed = async (id: string, query: Record<string, string> = {}) =>
  (await bot.list({ limit: 100, ...query })).filter((item) => item.id === id);

/** Versions of a work, each with its locale and whether it is public. */
const versions = async (id: string): Promise<string[]> =>
  (await workRows(site, id))
    .map((row) => `${Reflect.get(row, 'locale')}${row.published_at === null ? '' : ' public'}`)
    .sort();

const statusOfPage = async (url: string) => (await fetch(url)).status;

/** Creates a draft as the bot, with a translation by an editor. */
const createTranslated = async (title: string, media: { id: string }[] = []): Promise<string> => {
  const { id } = await bot.createPublication({ title, body: 'English', media });
  await german.save(id, { title: `${title} auf Deutsch`, body: 'Deutsch' });
  return id;
};

test('the bot writes in the default locale', async () => {
  const { id } = await bot.createPublication({ title: 'By the bot' });
  expect(await versions(id)).toEqual(['en']);
});

test('a publication with translations is one item of the list, in the default locale', async () => {
  const id = await createTranslated('One item');
  const items = await listed(id);
  expect(items.map(({ title, status }) => [title, status])).toEqual([['One item', 'draft']]);
  expect(await bot.get(id)).toMatchObject({ title: 'One item', body: 'English' });
});

test('pages of the list follow one another, each publication once', async () => {
  const ids: string[] = [];
  let address: string | undefined = '/publications?limit=2';
  while (address !== undefined) {
    const answer: Response = await bot.request('get', address).expect(200);
    ids.push(...(answer.body as { id: string }[]).map(({ id }) => id));
    const next: string | undefined = /<([^>]+)>/.exec(String(answer.headers.link))?.[1];
    address = next?.slice(next.indexOf('/publications'));
  }
  expect(new Set(ids).size).toBe(ids.length);
});

test('a filter of many publications with translations leaves none out', async () => {
  const count = 1_700;
  const row = (title: string, number: number, locale: string) => ({
    document_id: `many${title}${number}`,
    title,
    slug: `${title}-${number}-${locale}`,
    locale,
    bot_status: locale === 'en' ? 'draft' : 'translation',
    bot_made_by: title === 'found' && locale === 'en' ? 'bot' : 'editor',
    bot_title_key: Buffer.from(title).toString('hex'),
    created_at: (title === 'found' ? 1_600_000_000_000 : 1_700_000_000_000) + number,
    updated_at: 1_700_000_000_000,
  });
  const numbers = [...Array(count).keys()];
  const found = numbers.flatMap((number) =>
    ['en', 'de', 'fr'].map((locale) => row('found', number, locale))
  );
  // So many newer rows that do not match that the list is not walked, but sorted.
  const newer = [...Array(2_100).keys()].map((number) => row('newer', number, 'en'));
  await site.strapi.db.connection.batchInsert('works', [...found, ...newer], 50);
  const listedIds = new Set<string>();
  let address: string | undefined = '/publications?limit=100&madeBy=bot&title=found';
  while (address !== undefined) {
    const answer: Response = await bot.request('get', address).expect(200);
    for (const { id } of answer.body as { id: string }[]) listedIds.add(id);
    const next: string | undefined = /<([^>]+)>/.exec(String(answer.headers.link))?.[1];
    address = next?.slice(next.indexOf('/publications'));
  }
  expect(listedIds.size).toBe(count);
  await site.strapi.db.connection('works').where('document_id', 'like', 'many%').delete();
});

test('translations of one title have slugs of their own', async () => {
  const { id } = await bot.createPublication({ title: 'Name' });
  await german.save(id, { title: 'Name' });
  const slugs = (await workRows(site, id)).map(({ slug }) => slug);
  expect(slugs.every(Boolean)).toBe(true);
  expect(new Set(slugs).size).toBe(2);
});

describe('publish', () => {
  test('publishes the default locale, and leaves the translation to its editor', async () => {
    const id = await createTranslated('Published');
    const { url } = await bot.publish(id);
    expect(url).toBe(`${site.url}/works/published`);
    expect(await statusOfPage(url)).toBe(200);
    expect(await versions(id)).toEqual(['de', 'en', 'en public']);
    expect(await listed(id, { status: 'published' })).toEqual([
      expect.objectContaining({ url, title: 'Published', changed: false }),
    ]);
  });

  test('changes nothing a second time', async () => {
    const id = await createTranslated('Twice');
    await bot.publish(id);
    await german.publish(id, { title: 'Zweimal', body: 'Deutsch' });
    const before = await workRows(site, id);
    await bot.publish(id);
    expect(await workRows(site, id)).toEqual(before);
  });

  test('publishes the only locale of a work that an editor made in another one', async () => {
    const id = await german.create({ title: 'Nur auf Deutsch' });
    const { url } = await bot.publish(id);
    expect(url).toBe(`${site.url}/works/nur-auf-deutsch`);
    expect(await statusOfPage(url)).toBe(200);
    expect((await listed(id)).map((item) => item.url)).toEqual([url]);
  });

  test('answers the address of the default locale once that is public', async () => {
    const id = await german.create({ title: 'Zuerst Deutsch' });
    const { url } = await bot.publish(id);
    await inLocale('en').save(id, { title: 'Then English' });
    expect(await listed(id)).toEqual([
      expect.objectContaining({ url, title: 'Zuerst Deutsch', changed: true }),
    ]);
    const published = await bot.publish(id);
    expect(published.url).toBe(`${site.url}/works/then-english`);
    expect(await listed(id)).toEqual([
      expect.objectContaining({ ...published, title: 'Then English', changed: false }),
    ]);
  });
});

test('a work whose translation alone is public is published, with the address of that', async () => {
  const id = await createTranslated('Translation first');
  await german.publish(id, { title: 'Zuerst', slug: 'zuerst' });
  expect(await listed(id, { status: 'draft' })).toEqual([]);
  expect(await listed(id, { status: 'published' })).toEqual([
    expect.objectContaining({ title: 'Zuerst', url: `${site.url}/works/zuerst`, changed: true }),
  ]);
});

test('unpublish takes every locale', async () => {
  const id = await createTranslated('Unpublished');
  const { url } = await bot.publish(id);
  await german.publish(id, { title: 'Nicht mehr', body: 'Deutsch' });
  await bot.unpublish(id);
  expect(await versions(id)).toEqual(['de', 'en']);
  expect(await statusOfPage(url)).toBe(410);
  expect((await bot.get(id)).status).toBe('draft');
});

test('unpublish takes a translation that alone is public', async () => {
  const id = await createTranslated('Unpublished translation');
  await german.publish(id, { title: 'Nicht mehr da', body: 'Deutsch' });
  await bot.unpublish(id);
  expect(await versions(id)).toEqual(['de', 'en']);
});

test('delete takes every locale and the media of each', async () => {
  const shared = await bot.upload(textFile('shared.txt', 'shared'));
  const id = await createTranslated('Deleted', [shared]);
  await bot.publish(id);
  await german.publish(id, { title: 'Gelöscht', body: 'Deutsch' });
  expect((await bot.remove(id)).media).toEqual({ deleted: [shared.id], kept: [] });
  expect(await versions(id)).toEqual([]);
  expect(await fileRow(site, shared.id)).toBeUndefined();
});

test('a translation that an editor deletes leaves the rest as it was', async () => {
  const file = await bot.upload(textFile('kept.txt', 'kept'));
  const id = await createTranslated('One less', [file]);
  await bot.publish(id);
  await german.publish(id, { title: 'Einer weniger', body: 'Deutsch' });
  await german.remove(id);
  expect(await versions(id)).toEqual(['en', 'en public']);
  expect(await listed(id)).toEqual([expect.objectContaining({ title: 'One less', media: [file] })]);
});

test('a work whose default locale an editor deletes is shown by what is left', async () => {
  const id = await createTranslated('Default less');
  await bot.publish(id);
  await inLocale('en').remove(id);
  expect(await listed(id)).toEqual([
    expect.objectContaining({ title: 'Default less auf Deutsch', status: 'draft', url: null }),
  ]);
});

test('a work that an editor duplicates has slugs of its own in each locale', async () => {
  const id = await createTranslated('Copied');
  const works = site.strapi.documents(WORK) as unknown as {
    clone: (params: object) => Promise<{ documentId: string }>;
  };
  const { documentId } = await works.clone({ documentId: id, locale: '*', data: {} });
  const slugs = [...(await workRows(site, id)), ...(await workRows(site, documentId))];
  expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(4);
  expect(await listed(documentId)).toHaveLength(1);
});

test('a locale that is removed leaves every work in the list', async () => {
  const french = inLocale('fr');
  const both = await createTranslated('With French');
  await french.save(both, { title: 'En français' });
  const second = await french.create({ title: 'Le premier' });
  await german.save(second, { title: 'Erst danach' });
  await french.publish(second, { title: 'Le premier' });
  const { id } = await locales().findByCode('fr');
  await locales().delete({ id });
  expect((await listed(both)).map(({ title }) => title)).toEqual(['With French']);
  expect((await listed(second)).map(({ title, status }) => [title, status])).toEqual([
    ['Erst danach', 'draft'],
  ]);
});

test('another default locale is the one that works are shown by', async () => {
  const id = await createTranslated('Shown');
  await locales().setDefaultLocale({ code: 'de' });
  await (site.strapi.plugin('bot').service('repair').fillIn() as Promise<void>);
  expect((await listed(id)).map(({ title }) => title)).toEqual(['Shown auf Deutsch']);
  await locales().setDefaultLocale({ code: 'en' });
  await (site.strapi.plugin('bot').service('repair').fillIn() as Promise<void>);
  expect((await listed(id)).map(({ title }) => title)).toEqual(['Shown']);
});

test('works from before the column, or of a transfer, are one item each', async () => {
  const id = await createTranslated('From before');
  await bot.publish(id);
  await site.strapi.db.connection('works').where({ document_id: id }).update({ bot_status: null });
  await (site.strapi.plugin('bot').service('repair').fillIn() as Promise<void>);
  expect((await listed(id)).map(({ title, status }) => [title, status])).toEqual([
    ['From before', 'published'],
  ]);
});

test('the slug that the panel proposes follows the title in each locale, and is nobody else’s', async () => {
  await bot.createPublication({ title: 'In either language' });
  const propose = async (title: string, locale: string): Promise<string> => {
    const asked = { contentTypeUID: WORK, field: 'slug', data: { id: '', title } };
    const address = `/content-manager/uid/generate?locale=${locale}`;
    return (await admin.agent.post(address).send(asked).expect(200)).body.data;
  };
  expect(await propose('Ganz neue Worte', 'de')).toBe('ganz-neue-worte');
  expect(await propose('In either language', 'de')).toMatch(/^in-either-language-/);
  expect(await propose('In either language', 'en')).toMatch(/^in-either-language-/);
});
