import { createAdmin, type Admin } from '../support/admin';
import { useOwnSite } from '../support/use-site';

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

const { site } = useOwnSite();
let editor: Admin;
beforeAll(async () => {
  editor = await createAdmin(site);
});

const readConfiguration = async (): Promise<Configuration> => {
  const { body } = await editor.agent.get(PATH).expect(200);
  return (body as { data: { contentType: Configuration } }).data.contentType;
};

test('an editor first meets titles and media, the works changed last on top', async () => {
  const { settings, layouts } = await readConfiguration();
  expect(layouts.list).toEqual(['title', 'media']);
  expect(settings).toMatchObject({
    mainField: 'title',
    defaultSortBy: 'updatedAt',
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

/** Saves the configuration like the panel, with only the properties that the route accepts. */
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

const OUTDATED_HINT = 'Markdown: headings, lists, links and tables. HTML is shown as text';

test('bare names and a hint of an earlier version are replaced; labels of editors stay', async () => {
  const { metadatas: before } = await readConfiguration();
  await save((configuration) => {
    const { excerpt, cover, body, ...others } = configuration.metadatas;
    const named = (field: typeof excerpt, label: string) => ({
      edit: { ...field?.edit, label, description: '' },
      list: { ...field?.list, label },
    });
    const metadatas = {
      ...others,
      excerpt: named(excerpt, 'excerpt'),
      cover: named(cover, 'Own word'),
      body: { ...body, edit: { ...body.edit, description: OUTDATED_HINT } },
    };
    return { ...configuration, metadatas };
  });
  await site.restart();
  const { metadatas } = await readConfiguration();
  expect(metadatas.excerpt).toEqual(before.excerpt);
  expect(metadatas.body).toEqual(before.body);
  expect(metadatas.cover).toMatchObject({
    edit: { label: 'Own word', description: '' },
    list: { label: 'Own word' },
  });
});

const STORED = { key: 'plugin_content_manager_configuration_content_types::api::work.work' };
const LATER = ['excerpt', 'cover', 'authorName', 'language', 'tags', 'category', 'seo'];

/** Gives the site an older form without later attributes, and restarts it. */
const upgrade = async (
  edit: Configuration['layouts']['edit'],
  later: readonly string[]
): Promise<void> => {
  const stored = site.strapi.db.query('strapi::core-store');
  const { value } = (await stored.findOne({ where: STORED })) as { value: string };
  const { metadatas, layouts, ...rest } = JSON.parse(value) as Configuration;
  const earlier = Object.entries(metadatas).filter(([name]) => !later.includes(name));
  const then = {
    ...rest,
    metadatas: Object.fromEntries(earlier),
    layouts: { ...layouts, edit },
  };
  await stored.update({ where: STORED, data: { value: JSON.stringify(then) } });
  await site.restart();
};

const half = (...names: string[]) => names.map((name) => ({ name, size: 6 }));
const fullWidth = (name: string) => [{ name, size: 12 }];
const TITLE = [
  { name: 'title', size: 8 },
  { name: 'slug', size: 4 },
];
const EARLIER = [TITLE, fullWidth('body'), fullWidth('media')];

test.each([
  ['before further fields', EARLIER, LATER],
  [
    'that got further fields later',
    [
      ...EARLIER,
      half('excerpt', 'cover'),
      half('authorName', 'tags'),
      half('category'),
      fullWidth('seo'),
    ],
    ['language'],
  ],
  [
    'with further fields',
    [
      TITLE,
      fullWidth('excerpt'),
      fullWidth('body'),
      half('cover', 'media'),
      half('authorName', 'category'),
      fullWidth('tags'),
      fullWidth('seo'),
    ],
    ['language'],
  ],
])(
  'a form of a version %s that nobody has arranged becomes that of a new site',
  async (_version, then, later) => {
    const { edit } = (await readConfiguration()).layouts;
    await upgrade(then, later);
    expect((await readConfiguration()).layouts.edit).toEqual(edit);
  }
);

test('a form that editors have arranged stays, with new fields at its end', async () => {
  const arranged = [...EARLIER].reverse();
  await upgrade(arranged, LATER);
  const { edit } = (await readConfiguration()).layouts;
  expect(edit.slice(0, 2)).toEqual(arranged.slice(0, 2));
  expect(edit.flat().map(({ name }) => name)).toEqual(['media', 'body', 'title', 'slug', ...LATER]);
});
