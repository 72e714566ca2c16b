import {
  createAdmin,
  createColleague,
  createPerson,
  type Admin,
  type Permission,
} from '../support/admin';
import { createEditor } from '../support/content-manager';
import type { FileRow } from '../support/database';
import { pdf } from '../support/files';
import { createMediaLibrary } from '../support/media-library';
import { before, useOwnSite } from '../support/use-site';

const ROLES = ['none', 'author', 'editor', 'field', 'condition'] as const;
type Role = (typeof ROLES)[number];

const WORK = 'api::work.work';
const CONTENT = ['read', 'create', 'update', 'publish'];
const OF_PLUGIN = ['page', 'materials', 'removals', 'trash', 'switches'].map(
  (name): Permission => ({ action: `plugin::bot.${name}` })
);

/** Content of the bot's work. The slug is made from the title. */
const SECRET = {
  title: 'Hidden headline',
  slug: 'hidden-headline',
  body: 'Hidden text',
  file: 'hidden.pdf',
  editor: 'Edith',
};

/** Texts that a role must not get from any route. */
const NEVER: Record<Role, string[]> = {
  none: Object.values(SECRET),
  author: [],
  editor: [],
  field: [SECRET.slug, SECRET.body, SECRET.file],
  condition: Object.values(SECRET),
};

/** Works and files of the bot in different states. */
interface Scene {
  /** Document id of an existing work with an earlier version and two files: its own, and one of the user with the condition. */
  id: string;
  version: number;
  /** Document id of a deleted work. */
  trashed: string;
  /** Document id of an unused file. */
  unused: string;
  /** Row ids of files in the Media Library. */
  files: number[];
}

interface Row {
  path: (scene: Scene) => string;
  body?: object | ((scene: Scene) => object);
  /** Expected statuses, in the order of `ROLES`. */
  status: readonly [number, number, number, number, number];
  /** Texts in the administrator's answer. */
  tells?: string[];
}

const later = '2099-01-01T08:00:00.000Z';
const day = (shift: number): string => new Date(Date.now() + shift * 86_400_000).toISOString();

