import { createBot } from '../support/bot';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { withDatabase } from '../support/sqlite-file';
import { until } from '../support/until';

const MANY = 80;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.stop());

interface Row {
  id: string;
  publishAt: number | null;
  publicVersions: number;
}

/** Reads the status and schedule of each publication while no server runs. */
const rows = (): Promise<Row[]> =>
  withDatabase(server.databaseFile, (_database, select) =>
    select<Row>(`SELECT draft.document_id AS id, details.publish_at AS publishAt,
        (SELECT COUNT(*) FROM works public
          WHERE public.document_id = draft.document_id AND public.published_at IS NOT NULL)
          AS publicVersions
      FROM works draft LEFT JOIN bot_publication_details details
        ON details.document_id = draft.document_id
      WHERE draft.published_at IS NULL`)
  );

const scheduleMany = async (): Promise<void> => {
  const bot = createBot(server);
  const publishAt = '2099-01-01T00:00:00Z';
  for (let number = 1; number <= MANY; number += 1) {
    await bot.createPublication({ title: `Work ${number}`, publishAt });
  }
};

/** Makes all schedules due now. */
const makeDue = (): Promise<void> =>
  withDatabase(server.databaseFile, (database) => {
    database.exec(`UPDATE bot_publication_details SET publish_at = ${Date.now()}`);
    database.exec('UPDATE bot_publication_details SET due_at = publish_at');
  });

const waitingOnes = () => createBot(server).list({ status: 'scheduled', limit: 100 });

test('what came due while the site was down is published at its next start', async () => {
  await scheduleMany();
  await server.kill9();
  expect((await rows()).map(({ publicVersions }) => publicVersions)).toEqual(Array(MANY).fill(0));
  await makeDue();

  const startedAt = Date.now();
  server = await server.restart();
  await until('all are public', async () => (await waitingOnes()).length === 0);
  const listed = await createBot(server).list({ limit: 100 });
  expect(listed).toHaveLength(MANY);
  for (const { status, publishedAt } of listed) {
    expect(status).toBe('published');
    expect(Date.parse(String(publishedAt))).toBeGreaterThan(startedAt);
  }
});

test('one that dies while it publishes has published each wholly or not at all', async () => {
  const bot = createBot(server);
  for (const { id } of await bot.list({ limit: 100 })) await bot.remove(id);
  await scheduleMany();
  await makeDue();
  await until('some are public and some are not', async () => {
    const left = (await waitingOnes()).length;
    return left > 0 && left < MANY;
  });
  await server.kill9();

  const left = await rows();
  expect(left).toHaveLength(MANY);
  for (const { publishAt, publicVersions } of left) {
    expect(publicVersions).toBe(publishAt === null ? 1 : 0);
  }
  server = await server.restart();
  await until('all are public', async () => (await waitingOnes()).length === 0);
  await server.kill9();
  expect((await rows()).map(({ publicVersions }) => publicVersions)).toEqual(Array(MANY).fill(1));
});
