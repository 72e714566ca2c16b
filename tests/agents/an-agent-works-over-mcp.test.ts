import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createAdmin, createPerson, type Admin } from '../support/admin';
import { png } from '../support/files';
import { useOwnSite } from '../support/use-site';
import { connect, createToken, tools, works, type Agent } from './agent';

const TOOLS = [
  'upload-material',
  'fetch-material',
  'create-publication',
  'schedule-publication',
  'preview-publication',
  'find-publications',
  'list-changes',
  'restore-publication',
];
const FILES = [{ action: 'plugin::upload.assets.create' }, { action: 'plugin::upload.read' }];
const MAY_MAKE_TOKENS = { action: 'admin::admin-tokens.create' };
const OWN = 'admin::is-creator';
const LATER = '2040-01-31T08:00:00.000Z';

// The site must be allowed to fetch images from this machine.
const { site, bot } = useOwnSite({
  env: { MCP: 'true', BOT_TRASH_DAYS: '30', BOT_UPLOAD_ADDRESSES: '127.0.0.1' },
});
let admin: Admin;
let agent: Agent;
let pictures: Server;

const picture = async (): Promise<string> => (await png()).content.toString('base64');

beforeAll(async () => {
  admin = await createAdmin(site);
  const permissions = [
    ...tools(...TOOLS),
    ...works(site, ['create', 'read', 'publish']),
    ...FILES,
    { action: 'plugin::bot.trash' },
  ];
  agent = await connect(site, await createToken(admin, 'Night shift', permissions));
  const { content } = await png();
  pictures = createServer((_request, response) => response.end(content)).listen(0, '127.0.0.1');
});

afterAll(() => void pictures.close());

