import { createAdmin } from '../support/admin';
import { series } from '../support/series';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { withDatabase } from '../support/sqlite-file';
import { until } from '../support/until';

/** The limit for Strapi's own search, plus one publication. */
const MANY = 10_001;
const BODY = 'The night train left the harbour before anybody had found a light. '.repeat(3);
const MINUTES_2 = 120_000;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
  await server.kill9();
  await withDatabase(server.databaseFile, (database) =>
    database
      .prepare(
        `INSERT INTO works (document_id, title, slug, body, bot_status, created_at, updated_at)
         SELECT 'work' || i, 'Number ' || i, 'work-' || i, '${BODY}' || i, 'draft', i, i FROM ${series.sqlite(MANY)}`
      )
      .run()
  );
  server = await server.restart();
}, MINUTES_2);
afterAll(() => server.stop());

interface Fill {
  /** Progress of the indexer; undefined before its start. */
  progress: { row: number; isFilled: boolean } | undefined;
  indexed: number;
}

const readFill = (): Promise<Fill> =>
  withDatabase(server.databaseFile, async (_database, select) => {
    const [kept] = await select<{ value: string }>(
      `SELECT value FROM bot_states WHERE document_id = 'search'`
    );
    if (kept === undefined) return { progress: undefined, indexed: 0 };
    const [row] = await select<{ indexed: number }>(
      'SELECT COUNT(*) AS indexed FROM bot_search_index_docsize'
    );
    return { progress: JSON.parse(kept.value) as Fill['progress'], indexed: row?.indexed ?? 0 };
  });

test(
  'a site of many works fills the index of its search by itself, and goes on where a kill has met it',
  async () => {
    await until('the fill has begun', async () => ((await readFill()).progress?.row ?? 0) > 0);
    await server.kill9();
    const met = await readFill();
    expect(met.progress?.isFilled).toBe(false);
    // Index and progress are written in one transaction, and row ids start at 1.
    expect(met.indexed).toBe(met.progress?.row);

    server = await server.restart();
    const filled = async () => (await readFill()).progress?.isFilled === true;
    await until('the index is filled', filled, MINUTES_2, 100);
    expect(await readFill()).toMatchObject({ progress: { row: MANY }, indexed: MANY });

    const { agent } = await createAdmin(server);
    const { body } = await agent
      .get('/content-manager/collection-types/api::work.work?_q=umber%207777')
      .expect(200);
    expect(body).toMatchObject({ results: [{ title: 'Number 7777' }], pagination: { total: 1 } });
    expect(server.log).not.toMatch(/\b(?:warn|error)\b/);
  },
  MINUTES_2 * 2
);
