import { onEachDatabase } from '../concurrency/databases';
import { createAdmin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { createEditor, type Editor } from '../support/content-manager';
import { envelope } from '../support/envelope';
import { pdf } from '../support/files';
import type { Site } from '../support/site';
import { expectNoDamage } from '../support/site-state';
import { sendFile } from '../support/uploads';

/** Constraints that a site may add to its database. */
const RULES: Record<string, string[]> = {
  sqlite: [
    `CREATE UNIQUE INDEX only_once ON works (title) WHERE title LIKE 'Once%' AND published_at IS NULL`,
    `CREATE TRIGGER not_this BEFORE INSERT ON works WHEN NEW.title LIKE 'Never%'
       BEGIN SELECT RAISE(ABORT, 'secret rule'); END`,
    `CREATE TRIGGER not_public BEFORE INSERT ON works
       WHEN NEW.title LIKE 'Private%' AND NEW.published_at IS NOT NULL
       BEGIN SELECT RAISE(ABORT, 'secret rule'); END`,
    `CREATE TRIGGER not_that BEFORE INSERT ON files WHEN NEW.name LIKE 'never%'
       BEGIN SELECT RAISE(ABORT, 'secret rule'); END`,
  ],
  postgres: [
    `ALTER TABLE works ALTER COLUMN title TYPE varchar(40)`,
    `CREATE UNIQUE INDEX only_once ON works (title) WHERE title LIKE 'Once%' AND published_at IS NULL`,
    `CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'secret rule'; END $$`,
    `CREATE TRIGGER not_this BEFORE INSERT ON works FOR EACH ROW
       WHEN (NEW.title LIKE 'Never%') EXECUTE FUNCTION no()`,
    `CREATE TRIGGER not_public BEFORE INSERT ON works FOR EACH ROW
       WHEN (NEW.title LIKE 'Private%' AND NEW.published_at IS NOT NULL) EXECUTE FUNCTION no()`,
    `CREATE TRIGGER not_that BEFORE INSERT ON files FOR EACH ROW
       WHEN (NEW.name LIKE 'never%') EXECUTE FUNCTION no()`,
  ],
};

onEachDatabase((site: () => Site) => {
  let bot: Bot;
  let editor: Editor;
  let client: string;
  const logged: string[] = [];

  beforeAll(async () => {
    const { db, log } = site().strapi;
    bot = createBot(site());
    editor = createEditor(await createAdmin(site()));
    ({ client } = db.dialect);
    for (const rule of RULES[client] ?? []) await db.connection.raw(rule);
    jest.spyOn(log, 'error').mockImplementation((line: unknown) => {
      logged.push(String(line));
      return log;
    });
  });
  afterAll(() => jest.restoreAllMocks());
  beforeEach(() => void logged.splice(0));

  interface Answer {
    status: number;
    body: unknown;
    headers: Record<string, string>;
  }

  /** Expects a 400 without internal details, and the real error in the log. */
  const expectRefused = ({ status, body, headers }: Answer, reason: RegExp, inLog: RegExp) => {
    expect({ status, body }).toEqual({ status: 400, body: envelope(400, 'invalid-request') });
    expect(headers['retry-after']).toBeUndefined();
    expect(JSON.stringify(body)).toMatch(reason);
    expect(JSON.stringify(body)).not.toMatch(/secret|only_once|insert/i);
    expect(logged.join('\n')).toMatch(inLog);
  };

  const send = (title: string) =>
    bot.request('post', '/publications').send({ title, body: 'Quoted' });

  test('a value that has to be unique', async () => {
    await send('Once').expect(201);
    expectRefused(await send('Once'), /must be unique/, /unique/i);
    // The log must not contain the text of the work.
    expect(logged.join('\n')).not.toContain('Quoted');
  });

  test("a trigger's error, on create, publish and upload", async () => {
    expectRefused(await send('Never'), /rejected a value/, /secret rule/);
    const { id } = await bot.createPublication({ title: 'Private' });
    const published = await bot.request('post', `/publications/${id}/publish`);
    expectRefused(published, /rejected a value/, /secret rule/);
    expect((await bot.get(id)).status).toBe('draft');
    expectRefused(await sendFile(bot, pdf('never.pdf')), /rejected a value/, /secret rule/);
  });

  test('a value that is too long', async () => {
    // SQLite does not limit the length of a column.
    if (client === 'sqlite') return;
    expectRefused(await send('x'.repeat(41)), /too long/, /too long/);
  });

  test('the panel is told of a 400 too', async () => {
    const { status, body } = await editor.attempt({ title: 'Never by hand' });
    expect([status, body]).toMatchObject([
      400,
      { error: { message: 'The database rejected a value' } },
    ]);
    expect(logged.join('\n')).toMatch(/secret rule/);
    const works = await Promise.all(
      ['Private one', 'Private two'].map((title) => bot.createPublication({ title }))
    );
    await expect(editor.bulkPublish(works.map(({ id }) => id))).rejects.toThrow('answered 400');
  });

  test('nothing of it is half done', async () => {
    await expectNoDamage(site());
  });
});