describe('an agent', () => {
  test('writes, illustrates and schedules a publication', async () => {
    const { result: first } = await agent.call('bot_upload_material', {
      base64: await picture(),
      fileName: 'harbour.png',
      alternativeText: 'A harbour',
    });
    const { port } = pictures.address() as AddressInfo;
    const { result: second } = await agent.call('bot_fetch_material', {
      url: `http://127.0.0.1:${port}/boat.png`,
      alternativeText: 'A boat',
    });
    const { result: created } = await agent.call('bot_create_publication', {
      title: 'The harbour',
      body: '# Morning',
      media: [first.id, second.id],
      fields: { tags: ['Sea'] },
      externalId: 'night-1',
    });
    const { result: scheduled } = await agent.call('bot_schedule_publication', {
      id: created.id,
      publishAt: LATER,
      ifMatch: created.etag,
    });
    expect(scheduled).toMatchObject({ status: 'draft', publishAt: LATER });
    expect(await bot.get(created.id)).toMatchObject({
      title: 'The harbour',
      body: '# Morning',
      media: [
        { id: first.id, alternativeText: 'A harbour' },
        { id: second.id, alternativeText: 'A boat' },
      ],
      fields: { tags: [{ name: 'Sea' }] },
      publishAt: LATER,
    });
    const { result: previewed } = await agent.call('bot_preview_publication', { id: created.id });
    expect(await (await fetch(String(previewed.url))).text()).toContain('The harbour');
  });

  test('is told of by the name of its owner and of its token', async () => {
    const { result: before } = await agent.call('bot_list_changes', { after: 'latest' });
    await agent.call('bot_create_publication', { title: 'By an agent' });
    const { result } = await agent.call('bot_list_changes', { after: before.next });
    expect(result.items).toMatchObject([
      {
        type: 'publication.created',
        data: { by: { who: 'editor', name: 'Edith Editor (Night shift)' } },
      },
    ]);
  });

  test('that tries again with a key makes one thing', async () => {
    const asked = { title: 'Once', idempotencyKey: 'once' };
    const { result: first } = await agent.call('bot_create_publication', asked);
    const { result: again } = await agent.call('bot_create_publication', asked);
    expect(again).toEqual(first);
    const other = await agent.call('bot_create_publication', { ...asked, title: 'Twice' });
    expect(other.code).toBe('idempotency-key-reused');
    const { result } = await agent.call('bot_find_publications', { title: 'Once' });
    expect(result.items.map(({ id }) => id)).toEqual([first.id]);
  });

  test('does not change what somebody has changed since', async () => {
    const { result } = await agent.call('bot_create_publication', { title: 'Changed since' });
    await bot.change(result.id, { title: 'By the bot' });
    const asked = { id: result.id, publishAt: LATER, ifMatch: result.etag };
    expect((await agent.call('bot_schedule_publication', asked)).code).toBe('precondition-failed');
    expect(await bot.get(result.id)).toMatchObject({ publishAt: null });
  });

  test('finds publications by title, tag and externalId, a page after the other', async () => {
    const ids: string[] = [];
    for (const number of [1, 2, 3]) {
      const fields = { tags: ['Lighthouses'] };
      const publication = { title: `Light ${number}`, externalId: `light-${number}`, fields };
      ids.unshift((await bot.createPublication(publication)).id);
    }
    const found = async (asked: object) =>
      (await agent.call('bot_find_publications', { ...asked })).result;
    const first = await found({ 'fields.tags': 'Lighthouses', limit: 2 });
    const second = await found({ 'fields.tags': 'Lighthouses', limit: 2, cursor: first.next });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeNull();
    expect((await found({ externalId: 'light-2' })).items).toMatchObject([{ title: 'Light 2' }]);
    expect((await found({ title: 'light 3' })).items).toMatchObject([{ id: ids[0] }]);
  });

  test('restores what was deleted', async () => {
    const { id } = await bot.createPublication({ title: 'Deleted by mistake' });
    await bot.remove(id);
    const { result } = await agent.call('bot_restore_publication', { id });
    expect(result).toMatchObject({ id, title: 'Deleted by mistake' });
    expect(await bot.get(id)).toMatchObject({ title: 'Deleted by mistake' });
  });

  test('is told what is wrong with what it asks', async () => {
    const { code } = await agent.call('bot_create_publication', { title: 'A', media: ['nothing'] });
    expect(code).toBe('unknown-material');
    const { result } = await agent.call('bot_create_publication', { title: 'A', boddy: 'B' });
    expect(result).toBeUndefined();
    const missing = await agent.call('bot_schedule_publication', {
      id: 'nothing',
      publishAt: LATER,
    });
    expect(missing.code).toBe('publication-not-found');
    const text = Buffer.from('<script>').toString('base64');
    expect(
      (await agent.call('bot_upload_material', { base64: text, sha256: '0'.repeat(64) })).code
    ).toBe('digest-mismatch');
  });

  test('is told how the tools go together, and what each input is', async () => {
    const publishTool = (await agent.names()).find((name) => name.startsWith('publish_'));
    expect(publishTool).toBe('publish_work');
    expect(agent.instructions()).toContain('publish_work publishes it');
    const offered = await agent.tools();
    const create = offered.find(({ name }) => name === 'bot_create_publication');
    expect(create?.description).toContain('publish_work publishes it');
    const silent = offered.flatMap(({ name, inputSchema }) =>
      Object.entries(inputSchema.properties ?? {})
        .filter(([, schema]) => !Reflect.get(schema, 'description'))
        .map(([field]) => `${name}: ${field}`)
    );
    expect(silent).toEqual([]);
    const find = offered.find(({ name }) => name === 'bot_find_publications');
    expect(find?.inputSchema.properties?.cursor).toMatchObject({
      description: expect.stringContaining('next') as string,
    });
  });

  test('is told which tools only read, destroy, or may be called again', async () => {
    const hints = (await agent.tools()).map(({ name, annotations = {} }) => [
      name,
      Object.entries(annotations)
        .filter(([, is]) => is)
        .map(([hint]) => hint.replace('Hint', ''))
        .sort()
        .join(' '),
    ]);
    expect(Object.fromEntries(hints)).toEqual({
      bot_upload_material: '',
      bot_fetch_material: 'openWorld',
      bot_create_publication: '',
      bot_schedule_publication: 'destructive idempotent',
      bot_preview_publication: '',
      bot_find_publications: 'idempotent readOnly',
      bot_list_changes: 'idempotent readOnly',
      bot_restore_publication: 'idempotent',
    });
  });
});

