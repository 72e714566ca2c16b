import type { Core } from '@strapi/strapi';

import { onEachDatabase } from '../concurrency/databases';
import { createAdmin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { createEditor, type Editor } from '../support/content-manager';
import { pdf } from '../support/files';
import type { Site } from '../support/site';
import { expectNoDamage } from '../support/site-state';

type Db = Core.Strapi['db'];

/** A row in this table is accepted, but makes its transaction fail at COMMIT. */
const TABLES = [
  'CREATE TABLE nobody (id INTEGER PRIMARY KEY)',
  'CREATE TABLE refused_at_commit (id INTEGER REFERENCES nobody (id) DEFERRABLE INITIALLY DEFERRED)',
];
/** Not `toThrow`: errors of SQLite belong to the realm of the test file that loaded it first. */
const FOREIGN_KEY = { message: expect.stringMatching(/foreign key/i) as string };
const REFUSED = 'INSERT INTO refused_at_commit (id) VALUES (1)';

onEachDatabase((site: () => Site) => {
  let bot: Bot;
  let editor: Editor;
  /** Statement that runs at the end of each write of a work or file, in its transaction. */
  let atTheEnd: string | undefined;
  const heard: string[] = [];

  const db = (): Db => site().strapi.db;

  const runAtTheEnd = async (): Promise<void> => {
    const sql = atTheEnd;
    if (sql !== undefined) await db().transaction(({ trx }) => trx.raw(sql));
  };

  beforeAll(async () => {
    const { strapi } = site();
    bot = createBot(site());
    editor = createEditor(await createAdmin(site()));
    for (const table of TABLES) await db().connection.raw(table);
    strapi.documents.use(async ({ uid }, next) => {
      const result = await next();
      if (uid === 'api::work.work') await runAtTheEnd();
      return result;
    });
    db().lifecycles.subscribe({ models: ['plugin::upload.file'], afterCreate: runAtTheEnd });
    strapi.eventHub.subscribe(async (event) => void heard.push(event));
  });

  /** Runs `work` while every COMMIT of a write fails. */
  const whileCommitsFail = async <Result>(work: () => PromiseLike<Result>): Promise<Result> => {
    heard.length = 0;
    atTheEnd = REFUSED;
    try {
      return await work();
    } finally {
      atTheEnd = undefined;
    }
  };

  const titles = async (): Promise<string[]> =>
    (await db().connection('works').select('title').orderBy('id')).map(
      ({ title }: { title: string }) => title
    );

  /** Expects no data, no events, and usable connections. */
  const expectNothingDone = async (before: string[]): Promise<void> => {
    expect(await titles()).toEqual(before);
    expect(heard.filter((event) => /^(entry|media)\./.test(event))).toEqual([]);
    await expectNoDamage(site());
    const { id } = await bot.createPublication({ title: 'After it' });
    await bot.remove(id);
  };

  test('a create whose COMMIT fails is an error, and its key is free at once', async () => {
    const before = await titles();
    const create = () =>
      bot
        .request('post', '/publications')
        .set('Idempotency-Key', 'refused at commit')
        .send({ title: 'Refused at commit' });
    const { status } = await whileCommitsFail(create);
    expect(status).toBeGreaterThanOrEqual(400);
    await expectNothingDone(before);
    await create().expect(201);
  });

  test.each(['publish', 'unpublish', 'delete'] as const)(
    'a %s whose COMMIT fails is an error, and changes nothing',
    async (verb) => {
      const { id } = await bot.createPublication({
        title: `To ${verb}`,
        media: [await bot.upload(pdf())],
      });
      if (verb === 'unpublish') await bot.publish(id);
      const [before, publication] = [await titles(), await bot.get(id)];
      const { status } = await whileCommitsFail(() =>
        verb === 'delete'
          ? bot.request('delete', `/publications/${id}`)
          : bot.request('post', `/publications/${id}/${verb}`)
      );
      expect(status).toBeGreaterThanOrEqual(400);
      await expectNothingDone(before);
      expect(await bot.get(id)).toEqual(publication);
    }
  );

  test('an upload whose COMMIT fails is an error, and its bytes go', async () => {
    const before = await titles();
    const { name, content, mime } = pdf('refused.pdf');
    const { status } = await whileCommitsFail(() =>
      bot
        .request('post', '/materials')
        .attach('file', content, { filename: name, contentType: mime })
    );
    expect(status).toBeGreaterThanOrEqual(400);
    await expectNothingDone(before);
    expect(await db().connection('files').where({ name })).toEqual([]);
  });

  test("the panel's own writes are errors too when their COMMIT fails", async () => {
    const works = await Promise.all(
      ['One', 'Two'].map((title) => bot.createPublication({ title }))
    );
    const before = await titles();
    const { status } = await whileCommitsFail(() => editor.attempt({ title: 'By hand' }));
    expect(status).toBeGreaterThanOrEqual(400);
    await expectNothingDone(before);

    // The content manager opens the outer transaction.
    for (const write of [
      () => editor.createAndPublish({ title: 'By hand' }),
      () => editor.bulkPublish(works.map(({ id }) => id)),
      () => editor.bulkRemove(works.map(({ id }) => id)),
    ]) {
      await expect(whileCommitsFail(write)).rejects.toThrow('answered');
      await expectNothingDone(before);
    }
  });

  test('who opens a transaction without a callback is told, and a rollback does not hide it', async () => {
    const callbacks: string[] = [];
    heard.length = 0;
    const transaction = await db().transaction();
    await transaction.get().raw(REFUSED);
    await expect(transaction.commit()).rejects.toMatchObject(FOREIGN_KEY);
    await transaction.rollback();

    await expect(
      db().transaction(async ({ trx, onCommit }) => {
        onCommit(() => callbacks.push('committed'));
        await trx.raw(REFUSED);
      })
    ).rejects.toMatchObject(FOREIGN_KEY);
    await expect(db().connection.transaction((trx) => trx.raw(REFUSED))).rejects.toMatchObject(
      FOREIGN_KEY
    );
    expect(callbacks).toEqual([]);
    await expectNothingDone(await titles());
  });

  test('what the database has rolled back is not told as done', async () => {
    const before = await titles();
    heard.length = 0;
    const swallowing = db().transaction(async ({ trx }) => {
      await trx('works').insert({ title: 'Swallowed', document_id: 'swallowed' });
      // PostgreSQL aborts a transaction on any error, SQLite only on some.
      const fails =
        db().dialect.client === 'sqlite'
          ? `INSERT OR ROLLBACK INTO strapi_core_store_settings (id) SELECT id FROM strapi_core_store_settings`
          : 'SELECT 1 / 0';
      await trx.raw(fails).catch(() => undefined);
      await trx('works')
        .insert({ title: 'Half', document_id: 'half' })
        .catch(() => undefined);
    });
    await expect(swallowing).rejects.toHaveProperty('message');
    await expectNothingDone(before);
  });
});
