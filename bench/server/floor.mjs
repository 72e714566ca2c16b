import { once } from 'node:events';

const TABLE = 'bench_floor';
const ROWS = 25;

/**
 * Starts the smallest server for comparison: Koa with one route, in the same process and on the same database. `GET`
 * reads 25 rows, `POST` inserts a text in a transaction.
 *
 * @returns its port
 */
export const startFloor = async (Koa, knex) => {
  await knex.schema.createTable(TABLE, (table) => {
    table.increments('id');
    table.text('text');
  });
  const read = () => knex(TABLE).orderBy('id', 'desc').limit(ROWS);
  const write = async (request) => {
    const { title, body } = JSON.parse(Buffer.concat(await request.toArray()));
    const text = `${title}\n${body}`;
    const [id] = await knex.transaction((transaction) => transaction(TABLE).insert({ text }));
    return { id };
  };
  const server = new Koa()
    .use(async (ctx) => {
      ctx.body = ctx.method === 'GET' ? await read() : await write(ctx.req);
    })
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
};