/** All admin routes of the plugin. */
const TABLE: Record<string, Row> = {
  'GET /pulse': { path: () => '/pulse', status: [200, 200, 200, 200, 200] },
  'GET /works/:type': {
    path: ({ id }) => `/works/${WORK}?ids=${id}`,
    status: [403, 200, 200, 200, 200],
    tells: [SECRET.file],
  },
  'GET /works/:type/:id': {
    path: ({ id }) => `/works/${WORK}/${id}`,
    status: [403, 200, 200, 200, 403],
    tells: [SECRET.file],
  },
  'PUT /works/:type/:id/first-publish': {
    path: ({ id }) => `/works/${WORK}/${id}/first-publish`,
    body: { firstPublishedAt: '2019-05-31T06:00:00.000Z' },
    status: [403, 403, 200, 200, 403],
  },
  'GET /works/:type/:id/deletion': {
    path: ({ trashed }) => `/works/${WORK}/${trashed}/deletion`,
    status: [403, 200, 200, 200, 403],
    tells: [SECRET.title],
  },
  'GET /unread-changes/:type': {
    path: () => `/unread-changes/${WORK}?after=0`,
    status: [403, 200, 200, 200, 200],
  },
  'GET /unread-changes/:type/:id': {
    path: ({ id }) => `/unread-changes/${WORK}/${id}?after=0`,
    status: [403, 200, 200, 200, 403],
    tells: ['bot'],
  },
  'GET /removals': { path: () => '/removals', status: [403, 403, 403, 200, 200] },
  'POST /removals/retry': { path: () => '/removals/retry', status: [403, 403, 403, 204, 204] },
  'GET /schedules/:type': {
    path: () => `/schedules/${WORK}?from=${day(-1)}&to=${day(8)}`,
    status: [403, 200, 200, 200, 200],
    tells: [SECRET.title],
  },
  'GET /schedules/:type/:id': {
    path: ({ id }) => `/schedules/${WORK}/${id}`,
    status: [403, 200, 200, 200, 403],
  },
  'PUT /schedules/:type/:id': {
    path: ({ id }) => `/schedules/${WORK}/${id}`,
    body: { publishAt: later },
    status: [403, 403, 200, 200, 403],
  },
  'GET /versions/:type/:id': {
    path: ({ id }) => `/versions/${WORK}/${id}`,
    status: [403, 200, 200, 200, 403],
    tells: [SECRET.title],
  },
  'GET /versions/:type/:id/:version': {
    path: ({ id, version }) => `/versions/${WORK}/${id}/${version}`,
    status: [403, 200, 200, 200, 403],
    tells: [SECRET.title, SECRET.body, SECRET.file, SECRET.slug],
  },
  'POST /versions/:type/:id/:version/put-back': {
    path: ({ id, version }) => `/versions/${WORK}/${id}/${version}/put-back`,
    status: [403, 403, 200, 200, 403],
  },
  // Everybody may read their own unsaved input, regardless of other permissions.
  'GET /unsaved': {
    path: () => '/unsaved?form=/content-manager/x',
    status: [200, 200, 200, 200, 200],
  },
  'PUT /unsaved': {
    path: () => '/unsaved',
    body: { form: '/content-manager/x', changed: {} },
    status: [204, 204, 204, 204, 204],
  },
  'GET /writing/folder': { path: () => '/writing/folder', status: [200, 200, 200, 200, 200] },
  'POST /writing/:type/preview': {
    path: () => `/writing/${WORK}/preview`,
    body: ({ id }) => ({ id, values: { excerpt: 'Typed' } }),
    status: [403, 200, 200, 403, 403],
    tells: [SECRET.body],
  },
  'GET /trash': {
    path: () => '/trash',
    status: [403, 403, 403, 200, 403],
    tells: [SECRET.title],
  },
  'GET /trash/:id': {
    path: ({ trashed }) => `/trash/${trashed}`,
    status: [403, 403, 403, 200, 403],
    tells: [SECRET.title, SECRET.body, SECRET.slug],
  },
  'POST /trash/:id/restore': {
    path: ({ trashed }) => `/trash/${trashed}/restore`,
    status: [403, 403, 403, 200, 403],
    tells: [SECRET.slug],
  },
  'DELETE /trash/:id': {
    path: ({ trashed }) => `/trash/${trashed}`,
    status: [403, 403, 403, 204, 403],
  },
  'GET /overview/state': { path: () => '/overview/state', status: [403, 200, 200, 200, 200] },
  'GET /overview/days': {
    path: () => `/overview/days?to=${day(1)}`,
    status: [403, 200, 200, 200, 200],
  },
  'GET /overview/timeline': {
    path: () => `/overview/timeline?from=${day(-1)}&to=${day(1)}`,
    status: [403, 200, 200, 200, 200],
    tells: [SECRET.title, SECRET.file, SECRET.editor],
  },
  'GET /overview/review': {
    path: () => '/overview/review?kind=changed',
    status: [403, 200, 200, 200, 200],
    tells: [SECRET.title],
  },
  'PUT /overview/reviewed': {
    path: () => '/overview/reviewed',
    body: ({ id }) => ({ ids: [id] }),
    status: [403, 403, 204, 204, 403],
  },
  'POST /overview/works/:id/preview': {
    path: ({ id }) => `/overview/works/${id}/preview`,
    status: [403, 200, 200, 403, 403],
  },
  'GET /overview/files': {
    path: () => '/overview/files',
    status: [403, 403, 200, 200, 200],
    tells: [SECRET.file],
  },
  'GET /overview/space': {
    path: () => '/overview/space',
    status: [403, 403, 200, 200, 200],
    tells: [SECRET.file],
  },
  'GET /overview/files-in-texts': {
    path: () => '/overview/files-in-texts',
    status: [403, 403, 200, 200, 200],
    tells: [SECRET.title, SECRET.file],
  },
  'DELETE /overview/files/:id': {
    path: ({ unused }) => `/overview/files/${unused}`,
    status: [403, 403, 204, 403, 403],
  },
  'POST /overview/files/:id/keep': {
    path: ({ unused }) => `/overview/files/${unused}/keep`,
    status: [403, 403, 204, 403, 403],
  },
  'PUT /overview/switches': {
    path: () => '/overview/switches',
    body: {},
    status: [403, 403, 403, 200, 200],
  },
};

