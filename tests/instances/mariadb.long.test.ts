import { createConnection, type Connection } from 'mysql2/promise';
import supertest, { type Response, type Test } from 'supertest';

import { rounds } from '../concurrency/rounds';
import { createAdmin } from '../support/admin';
import type { Select } from '../support/audit';
import type { Bot, Publication } from '../support/bot';
import { jpeg, pdf } from '../support/files';
import { describeWithMariaDb } from '../support/mariadb';
import { newDatabase } from '../support/new-database';
import { storageSettles } from '../support/storage';
import { until } from '../support/until';
import { startPair, testPair, type Pair } from './pair';

const MINUTES_4 = 240_000;
/** Public address of all instances of the site. */
const ADDRESS = 'https://site.example.org';
const NEXT = /<([^>]+)>; rel="next"/;

describeWithMariaDb('two instances on one MariaDB and one folder', () => {
  let pair: Pair;
  let here: Bot;
  let there: Bot;
  let connection: Connection;

  beforeAll(async () => {
    const { env, url } = await newDatabase('mysql');
    connection = await createConnection(url);
    // The audit quotes names as in standard SQL.
    await connection.query(`SET SESSION sql_mode = 'ANSI_QUOTES'`);
    pair = await startPair({ ...env, PUBLIC_URL: ADDRESS }, select);
    ({ here, there } = pair);
  }, MINUTES_4);

  afterAll(async () => {
    await connection.end();
    await pair.stop();
  }, MINUTES_4);

  const select: Select = async <Row>(sql: string) => (await connection.query(sql))[0] as Row[];

  const create = (title: string): Test => here.request('post', '/publications').send({ title });

  /** Retries a 503, because InnoDB may abort one of two concurrent transactions. */
  const untilDone = async (request: () => Test): Promise<Response> => {
    const answer = await request();
    return answer.status === 503 ? untilDone(request) : answer;
  };

  test('two at the same moment on an empty database come up with one of everything', async () => {
    for (const server of pair.servers)
      await supertest(server.url).get('/api/bot/health').expect(200);
    expect(await select(`SELECT name FROM upload_folders WHERE name LIKE 'Bot%'`)).toHaveLength(1);
    expect(
      await select(
        `SELECT constraint_name FROM information_schema.table_constraints
         WHERE constraint_schema = DATABASE() AND constraint_name = 'bot_files_type_rule'`
      )
    ).toHaveLength(1);
    const indexes = await select<{ parts: string }>(
      `SELECT GROUP_CONCAT(column_name ORDER BY seq_in_index) AS parts, table_name
       FROM information_schema.statistics WHERE table_schema = DATABASE()
         AND table_name IN ('works', 'files', 'bot_removals', 'bot_idempotency_records')
         AND index_name <> 'PRIMARY' GROUP BY table_name, index_name`
    );
    const lines = indexes.map((index) => JSON.stringify(index));
    expect(new Set(lines).size).toBe(lines.length);
  });

  test('the bot walks from an upload to the delete', async () => {
    const media = [await here.upload(await jpeg()), await there.upload(pdf())];
    expect(media.map(({ type }) => type)).toEqual(['image', 'file']);
    const text = 'Grüße, 世界 🌍';
    const { id } = await here.createPublication({ title: text, body: text, media });
    expect(await there.get(id)).toMatchObject({ title: text, body: text, status: 'draft', media });

    const { url } = await there.publish(id);
    expect(await here.publish(id)).toEqual({ id, url });
    expect(await here.get(id)).toMatchObject({ status: 'published', url });
    const page = new URL(url).pathname;
    const { text: html } = await supertest(pair.servers[0].url).get(page).expect(200);
    expect(html).toContain(text);

    await here.unpublish(id);
    await supertest(pair.servers[1].url).get(page).expect(410);
    await there.publish(id);
    const { media: report } = await here.remove(id);
    expect(report).toEqual({ deleted: media.map((material) => material.id), kept: [] });
    await here.request('get', `/publications/${id}`).expect(404);
    expect(await storageSettles(pair, [])).toBe(true);
    await pair.expectNoDamage();
  });

  test('a delete keeps what another publication uses', async () => {
    const [own, shared] = [await here.upload(pdf('own.pdf')), await here.upload(pdf('shared.pdf'))];
    const first = await here.createPublication({ title: 'First', media: [own, shared] });
    const second = await there.createPublication({ title: 'Second', media: [shared] });
    const { media } = await there.remove(first.id);
    expect(media).toEqual({ deleted: [own.id], kept: [shared.id] });
    expect((await here.remove(second.id)).media).toEqual({ deleted: [shared.id], kept: [] });
    await pair.expectNoDamage();
  });

  test('the database itself refuses another type of file', async () => {
    const { id } = await here.upload(pdf());
    for (const type of [`'audio'`, `''`, 'NULL']) {
      await expect(
        connection.query(
          `INSERT INTO files (document_id, name, hash, mime, size, url, provider, type)
           VALUES ('x', 'x', 'x', 'audio/wav', 1, '/x', 'local', ${type})`
        )
      ).rejects.toThrow(/bot_files_type_rule|cannot be null/);
    }
    await expect(
      connection.query(`UPDATE files SET type = 'audio' WHERE document_id = ?`, [id])
    ).rejects.toThrow('bot_files_type_rule');
  });

  test('pages of the list follow one another, each publication once', async () => {
    const created: string[] = [];
    for (let number = 1; number <= 7; number += 1) {
      created.push((await here.createPublication({ title: `Paged ${number}` })).id);
    }
    await here.publish(created[2]);
    await there.publish(created[5]);
    const walk = async (query: string): Promise<string[]> => {
      const ids: string[] = [];
      let address: string | undefined = `/publications?limit=2${query}`;
      while (address !== undefined) {
        const answer: Response = await there.request('get', address).expect(200);
        ids.push(...(answer.body as Publication[]).map(({ id }) => id));
        const next: string | undefined = NEXT.exec(String(answer.headers.link))?.[1];
        address = next?.slice(next.indexOf('/publications'));
      }
      return ids;
    };
    const all = await walk('');
    expect(new Set(all).size).toBe(all.length);
    expect(all.slice(0, 7)).toEqual([...created].reverse());
    expect(await walk('&status=published')).toEqual([created[5], created[2]]);
    expect((await walk('&status=draft')).slice(0, 5)).toEqual(
      created.filter((_id, index) => index !== 2 && index !== 5).reverse()
    );
  });

  test('the Media Library deletes no folder in which there is a file that a work uses', async () => {
    const material = await here.upload(await jpeg());
    const { id } = await here.createPublication({ title: 'Uses the folder', media: [material] });
    const folders = await select<{ id: number }>('SELECT id FROM upload_folders');
    const { agent } = await createAdmin(pair.servers[0]);
    const { body } = await agent
      .post('/upload/actions/bulk-delete')
      .send({ folderIds: folders.map((folder) => folder.id) })
      .expect(400);
    expect(body.error.message).toMatch(/^Nothing was deleted: /);
    expect(body.error.details).toEqual({ code: 'file-in-use' });
    expect((await there.remove(id)).media.deleted).toEqual([material.id]);
  });

  // The isolation level is MariaDB's default and not READ COMMITTED, as for a stock site.
  test('twenty creates of one title on one instance give twenty slugs', async () => {
    const title = 'Twenty of them';
    await Promise.all(Array.from({ length: 20 }, () => untilDone(() => create(title))));
    const { works } = await pair.expectNoDamage();
    const slugs = works.filter((work) => work.title === title).map(({ slug }) => slug);
    expect([slugs.length, new Set(slugs).size]).toEqual([20, 20]);
  });

  test('locks use up no numbers', async () => {
    const { id } = await here.createPublication({ title: 'Locked often' });
    await here.publish(id);
    const next = () =>
      select(`SELECT AUTO_INCREMENT FROM information_schema.tables
      WHERE table_schema = DATABASE() AND table_name = 'bot_locks'`);
    const before = await next();
    for (let number = 0; number < 5; number += 1) await here.publish(id);
    expect(await next()).toEqual(before);
  });

  test('a cursor of a year that no DATETIME holds is refused', async () => {
    const cursor = Buffer.from('999999999999999.abc').toString('base64url');
    await here.request('get', `/publications?cursor=${cursor}`).expect(400);
  });

  test('a claim is bounded by the clock of the database', async () => {
    const create = () =>
      here.request('post', '/publications').set('Idempotency-Key', 'left').send({ title: 'Left' });
    await create().expect(201);
    await connection.query(
      `UPDATE bot_idempotency_records SET answer = NULL, expires_at = UTC_TIMESTAMP(6) + INTERVAL 3 SECOND
       ORDER BY id DESC LIMIT 1`
    );
    const { body } = await create().expect(409);
    expect([1, 2, 3]).toContain(body.error.details.claimExpiresInSeconds);
    await until('it is free again', async () => (await create()).status === 201);
  });

  test('a delete here and a create there agree on who has the material', async () => {
    await rounds(30, async (number) => {
      const material = await here.upload(pdf());
      const { id } = await here.createPublication({ title: `Old ${number}`, media: [material] });
      const [removed, created] = await Promise.all([
        untilDone(() => here.request('delete', `/publications/${id}`)),
        untilDone(() =>
          there.request('post', '/publications').send({ title: `New ${number}`, media: [material] })
        ),
      ]);
      expect(removed.status).toBe(200);
      expect([201, 400]).toContain(created.status);
      const { files, links } = await pair.expectNoDamage();
      const file = files.find((row) => row.document_id === material.id);
      expect(file !== undefined).toBe(created.status === 201);
      expect(links.some((link) => link.file_id === file?.id)).toBe(created.status === 201);
    });
  });

  testPair(() => pair);
});
