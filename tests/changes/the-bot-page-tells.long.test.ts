import { createState } from '../../src/plugins/bot/server/src/core/database/state';
import { createAdmin, createColleague } from '../support/admin';
import { createEditor, type Editor } from '../support/content-manager';
import { codeOf } from '../support/envelope';
import { png } from '../support/files';
import { before, useOwnSite } from '../support/use-site';

const PAGE = '/bot/overview';
const DAY = 86_400_000;

const { site, bot } = useOwnSite({ env: { BOT_API_TOKEN_PREVIOUS: 'previous-token-of-the-bot' } });
const admin = before(() => createAdmin(site));
let editor: Editor;

beforeAll(async () => {
  editor = createEditor(admin);
});

const getPanelData = async (path: string, query: object = {}) =>
  (
    await admin.agent
      .get(PAGE + path)
      .query(query)
      .expect(200)
  ).body.data;

const today = () => ({
  from: new Date(Date.now() - DAY / 2).toISOString(),
  to: new Date(Date.now() + DAY / 2).toISOString(),
});

describe('the state', () => {
  test('tells of the token without its value, of all that the site needs, and of addresses', async () => {
    const state = await getPanelData('/state');
    expect(state).toMatchObject({
      site: 'test-site',
      token: 'set',
      isPreviousTokenAccepted: true,
      database: { ok: true, client: 'sqlite' },
      storage: { ok: true, provider: 'local' },
      workers: { here: true, late: 0, stuck: 0 },
      webhooks: [],
      addresses: {
        api: `${site.url}/api/bot`,
        health: `${site.url}/api/bot/health`,
        docs: `${site.url}/api/bot/docs`,
      },
      switches: { pause: null, protectEditors: null, protectEditorsConfigured: false },
      allowed: {
        operations: expect.arrayContaining(['createPublication', 'uploadMaterial']),
        limits: { uploadBytes: expect.any(Number), mediaCount: 100 },
      },
    });
    expect(JSON.stringify(state)).not.toContain(site.token);
    expect(JSON.stringify(state)).not.toContain('previous-token-of-the-bot');
  });

  test('tells of requests: the last one, the last success, and why others were refused', async () => {
    await bot.request('get', '/publications').expect(200);
    const { requests: before } = await getPanelData('/state');
    await bot.request('get', '/publications/none').expect(404);
    await site.request.get('/api/bot/publications').expect(401);
    await site.request.get('/api/bot/health').expect(200);
    const { requests } = await getPanelData('/state');
    expect(requests.lastSuccessAt).toBe(before.lastSuccessAt);
    expect(requests.lastRequestAt).toBeGreaterThanOrEqual(before.lastRequestAt);
    const sum = (counts: typeof requests, code: string) =>
      Object.values(counts.hours as Record<string, { refused: Record<string, number> }>)
        .map(({ refused }) => refused[code] ?? 0)
        .reduce((one, other) => one + other, 0);
    for (const code of ['publication-not-found', 'token-missing']) {
      expect(sum(requests, code) - sum(before, code)).toBe(1);
    }
  });

  test('counts for each of 30 days what was created, published and rejected', async () => {
    const to = new Date(Date.now() + DAY / 2).toISOString();
    const before = await getPanelData('/days', { to });
    expect(before).toHaveLength(30);
    expect(before.at(-1).day).toBe(new Date(Date.parse(to) - DAY).toISOString());
    const { id } = await bot.createPublication({ title: 'Counted' });
    await bot.createPublication({ title: 'Counted ten days ago' });
    await site.strapi.db.query('plugin::bot.change').update({
      where: { title: 'Counted ten days ago' },
      data: { happenedAt: new Date(Date.now() - 10 * DAY) },
    });
    await bot.publish(id);
    await bot.request('get', '/publications/none').expect(404);
    const after = await getPanelData('/days', { to });
    const added = (daysBefore: number) =>
      ['created', 'published', 'rejected'].map(
        (count) => after.at(-1 - daysBefore)[count] - before.at(-1 - daysBefore)[count]
      );
    expect(added(0)).toEqual([1, 1, 1]);
    expect(added(10)).toEqual([1, 0, 0]);
    await admin.agent.get(`${PAGE}/days`).query({ to: 'today' }).expect(400);
  });

  test('keeps what it has counted when the site stops', async () => {
    const { requests: before } = await getPanelData('/state');
    await site.restart();
    expect((await getPanelData('/state')).requests).toEqual(before);
  });
});

