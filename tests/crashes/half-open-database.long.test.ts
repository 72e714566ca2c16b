import type { Bot } from '../support/bot';
import { envelope } from '../support/envelope';
import { pdf } from '../support/files';
import { describeWithMariaDb } from '../support/mariadb';
import { describeWithPostgres } from '../support/postgres';
import type { Site } from '../support/site';
import type { TcpProxy } from '../support/tcp-proxy';
import { until } from '../support/until';
import { sendFile } from '../support/uploads';
import { startBehindProxy, type SiteBehindProxy } from './site-behind-proxy';

const SECONDS = 2;
/** Time limit in milliseconds for a connection and an answer, twice, on a loaded machine. */
const PATIENCE_MILLISECONDS = 20_000;
/** More requests than there are connections. */
const LISTS = 20;

const servers = [
  { client: 'postgres', describeWith: describeWithPostgres },
  { client: 'mysql', describeWith: describeWithMariaDb },
] as const;

for (const { client, describeWith } of servers) {
  describeWith(`a line to ${client} that takes everything and never answers`, () => {
    let behind: SiteBehindProxy;
    let bot: Bot;
    let proxy: TcpProxy;
    let site: Site;

    beforeAll(async () => {
      behind = await startBehindProxy(client, { DATABASE_TIMEOUT_SECONDS: String(SECONDS) });
      ({ bot, proxy, site } = behind);
    }, 120_000);
    afterAll(() => behind.stop());

    test('every request is answered 503 in bounded time, and all is well when the line is', async () => {
      const { id } = await bot.createPublication({ title: 'Before' });
      await Promise.all(Array.from({ length: LISTS }, () => bot.list()));
      proxy.freeze();

      const startedAt = performance.now();
      const answers = await Promise.all([
        ...Array.from({ length: LISTS }, () => bot.request('get', '/publications')),
        bot.request('post', '/publications').send({ title: 'During' }),
        bot.request('post', '/publications').set('Idempotency-Key', 'half').send({ title: 'Half' }),
        bot.request('post', `/publications/${id}/publish`),
        bot.request('delete', `/publications/${id}`),
        sendFile(bot, pdf()),
      ]);
      for (const { status, body } of answers) {
        expect({ status, body: body as unknown }).toEqual({
          status: 503,
          body: envelope(503, 'database-unavailable'),
        });
      }
      expect((await bot.request('get', '/health')).status).toBe(503);
      expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MILLISECONDS);

      proxy.thaw();
      await until(
        'the site has recovered by itself',
        async () => (await bot.request('get', `/publications/${id}`)).status === 200
      );
      await bot.publish(id);
      await bot.remove(id);
    }, 60_000);

    test('a statement that waits for a lock too long is given up, and the connection is kept', async () => {
      const { id } = await bot.createPublication({ title: 'Locked' });
      const { connection } = site.strapi.db;
      const holder = await connection.transaction();
      await holder('works').where('document_id', id).forUpdate();
      const { status, body } = await bot.request('delete', `/publications/${id}`);
      await holder.rollback();
      expect({ status, body: body as unknown }).toEqual({
        status: 503,
        body: envelope(503, 'database-unavailable'),
      });
      await bot.remove(id);
    }, 60_000);
  });
}
