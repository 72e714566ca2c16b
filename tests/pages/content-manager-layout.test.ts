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

test('what editors choose later survives a restart', async () => {
  const { settings, layouts, metadatas } = await readConfiguration();
  // The answer has more about a column than the route takes.
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
    .send({
      settings,
      metadatas: Object.fromEntries(fields),
      layouts: { ...layouts, list: ['slug', 'title'] },
    })
    .expect(200);
  await site.restart();
  expect((await readConfiguration()).layouts.list).toEqual(['slug', 'title']);
});