describe('the timeline', () => {
  test('tells who did what, the newest first, with the request', async () => {
    const { id } = await bot.createPublication({ title: 'Tea 100%_ green!' });
    await editor.update(id, { title: 'Tea by hand' });
    const { items } = await getPanelData('/timeline', { ...today(), search: id });
    expect(items.map(({ type, data }: never) => [type, Reflect.get(data, 'by')])).toMatchObject([
      ['publication.updated', { who: 'editor', name: 'Edith Editor' }],
      ['publication.created', { who: 'bot' }],
    ]);
    expect(items[1].data.requestId).toMatch(/\w/);
  });

  test.each([
    ['by a word of the title', { search: 'tEA 100%_' }, 1],
    ['not by what LIKE would take for anything', { search: 't%a' }, 0],
    ['by who', { search: 'tea', who: 'editor' }, 1],
    ['by kind', { search: 'tea', kind: 'publication.created' }, 1],
    ['by day', { search: 'tea', from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }, 0],
  ])('is searched %s', async (_how, asked, count) => {
    expect((await getPanelData('/timeline', { ...today(), ...asked })).items).toHaveLength(count);
  });

  test('has pages', async () => {
    for (let index = 0; index < 51; index += 1) {
      await bot.createPublication({ title: `Many ${index}` });
    }
    const first = await getPanelData('/timeline', { ...today(), search: 'many' });
    expect(first.items).toHaveLength(50);
    const second = await getPanelData('/timeline', {
      ...today(),
      search: 'many',
      before: first.next,
    });
    expect(second.items.map(({ data }: never) => Reflect.get(data, 'title'))).toEqual(['Many 0']);
    expect(second.next).toBeNull();
  });

  test('tells what was refused, why, about what and in which request, also after a restart', async () => {
    const { id } = await bot.createPublication({ title: 'To be wronged' });
    const path = `/api/bot/publications/${id}`;
    const { headers } = await bot.request('patch', `/publications/${id}`).send({ titel: 'x' });
    const asked = { ...today(), search: id };
    const refused = {
      ...{ id: headers['x-request-id'], type: 'request.refused' },
      data: { method: 'PATCH', path, code: 'invalid-request', message: expect.any(String) },
    };
    const [first, second] = (await getPanelData('/timeline', asked)).items;
    expect([first, second]).toMatchObject([refused, { type: 'publication.created' }]);
    await site.restart();
    const of = async (query: object) =>
      (await getPanelData('/timeline', { ...asked, ...query })).items;
    expect(await of({ kind: 'request.refused' })).toMatchObject([refused]);
    expect(await of({ search: headers['x-request-id'] })).toMatchObject([refused]);
    expect(await of({ who: 'editor' })).toEqual([]);
    expect(await of({ kind: 'publication.created' })).toHaveLength(1);
  });

  test('a page of what is rare looks at a stretch of a long day, and leads on', async () => {
    const { id } = await bot.createPublication({ title: 'Seldom' });
    await bot.createPublication({ title: 'Much later' });
    const changes = site.strapi.db.connection('bot_changes');
    const newest = Number((await changes.clone().max({ id: 'id' }).first())?.id);
    await changes
      .clone()
      .where({ id: newest })
      .update({ id: newest + 30_000 });
    const first = await getPanelData('/timeline', { ...today(), search: id });
    expect(first.items).toEqual([]);
    const second = await getPanelData('/timeline', { ...today(), search: id, before: first.next });
    expect(second.items).toHaveLength(1);
    expect(second.next).toBeNull();
  });

  test('what is no question is 400', async () => {
    await admin.agent.get(`${PAGE}/timeline`).query({ from: 'x', to: 'y' }).expect(400);
  });
});

