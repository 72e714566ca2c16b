import { createAdmin, type Admin } from '../support/admin';
import { startSite, type Site } from '../support/site';

interface ListColumn {
  label: string;
  searchable: boolean;
  sortable: boolean;
}

interface Configuration {
  settings: Record<string, unknown>;
  metadatas: Record<string, { edit: { label: string; description: string }; list: ListColumn }>;
  layouts: { list: string[]; edit: { name: string; size: number }[][] };
}

const PATH = '/content-manager/content-types/api::work.work/configuration';

let site: Site;
let editor: Admin;
beforeAll(async () => {
  site = await startSite();
  editor = await createAdmin(site);
});
afterAll(() => site.stop());

const readConfiguration = async (): Promise<Configuration> => {
  const { body } = await editor.agent.get(PATH).expect(200);
  return (body as { data: { contentType: Configuration } }).data.contentType;
};

test('an editor first meets titles and media, the newest works on top', async () => {
  const { settings, layouts } = await readConfiguration();
  expect(layouts.list).toEqual(['title', 'media']);
  expect(settings).toMatchObject({
    mainField: 'title',
    defaultSortBy: 'createdAt',
    defaultSortOrder: 'DESC',
  });
});

test('a work is edited from its title down to its media, in plain words', async () => {
  const { layouts, metadatas } = await readConfiguration();
  expect(layouts.edit).toEqual([
    [
      { name: 'title', size: 8 },
      { name: 'slug', size: 4 },
    ],
    [{ name: 'excerpt', size: 12 }],
    [{ name: 'body', size: 12 }],
    [
      { name: 'cover', size: 6 },
      { name: 'media', size: 6 },
    ],
    [
      { name: 'authorName', size: 6 },
      { name: 'category', size: 6 },
    ],
    [
      { name: 'tags', size: 8 },
      { name: 'language', size: 4 },
    ],
    [{ name: 'seo', size: 12 }],
  ]);
  expect(metadatas.authorName?.edit).toMatchObject({ label: 'Author' });
  expect(metadatas.media?.edit).toMatchObject({
    label: 'Media',
    description: 'Images, videos and files shown under the text',
  });
});

test('a restart changes nothing of it', async () => {
  const before = await readConfiguration();
  await site.restart();
  expect(await readConfiguration()).toEqual(before);
});

/** Saves the configuration as the panel does: the answer has more about a column than the route takes. */
const save = async (change: (configuration: Configuration) => Configuration): Promise<void> => {
  const { settings, layouts, metadatas } = change(await readConfiguration());
  const fields = Object.entries(metadatas).map(
    ([
      name,
      {
        edit,
        list: { label, searchable, sortable },
      },
    ]) => [name, { edit, list: { label, searchable, sortable } }]
  );
  await editor.agent
    .put(PATH)
    .send({ settings, metadatas: Object.fromEntries(fields), layouts })
    .expect(200);
};

test('what editors choose later survives a restart', async () => {
  await save(({ layouts, ...rest }) => ({
    ...rest,
    layouts: { ...layouts, list: ['slug', 'title'] },
  }));
  await site.restart();
  expect((await readConfiguration()).layouts.list).toEqual(['slug', 'title']);
});

test('bare names of an earlier version become words, and what an editor has named stays', async () => {
  const { metadatas: before } = await readConfiguration();
  await save((configuration) => {
    const { excerpt, cover, ...others } = configuration.metadatas;
    const named = (field: typeof excerpt, label: string) => ({
      edit: { ...field?.edit, label, description: '' },
      list: { ...field?.list, label },
    });
    const metadatas = {
      ...others,
      excerpt: named(excerpt, 'excerpt'),
      cover: named(cover, 'Own word'),
    };
    return { ...configuration, metadatas: metadatas };
  });
  await site.restart();
  const { metadatas } = await readConfiguration();
  expect(metadatas.excerpt).toEqual(before.excerpt);
  expect(metadatas.cover).toMatchObject({
    edit: { label: 'Own word', description: '' },
    list: { label: 'Own word' },
  });
});
