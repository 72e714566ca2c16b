import { Client } from 'pg';

import { createAdmin } from '../support/admin';
import { createBot } from '../support/bot';
import { codeOf, envelope } from '../support/envelope';
import { pdf } from '../support/files';
import { describeWithPostgres, startPostgres, type Postgres } from '../support/postgres';
import { startSite, type Site } from '../support/site';
import { until } from '../support/until';
import { sendFile } from '../support/uploads';

const WORKS = '/content-manager/collection-types/api::work.work';

describeWithPostgres('a database that may only be read, as one that is to take over', () => {
  // Starts its own server, because the test changes server-wide settings.
  let server: Postgres;
  let site: Site;
  let client: Client;
  beforeAll(async () => {
    server = await startPostgres();
    site = await startSite({ env: { DATABASE_CLIENT: 'postgres', DATABASE_URL: server.url } });
    client = new Client({ connectionString: server.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await site.stop();
    await server.stop();
  });

  const readOnly = async (isOn: boolean): Promise<void> => {
    await client.query('SET default_transaction_read_only = off');
    await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${isOn ? 'on' : 'off'}`);
    await client.query('SELECT pg_reload_conf()');
    // Connections apply the new setting with a short delay.
    const said = isOn ? 'on' : 'off';
    for (let isKnown = false; !isKnown;) {
      const shown: { rows: Record<string, string>[] } = await site.strapi.db.connection.raw(
        'SHOW default_transaction_read_only'
      );
      isKnown = shown.rows[0]?.default_transaction_read_only === said;
    }
  };

  test('is read, takes nothing for a moment, and then all again', async () => {
    const bot = createBot(site);
    const admin = await createAdmin(site);
    const { id } = await bot.createPublication({ title: 'Before' });

    await readOnly(true);
    site.strapi.log.silent = true;
    expect((await bot.get(id)).title).toBe('Before');
    const writes = [
      await bot.request('post', '/publications').send({ title: 'Refused' }),
      await bot.request('post', `/publications/${id}/publish`),
      await bot.request('delete', `/publications/${id}`),
      await sendFile(bot, pdf()),
    ];
    for (const answer of writes) {
      expect([answer.status, codeOf(answer)]).toEqual([503, 'database-unavailable']);
      expect(answer.body).toEqual(envelope(503, 'database-unavailable'));
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await admin.agent.put(`${WORKS}/${id}`).send({ title: 'Refused' })).status).toBe(503);

    await readOnly(false);
    site.strapi.log.silent = false;
    await bot.publish(id);
    expect((await bot.get(id)).status).toBe('published');
    await bot.upload(pdf());
  });

  test('is written again as soon as it may be, by connections that began while it might not', async () => {
    const bot = createBot(site);
    const database = new URL(server.url).pathname.slice(1);
    const alterDatabase = (words: string) => client.query(`ALTER DATABASE "${database}" ${words}`);
    const create = () => bot.request('post', '/publications').send({ title: 'Asked again' });

    await alterDatabase('SET default_transaction_read_only = on');
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [database]
    );
    site.strapi.log.silent = true;
    await until('new connections only read', async () => (await create()).status === 503);
    // Sends as many requests as the site has connections.
    await Promise.all(Array.from({ length: 20 }, () => bot.list()));

    await client.query('SET default_transaction_read_only = off');
    await alterDatabase('RESET default_transaction_read_only');
    const statuses: number[] = [];
    while (statuses.at(-1) !== 201 && statuses.length < 20) statuses.push((await create()).status);
    // Each old connection fails once before the site replaces it.
    expect(statuses.at(-1)).toBe(201);
    expect(statuses.length).toBeLessThanOrEqual(11);
    site.strapi.log.silent = false;
  });
});