describe('what is to be reviewed', () => {
  const toReview = async (query: object = {}) =>
    (await getPanelData('/review', query)).items.map(({ id }: { id: string }) => id) as string[];

  test("is the bot's drafts, and what an editor has changed since the bot", async () => {
    const { id: draft } = await bot.createPublication({ title: 'To be read' });
    const { id: published } = await bot.createPublication({ title: 'Public' });
    await bot.publish(published);
    const own = await editor.create({ title: 'By an editor alone' });
    const { id: answered } = await bot.createPublication({ title: 'Answered' });
    await editor.update(answered, { title: 'Answered by hand' });
    const changed = () => toReview({ kind: 'changed' });
    expect(await changed()).toContain(answered);
    await bot.change(answered, { body: 'The bot has seen it' });
    expect(await changed()).not.toContain(answered);
    await editor.update(published, { title: 'Public by hand' });
    const { items } = await getPanelData('/review', { kind: 'changed' });
    expect(items[0]).toMatchObject({ id: published, by: 'Edith Editor', event: 'updated' });
    const drafts = await toReview();
    expect(drafts).toContain(draft);
    expect(drafts).not.toContain(published);
    expect(drafts).not.toContain(own);
  });

  test('is over when it is marked as reviewed, until the text changes; a schedule does not end it', async () => {
    const { id } = await bot.createPublication({ title: 'Seen', body: 'Text' });
    await admin.agent
      .put(`${PAGE}/reviewed`)
      .send({ ids: [id] })
      .expect(204);
    expect(await toReview()).not.toContain(id);
    expect(await toReview({ kind: 'reviewed', search: 'SEEN' })).toEqual([id]);
    const publishAt = '2099-01-01T08:00:00.000Z';
    await bot.change(id, { publishAt });
    await bot.change(id, { publishAt: null });
    expect(await toReview({ kind: 'reviewed' })).toContain(id);
    await bot.change(id, { body: 'Another text', publishAt });
    expect(await toReview()).toContain(id);
    const { items } = await getPanelData('/review', { kind: 'scheduled' });
    expect(items).toMatchObject([{ id, publishAt, allowed: ['update', 'publish', 'delete'] }]);
    await admin.agent
      .put(`${PAGE}/reviewed`)
      .send({ ids: ['none'] })
      .expect(403);
    await admin.agent.put(`${PAGE}/reviewed`).send({ ids: [] }).expect(400);
  });

  test('marks drafts of the same title and text as another, also a published one, within ten minutes', async () => {
    const asked = { title: 'Tried again', body: 'The same' };
    const { id: first } = await bot.createPublication(asked);
    const { id: second } = await bot.createPublication(asked);
    const { id: other } = await bot.createPublication({ ...asked, body: 'Another text' });
    const { id: old } = await bot.createPublication({ title: 'Of yesterday', body: 'The same' });
    await bot.createPublication({ title: 'Of yesterday', body: 'The same' });
    const { id: lost } = await bot.createPublication({ title: 'One is public', body: 'The same' });
    await bot.publish(
      (await bot.createPublication({ title: 'One is public', body: 'The same' })).id
    );
    const yesterday = new Date(Date.now() - 86_400_000);
    const works = site.strapi.db.connection('works');
    await works.where('document_id', old).update({ created_at: yesterday });
    const { items } = await getPanelData('/review', {});
    const alike = (items as { id: string; isAlike: boolean }[]).filter(({ isAlike }) => isAlike);
    expect(alike.map(({ id }) => id).sort()).toEqual([first, second, lost].sort());
    expect(items).toContainEqual(expect.objectContaining({ id: other, isAlike: false }));
  });

  test('has pages, each draft once', async () => {
    const all = new Set<string>();
    let before: number | undefined;
    let pages = 0;
    do {
      const page = await getPanelData('/review', { search: 'many', ...(before && { before }) });
      for (const { id } of page.items as { id: string }[]) {
        expect(all.has(id)).toBe(false);
        all.add(id);
      }
      before = page.next ?? undefined;
      pages += 1;
    } while (before !== undefined);
    expect([all.size, pages]).toEqual([51, 3]);
  });

  test('a draft can be read as readers will see it', async () => {
    const { id } = await bot.createPublication({ title: 'As readers will see it' });
    const { body } = await admin.agent.post(`${PAGE}/works/${id}/preview`).expect(200);
    expect(await (await fetch(body.data.url)).text()).toContain('As readers will see it</h1>');
    await admin.agent.post(`${PAGE}/works/none/preview`).expect(404);
  });
});

test('how much space each kind of file takes is told, and which are the largest', async () => {
  const { id } = await bot.upload(await png());
  const { kinds, largest } = await getPanelData('/space');
  expect(kinds).toMatchObject([{ type: 'image', count: 1, kilobytes: expect.any(Number) }]);
  expect(largest).toMatchObject([{ id, kilobytes: kinds[0].kilobytes }]);
  await bot.request('delete', `/materials/${id}`).expect(200);
});