const { site, bot } = useOwnSite({ env: { BOT_TRASH_DAYS: '30' } });
const admin = before(() => createAdmin(site));
let people: Record<Role, Admin>;
/** A file of the user with the condition. */
let own: FileRow;

/** Permissions to see and change one field of every work. */
const ONE_FIELD = CONTENT.map((action): Permission => ({
  action: `plugin::content-manager.explorer.${action}`,
  subject: WORK,
  properties: action === 'publish' ? {} : { fields: ['title'] },
}));

const OF_THEIR_OWN = [
  ...CONTENT.map((action): Permission => ({
    action: `plugin::content-manager.explorer.${action}`,
    subject: WORK,
    properties:
      action === 'publish'
        ? {}
        : { fields: ['title', 'slug', 'body', 'media', 'cover', 'tags', 'seo.metaTitle'] },
    conditions: ['admin::is-creator'],
  })),
  { action: 'plugin::upload.assets.create' },
  ...['read', 'assets.update'].map((action) => ({
    action: `plugin::upload.${action}`,
    conditions: ['admin::is-creator'],
  })),
];

const makeScene = async (): Promise<Scene> => {
  const numbers = new Map<string, number>();
  const upload = async (): Promise<string> => {
    const { id } = await bot.upload(pdf(SECRET.file));
    const { id: number } = await site.strapi.db
      .query('plugin::upload.file')
      .findOne({ where: { documentId: id } });
    numbers.set(id, number);
    return id;
  };
  const [linked, inText, unused] = [await upload(), await upload(), await upload()];
  const { url } = (await bot.request('get', `/materials/${inText}`).expect(200)).body;
  const input = { title: SECRET.title, body: `${SECRET.body} ![](${url})` };
  const { id } = await bot.createPublication({
    ...input,
    media: [linked, own.document_id],
    publishAt: day(7),
  });
  await bot.change(id, { body: `${input.body} changed` });
  await createEditor(admin).update(id, { title: `${SECRET.title} by an editor` });
  const [{ id: version }] = (await admin.agent.get(`/bot/versions/${WORK}/${id}`)).body.data;
  const trashed = (await bot.createPublication(input)).id;
  await bot.remove(trashed);
  return { id, version, trashed, unused, files: [own.id, ...numbers.values()] };
};

const send = (agent: Admin['agent'], route: string, scene: Scene) => {
  const [method = ''] = route.split(' ');
  const row = TABLE[route];
  const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
  const address = row.path(scene);
  const body = typeof row.body === 'function' ? row.body(scene) : row.body;
  return body === undefined
    ? agent[verb](`/bot${address}`)
    : agent[verb](`/bot${address}`).send(body);
};

let shared: Scene;
/** Requests without an effect share one scene. */
const sceneFor = (route: string, status: number): Promise<Scene> =>
  route.startsWith('GET ') || status >= 400 ? Promise.resolve(shared) : makeScene();

beforeAll(async () => {
  people = {
    none: await createPerson(site, 'none', []),
    author: await createColleague(site, 'strapi-author'),
    editor: await createColleague(site, 'strapi-editor'),
    field: await createPerson(site, 'field', [...ONE_FIELD, ...OF_PLUGIN]),
    condition: await createPerson(site, 'condition', [...OF_THEIR_OWN, ...OF_PLUGIN]),
  };
  own = await createMediaLibrary(site, people.condition).add(pdf('own.pdf'));
  shared = await makeScene();
});

