import supertest from 'supertest';

import { createAdmin } from '../support/admin';
import { createBot } from '../support/bot';
import { jpeg, textFile } from '../support/files';
import { createMediaLibrary } from '../support/media-library';
import { startSite, type Site } from '../support/site';
import { eventually } from '../support/storage';

const WORK = 'api::work.work';
const FILE = 'plugin::upload.file';
const PANEL = `/content-manager/collection-types/${WORK}`;

const EVENTS = [
  ...['create', 'update', 'publish', 'unpublish', 'delete'].map((event) => `entry.${event}`),
  ...['create', 'update', 'delete'].map((event) => `media.${event}`),
];

/** Names of internal attributes and columns anywhere in a value. */
const internalsIn = (value: unknown): string[] => {
  const found = JSON.stringify(value).match(/"bot_?[A-Z_][A-Za-z_]*":/gi) ?? [];
  return [...new Set(found.map((name) => name.slice(1, -2)))].sort();
};

const rowsOf = ({ strapi }: Site, documentId: string) =>
  strapi.db.connection('works').where({ document_id: documentId }).orderBy('published_at');

type Call = (site: Site) => Promise<unknown>;

describe.each(['true', 'false'])('with the fast path set to %s', (fastPath) => {
  let site: Site;
  let file: { id: number; documentId: string };
  const notified: unknown[] = [];
  const hooked: unknown[] = [];
  const works = () => site.strapi.documents(WORK);
  const bot = () => createBot(site);
  /** A new work with a picture. */
  const make = () => works().create({ data: { title: 'A work', media: [file.id] } as never });

  beforeAll(async () => {
    site = await startSite({ env: { BOT_FAST_PATH: fastPath } });
    for (const event of EVENTS) {
      site.strapi.eventHub.on(event, async (payload: unknown) => void notified.push(payload));
    }
    const { id: documentId } = await bot().upload(await jpeg({ width: 1200, height: 900 }));
    file = await site.strapi.db.query(FILE).findOne({ where: { documentId } });
    site.strapi.db.lifecycles.subscribe({
      models: [WORK, FILE],
      ...Object.fromEntries(
        ['afterCreate', 'afterUpdate', 'afterDelete', 'afterFindOne', 'afterFindMany'].map(
          (name) => [name, ({ result }: { result?: unknown }) => void hooked.push(result)]
        )
      ),
    });
  });
  afterAll(() => site.stop());

  test.each<[string, Call]>([
    ['create', make],
    [
      'create that publishes',
      () => works().create({ data: { title: 'Out' }, status: 'published' }),
    ],
    [
      'update, with everything linked',
      async () => {
        const { documentId } = await make();
        const data = { title: 'Other' };
        return works().update({ documentId, data, populate: '*' });
      },
    ],
    ['publish', async () => works().publish({ documentId: (await make()).documentId })],
    [
      'discardDraft',
      async () => {
        const { documentId } = await make();
        await works().publish({ documentId });
        await works().update({ documentId, data: { title: 'Dropped' } });
        return works().discardDraft({ documentId });
      },
    ],
    [
      'unpublish',
      async () => {
        const { documentId } = await make();
        await works().publish({ documentId });
        return works().unpublish({ documentId, populate: '*' });
      },
    ],
    [
      'clone',
      async () => works().clone({ documentId: (await make()).documentId, data: {} as never }),
    ],
    ['delete', async () => works().delete({ documentId: (await make()).documentId })],
    [
      'findOne, with everything linked',
      async () => works().findOne({ documentId: (await make()).documentId, populate: '*' }),
    ],
    ['findFirst', () => works().findFirst({ populate: ['media', 'cover'] })],
    ['findMany, with everything linked', () => works().findMany({ populate: '*' })],
    [
      'findMany of all fields, sorted by a relation',
      () => works().findMany({ fields: '*' as never, sort: 'category.name' as never, limit: 5 }),
    ],
  ])('%s of the document service shows none', async (_name, call) => {
    const answer = await call(site);
    expect(JSON.stringify(answer)).toContain('"documentId"');
    expect(internalsIn(answer)).toEqual([]);
  });

  test.each<[string, Call]>([
    ['findOne', () => site.strapi.db.query(WORK).findOne({ where: { title: 'A work' } })],
    ['findMany', () => site.strapi.db.query(WORK).findMany({ populate: { media: true } })],
    ['findMany of *', () => site.strapi.db.query(WORK).findMany({ select: ['*'] })],
    ['findPage', () => site.strapi.db.query(WORK).findPage({ page: 1, pageSize: 2 })],
    [
      'create',
      () => site.strapi.db.query(WORK).create({ data: { title: 'A row', slug: 'a-row' } }),
    ],
    [
      'update',
      () => site.strapi.db.query(WORK).update({ where: { slug: 'a-row' }, data: { title: 'B' } }),
    ],
    ['delete', () => site.strapi.db.query(WORK).delete({ where: { slug: 'a-row' } })],
    ['load', () => site.strapi.db.query(WORK).load({ id: 1 }, 'media')],
    ['findOne of a file', () => site.strapi.db.query(FILE).findOne({ where: { id: file.id } })],
    [
      'findMany of files with their works',
      () => site.strapi.db.query(FILE).findMany({ populate: { related: true, folder: true } }),
    ],
    [
      'update of a file',
      () => site.strapi.db.query(FILE).update({ where: { id: file.id }, data: { caption: 'c' } }),
    ],
    [
      'delete of a file',
      async () => {
        const { id } = await bot().upload(textFile('a.txt', 'a'));
        return site.strapi.db.query(FILE).delete({ where: { documentId: id } });
      },
    ],
  ])('%s of the query engine shows none', async (_name, call) => {
    const answer = await call(site);
    expect(answer).toBeTruthy();
    expect(internalsIn(answer)).toEqual([]);
  });

  test('database lifecycles and events are notified none', async () => {
    const { id } = await bot().upload(textFile('notified.txt', 'notified'));
    const { id: work } = await bot().createPublication({ title: 'Told', media: [id] });
    await bot().publish(work);
    await bot().change(work, { title: 'Told again' }, { publish: true });
    await bot().remove(work);
    expect(await eventually(() => JSON.stringify(notified).includes('Told again'))).toBe(true);
    expect(hooked.length).toBeGreaterThan(10);
    expect(internalsIn(notified)).toEqual([]);
    expect(internalsIn(hooked)).toEqual([]);
  });

  test('the content API shows none to a token with full access', async () => {
    const { accessKey } = await site.strapi.service('admin::api-token').create({
      name: `full ${fastPath}`,
      description: '',
      type: 'full-access',
      lifespan: null,
    });
    const api = supertest.agent(site.url).set('Authorization', `Bearer ${accessKey}`);
    const answers = [
      await api.get('/api/upload/files?populate=*').expect(200),
      await api.get(`/api/upload/files/${file.id}?populate=*`).expect(200),
      await api.post('/api/upload').attach('files', Buffer.from('a'), 'a.txt').expect(201),
    ];
    expect(answers.flatMap(({ body }) => internalsIn(body))).toEqual([]);
    await api.get('/api/upload/files?fields=botBytes').expect(400);
  });

  test('the panel shows the revision of a work, which its saves send back, and nothing else', async () => {
    const admin = await createAdmin(site);
    const { agent } = admin;
    const save = { title: 'Saved' };
    const created = await agent.post(PANEL).send(save).expect(201);
    const { documentId, botRevision } = created.body.data;
    const path = `${PANEL}/${documentId}`;
    const read = await agent.get(path).expect(200);
    expect(read.body.data.botRevision).toBe(botRevision);
    const answers = [
      created,
      read,
      await agent
        .put(path)
        .send({ ...save, botRevision })
        .expect(200),
      await agent.post(`${path}/actions/publish`).send(save).expect(200),
      await agent.get(`${PANEL}?page=1&pageSize=10`).expect(200),
    ];
    expect(answers.map(({ body }) => internalsIn(body))).toEqual(
      answers.map(() => ['botRevision'])
    );
    expect((await rowsOf(site, documentId)).map((row) => row.bot_revision)).toEqual([
      answers[3]?.body.data.botRevision,
      answers[3]?.body.data.botRevision,
    ]);

    const library = createMediaLibrary(site, admin);
    const uploads = [
      await library.send(textFile('b.txt', 'b')).expect(201),
      await agent.get('/upload/files?page=1&pageSize=10').expect(200),
      await agent.get(`/upload/files/${file.id}`).expect(200),
    ];
    expect(uploads.flatMap(({ body }) => internalsIn(body))).toEqual([]);
  });

  test('a published version has the revision and the creator of its draft', async () => {
    const { id } = await bot().createPublication({ title: 'By the bot' });
    await works().publish({ documentId: id });
    const [draft, published] = await rowsOf(site, id);
    expect(published).toMatchObject({
      bot_revision: draft.bot_revision,
      bot_title_key: draft.bot_title_key,
      bot_made_by: 'bot',
      bot_status: 'public-version',
    });
    expect(draft).toMatchObject({
      bot_revision: expect.any(String),
      bot_made_by: 'bot',
      bot_status: 'published',
    });
    await works().update({ documentId: id, data: { title: 'Changed' } });
    const [changed, kept] = await rowsOf(site, id);
    expect(changed.bot_revision).not.toBe(draft.bot_revision);
    expect(kept.bot_revision).toBe(draft.bot_revision);

    await works().discardDraft({ documentId: id });
    const discarded = await rowsOf(site, id);
    expect(discarded.map((row) => [row.bot_revision, row.bot_made_by])).toEqual([
      [draft.bot_revision, 'bot'],
      [draft.bot_revision, 'bot'],
    ]);

    await works().update({ documentId: id, data: { title: 'At once' }, status: 'published' });
    const [one, other] = await rowsOf(site, id);
    expect(one.bot_revision).not.toBe(draft.bot_revision);
    expect(other).toMatchObject({ bot_revision: one.bot_revision, bot_made_by: 'bot' });
    expect(await bot().get(id)).toMatchObject({ status: 'published', changed: false });
  });

  test('the tables hold digests, sizes and leases of files', async () => {
    const { id } = await bot().upload(await jpeg({ width: 1200, height: 900 }));
    const row = await site.strapi.db.connection('files').where({ document_id: id }).first();
    expect(row).toMatchObject({
      bot_received_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      bot_stored_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      bot_bytes: expect.any(Number),
      bot_placeholder: expect.any(String),
      bot_leased_at: expect.any(Number),
    });
    const record = (await bot().request('get', `/materials/${id}`).expect(200)).body;
    expect(record.sha256).toEqual({
      received: row.bot_received_digest,
      stored: row.bot_stored_digest,
    });
  });
});