test('files that nothing uses are shown and can be deleted, others cannot', async () => {
  const loose = await bot.upload(await png());
  const used = await bot.upload(await png());
  await bot.createPublication({ title: 'With a picture', media: [used.id] });
  const ids = async () =>
    (await getPanelData('/files')).items.map(({ id }: { id: string }) => id) as string[];
  expect(await ids()).toContain(loose.id);
  expect(await ids()).not.toContain(used.id);
  const removedAt = async () =>
    (await getPanelData('/files')).items.find(({ id }: { id: string }) => id === loose.id)
      .removedAt;
  expect(Date.parse(await removedAt())).toBeGreaterThan(Date.now() + 29 * DAY);
  await admin.agent.post(`${PAGE}/files/${loose.id}/keep`).expect(204);
  expect(await removedAt()).toBeNull();
  await admin.agent.post(`${PAGE}/files/none/keep`).expect(404);
  await admin.agent.delete(`${PAGE}/files/${used.id}`).expect(409);
  await admin.agent.delete(`${PAGE}/files/${loose.id}`).expect(204);
  expect(await ids()).not.toContain(loose.id);
});

describe('the switches', () => {
  const set = (switches: object) => admin.agent.put(`${PAGE}/switches`).send(switches);

  test('a paused bot is told so until it goes on, after a restart too; health is answered', async () => {
    await set({ paused: true }).expect(200);
    await site.restart();
    const { body, headers } = await bot.request('get', '/publications').expect(503);
    expect(codeOf({ body })).toBe('bot-paused');
    expect(headers['retry-after']).toBe('60');
    await site.request.get('/api/bot/publications').expect(401);
    await site.request.get('/api/bot/health').expect(200);
    expect((await getPanelData('/state')).switches.pause).toMatchObject({ by: 'Edith Editor' });
    await set({ paused: false }).expect(200);
    await bot.request('get', '/publications').expect(200);
  });

  test('what editors have changed is protected while it is switched on', async () => {
    const { id } = await bot.createPublication({ title: 'Shared' });
    await editor.update(id, { title: 'Shared by hand' });
    await set({ protectEditors: true }).expect(200);
    await bot.request('patch', `/publications/${id}`).send({ body: 'x' }).expect(409);
    await set({ protectEditors: null }).expect(200);
    await bot.request('patch', `/publications/${id}`).send({ body: 'x' }).expect(200);
  });

  test('a change of one leaves the other as it is, whoever changes it at the same time', async () => {
    const pause = { since: new Date().toISOString(), by: 'Somebody on another instance' };
    await createState(site.strapi, 'switches').set({ pause, protectEditors: null });
    const { body } = await set({ protectEditors: true }).expect(200);
    expect(body.data).toEqual({ pause, protectEditors: true });

    await set({ paused: false, protectEditors: null }).expect(200);
    await Promise.all([
      set({ paused: true }).expect(200),
      set({ protectEditors: true }).expect(200),
    ]);
    expect((await getPanelData('/state')).switches).toMatchObject({
      pause: { by: 'Edith Editor' },
      protectEditors: true,
    });
    await set({ paused: false, protectEditors: null }).expect(200);
  });

  test('another word is 400', async () => {
    await set({ paused: 'yes' }).expect(400);
    await set({ token: 'x' }).expect(400);
  });
});

describe('without a permission the answer is 403', () => {
  const ROUTES = [
    ['get', '/state', 'page'],
    ['get', '/timeline', 'page'],
    ['get', '/review', 'page'],
    ['put', '/reviewed', 'page'],
    ['get', '/space', 'materials'],
    ['get', '/files', 'materials'],
    ['delete', '/files/none', 'materials'],
    ['post', '/files/none/keep', 'materials'],
    ['put', '/switches', 'switches'],
  ] as const;

  test.each([
    ['strapi-editor', ['page', 'materials']],
    ['strapi-author', ['page']],
  ] as const)('%s may see %j', async (code, may) => {
    const { agent } = await createColleague(site, code);
    for (const [method, path, permission] of ROUTES) {
      const { status } = await agent[method](PAGE + path);
      expect([path, status === 403]).toEqual([path, !may.some((one) => one === permission)]);
    }
    const { body } = await agent
      .get('/content-manager/collection-types/api::work.work')
      .expect(200);
    expect(body.results.length).toBeGreaterThan(0);
  });

  test('and 401 without a login, the token of the bot included', async () => {
    for (const [method, path] of ROUTES) {
      await site.request[method](PAGE + path).expect(401);
      const token = `Bearer ${site.token}`;
      await site.request[method](PAGE + path)
        .set('Authorization', token)
        .expect(401);
    }
  });
});
