import type { Bot } from '../support/bot';
import { envelope } from '../support/envelope';
import { pdf } from '../support/files';
import { describeWithMariaDb } from '../support/mariadb';
import { describeWithPostgres } from '../support/postgres';
import type { Site } from '../support/site';
import type { Moment, TcpProxy } from '../support/tcp-proxy';
import { sendFile } from '../support/uploads';
import { startBehindProxy, type SiteBehindProxy } from './site-behind-proxy';

const servers = [
  { client: 'postgres', describeWith: describeWithPostgres },
  { client: 'mysql', describeWith: describeWithMariaDb },
] as const;
const cutMoments: Moment[] = ['before', 'after'];

for (const { client, describeWith } of servers) {
  describeWith(`a line to ${client} that is cut at a COMMIT`, () => {
    let behind: SiteBehindProxy;
    let bot: Bot;
    let proxy: TcpProxy;
    let site: Site;

    beforeAll(async () => {
      // The worker is disabled, because its commits belong to no request.
      behind = await startBehindProxy(client, { BOT_WORKER: 'false' });
      ({ bot, proxy, site } = behind);
    }, 120_000);
    afterAll(() => behind.stop());

    type Request = ReturnType<Bot['request']>;

    /** Sends a request, cuts the connection at its COMMIT, and expects a 503, because the outcome is unknown. */
    const expectCut = async (moment: Moment, request: () => Request): Promise<void> => {
      proxy.cutNextCommit(moment);
      const { status, body } = await request();
      expect(proxy.hasCut).toBe(true);
      expect({ status, body: body as unknown }).toEqual({
        status: 503,
        body: envelope(503, 'database-unavailable'),
      });
    };

    const titled = async (title: string): Promise<string[]> =>
      (await bot.list({ limit: 100 }))
        .filter((publication) => publication.title === title)
        .map(({ id }) => id);

    describe.each(cutMoments)('%s it', (moment) => {
      test('a create is there or not, and its key makes it one', async () => {
        const title = `Created ${moment}`;
        const create = () =>
          bot.request('post', '/publications').set('Idempotency-Key', title).send({ title });
        await expectCut(moment, create);
        expect(await titled(title)).toHaveLength(moment === 'before' ? 0 : 1);
        const { body } = await create().expect(201);
        expect(await titled(title)).toEqual([(body as { id: string }).id]);
      });

      test('a publish is done or not, and can be repeated', async () => {
        const { id } = await bot.createPublication({ title: `Published ${moment}` });
        const publish = () =>
          bot
            .request('post', `/publications/${id}/publish`)
            .set('Idempotency-Key', `publish ${id}`);
        await expectCut(moment, publish);
        expect((await bot.get(id)).status).toBe(moment === 'before' ? 'draft' : 'published');
        await publish().expect(200);
        expect((await bot.get(id)).status).toBe('published');
      });

      test('a delete is done or not', async () => {
        const media = [await bot.upload(pdf())];
        const { id } = await bot.createPublication({ title: `Deleted ${moment}`, media });
        await expectCut(moment, () => bot.request('delete', `/publications/${id}`));
        const { status } = await bot.request('get', `/publications/${id}`);
        expect(status).toBe(moment === 'before' ? 200 : 404);
        if (moment === 'before') {
          expect((await bot.remove(id)).media.deleted).toEqual(
            media.map((material) => material.id)
          );
        }
      });

      test('an upload is there or not, and its key makes it one', async () => {
        const file = pdf(`cut-${moment}.pdf`);
        const upload = () => sendFile(bot, file).set('Idempotency-Key', file.name);
        const count = async (): Promise<number> =>
          (await site.strapi.db.connection('files').where({ name: file.name })).length;
        await expectCut(moment, upload);
        expect(await count()).toBe(moment === 'before' ? 0 : 1);
        await upload().expect(201);
        expect(await count()).toBe(1);
      });
    });
  });
}