test('every admin route of the plugin stands in the table', () => {
  const { admin: ofPanel } = site.strapi.plugin('bot').routes as unknown as {
    admin: { routes: { method: string; path: string }[] };
  };
  const known = ofPanel.routes.map(({ method, path }) => `${method} ${path.replace(/^\/bot/, '')}`);
  expect(Object.keys(TABLE).sort()).toEqual(known.sort());
});

describe.each(Object.keys(TABLE))('%s', (route) => {
  test('tells an administrator, and nobody who has not signed in', async () => {
    const scene = await sceneFor(route, 200);
    await send(site.request, route, scene).expect(401);
    const { status, text } = await send(admin.agent, route, scene);
    expect(status).toBeLessThan(300);
    for (const expectedText of TABLE[route]?.tells ?? []) expect(text).toContain(expectedText);
  });

  test.each(ROLES.map((role, index) => [role, TABLE[route]?.status[index] ?? 0] as const))(
    'is for the role %s: %s',
    async (role, expected) => {
      const scene = await sceneFor(route, expected);
      const { status, text } = await send(people[role].agent, route, scene);
      expect([status, text]).toEqual([expected, expect.any(String)]);
      for (const secret of NEVER[role]) expect(text).not.toContain(secret);
    }
  );
});

test('who may write one field puts back that one', async () => {
  const scene = await makeScene();
  const before = await bot.get(scene.id);
  await send(people.field.agent, 'POST /versions/:type/:id/:version/put-back', scene).expect(200);
  const after = await bot.get(scene.id);
  expect(before.title).not.toBe(SECRET.title);
  expect(after).toMatchObject({ title: SECRET.title, body: before.body, media: before.media });
});

test('who may not delete a file that others’ works use is not told of which', async () => {
  const { agent } = people.condition;
  const { text } = await agent.delete(`/upload/files/${own.id}`).expect(400);
  expect(text).toContain('works that are not shown to you');
  for (const secret of NEVER.condition) expect(text).not.toContain(secret);
});

describe('a person whose reading is bound by a condition', () => {
  test('sees all of their own works', async () => {
    const { agent } = people.condition;
    const own = await createEditor(people.condition).create({ title: 'Own', body: 'Own text' });
    await bot.change(own, { title: 'By the bot' });
    const versions = (await agent.get(`/bot/versions/${WORK}/${own}`).expect(200)).body.data;
    expect(versions).toMatchObject([{ title: 'Own' }]);
    const { id } = versions[0];
    const version = (await agent.get(`/bot/versions/${WORK}/${own}/${id}`).expect(200)).body.data;
    expect(version).toMatchObject({ body: 'Own text', current: { title: 'By the bot' } });
    await agent.post(`/bot/versions/${WORK}/${own}/${id}/put-back`).expect(200);
    expect(await bot.get(own)).toMatchObject({ title: 'Own' });
    await agent.get(`/bot/works/${WORK}/${own}`).expect(200);
    await agent.put(`/bot/schedules/${WORK}/${own}`).send({ publishAt: later }).expect(200);
    const unread = await agent.get(`/bot/unread-changes/${WORK}/${own}?after=0`).expect(200);
    expect(unread.body.data.change).toMatchObject({ who: 'bot' });
    const list = await agent.get(`/bot/unread-changes/${WORK}?after=0`).expect(200);
    expect(list.body.data).toMatchObject({ created: 0, changed: 1 });
  });

  test('is told that an open work is gone, and not by whom', async () => {
    const mine = await createEditor(people.condition).create({ title: 'Mine' });
    await createEditor(admin).remove(mine);
    const { body } = await people.condition.agent.get(
      `/bot/unread-changes/${WORK}/${mine}?after=0`
    );
    expect(body.data.change).toMatchObject({ event: 'deleted', name: null });
  });
});