describe("an agent may what its token's role may", () => {
  test('it is offered the tools that the token names', async () => {
    const token = await createToken(admin, 'Reader', tools('find-publications'));
    const offered = await (await connect(site, token)).tools();
    expect(offered.map(({ name }) => name)).toEqual(['bot_find_publications']);
  });

  test('a tool without the right to what it does is refused', async () => {
    const { id } = await bot.createPublication({ title: 'Not for everybody' });
    const nobody = await connect(site, await createToken(admin, 'Nobody', tools(...TOOLS)));
    const asked: [string, Record<string, unknown>][] = [
      ['upload_material', { base64: await picture() }],
      ['fetch_material', { url: 'https://example.org/a.png' }],
      ['create_publication', { title: 'A' }],
      ['schedule_publication', { id, publishAt: LATER }],
      ['preview_publication', { id }],
      ['find_publications', {}],
      ['list_changes', {}],
      ['restore_publication', { id }],
    ];
    for (const [name, permissions] of asked) {
      expect([name, (await nobody.call(`bot_${name}`, permissions)).code]).toEqual([
        name,
        'forbidden',
      ]);
    }
  });

  test('what it lacks is named: the permission, and the fields', async () => {
    const permissions = [
      ...tools('find-publications', 'create-publication', 'upload-material'),
      ...works(site, ['read', 'create'], ['title', 'body']),
    ];
    const reader = await connect(site, await createToken(admin, 'Some fields', permissions));
    const found = await reader.call('bot_find_publications', { title: 'A' });
    expect(found.code).toBe('forbidden');
    expect(found.message).toMatch(/^This needs the permission "read" for "Work", with .*slug/);
    const tagged = { title: 'A', fields: { tags: ['C'] } };
    expect((await reader.call('bot_create_publication', tagged)).message).toBe(
      'This needs the permission "create" for "Work", with tags'
    );
    const dated = { title: 'A', publishAt: LATER };
    expect((await reader.call('bot_create_publication', dated)).message).toBe(
      'This needs the permission "publish" for "Work"'
    );
    const file = { base64: await picture() };
    expect((await reader.call('bot_upload_material', file)).message).toBe(
      'This needs the permission "create" for "File"'
    );
  });

  test('it writes the fields that the role names', async () => {
    const permissions = [
      ...tools('create-publication'),
      ...works(site, ['create'], ['title', 'body']),
    ];
    const writer = await connect(site, await createToken(admin, 'Writer', permissions));
    const write = (asked: object) =>
      writer.call('bot_create_publication', { title: 'A', ...asked });
    expect((await write({ body: 'B' })).result.id).toBeDefined();
    expect((await write({ fields: { tags: ['C'] } })).code).toBe('forbidden');
    expect((await write({ media: ['a'] })).code).toBe('forbidden');
    expect((await write({ publishAt: LATER })).code).toBe('forbidden');
  });

  test('of somebody who sees own works, it sees own works', async () => {
    await bot.createPublication({ title: 'Mine, by the bot' });
    const reading = works(site, ['read']).map((one) => ({ ...one, conditions: [OWN] }));
    const permissions = [
      ...tools('create-publication', 'find-publications', 'list-changes'),
      ...works(site, ['create']),
      ...reading,
    ];
    const author = await createPerson(site, 'author', [...permissions, MAY_MAKE_TOKENS]);
    const own = await connect(site, await createToken(author, 'Own', permissions));
    const { result } = await own.call('bot_create_publication', { title: 'Mine, by the author' });
    const { result: found } = await own.call('bot_find_publications', { title: 'Mine' });
    expect(found.items.map(({ id }) => id)).toEqual([result.id]);
    const { result: changed } = await own.call('bot_list_changes');
    expect(changed.items).toMatchObject([{ data: { id: result.id } }]);
  });

  test('the token of the bot is none of an agent', async () => {
    await expect(connect(site, site.token)).rejects.toThrow('Authentication required');
  });
});
