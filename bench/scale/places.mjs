import { createRandom } from '../samples/noise.mjs';
import { times } from '../sides/actions.mjs';

const LIST_PAGE = 25;
const PUBLIC_PAGE = 20;
const PAGES = 5000;

const random = createRandom(5);

const cursor = (text) => Buffer.from(text).toString('base64url');

const select = (columns, condition) => `SELECT ${columns} FROM works WHERE ${condition}`;

/**
 * Reads the row that precedes a page far back in a list: the first row after 5,000 pages, or in a smaller store the row
 * before the last page. Uses OFFSET.
 */
const rowBefore = async ({ server }, columns, condition, order, pageSize) => {
  const [{ count }] = await server.request('select', select('count(*) AS count', condition));
  const depth = Math.max(0, Math.min(PAGES * pageSize, Number(count) - pageSize - 1));
  const [row] = await server.request(
    'select',
    `${select(columns, condition)} ORDER BY ${order} LIMIT 1 OFFSET ${depth}`
  );
  return row;
};

// Cursors are built as the API builds them: see the files `cursor.ts` of the plugin and the site.

/**
 * Cursor of the page that begins after a work in the bot's list. Reads the date from the API, because each database
 * formats dates differently.
 */
const cursorAfter = async ({ client, side }, { document_id: id }) => {
  const { createdAt } = await client.sendForJson(side.get(id));
  return cursor(`${Date.parse(createdAt)}.${id}`);
};

/** Cursor of a page far back in the bot's list. @param {'draft' | 'published'} [status] */
export const deepListCursor = async (site, status) => {
  const condition = status ? `bot_status = '${status}'` : 'published_at IS NULL';
  const order = 'created_at DESC, document_id DESC';
  return cursorAfter(site, await rowBefore(site, 'document_id', condition, order, LIST_PAGE));
};

/** Cursor in the middle of the bot's list. */
export const middleOfList = async (site) => {
  const condition = `id = ${Math.ceil(site.shape.works / 2)}`;
  const [row] = await site.server.request('select', select('document_id', condition));
  return cursorAfter(site, row);
};

/** Cursor in the middle of the changes feed; undefined in a store without changes. */
export const middleOfChanges = async ({ server, shape }) => {
  const number = Math.max(1, Math.floor(shape.changes / 2));
  const changes = `SELECT document_id FROM bot_changes WHERE number = ${number}`;
  const [change] = await server.request('select', changes);
  return change && cursor(`${number}.${change.document_id}`);
};

/** Cursor in the middle of the list of materials. */
export const middleOfMaterials = async ({ server }) => {
  const [{ last }] = await server.request('select', 'SELECT max(id) AS last FROM files');
  return cursor(`material.${Math.ceil(Number(last) / 2)}`);
};

/** Cursor of a page far back in the public list. */
export const deepPublicCursor = async (site) => {
  const order = 'published_at DESC, id DESC';
  const condition = 'published_at IS NOT NULL';
  const row = await rowBefore(site, 'id, published_at', condition, order, PUBLIC_PAGE);
  return cursor(`${new Date(row.published_at).getTime()}.${row.id}`);
};

/** Random drafts of the whole store. */
const pickRows = ({ server, shape }, count, columns) => {
  const numbers = new Set();
  while (numbers.size < Math.min(count, shape.works)) {
    numbers.add(1 + Math.floor(random() * shape.works));
  }
  const condition = `published_at IS NULL AND id IN (${[...numbers].join(', ')})`;
  return server.request('select', select(columns, condition));
};

const repeat = (values, count) => times(count, (index) => values[index % values.length]);

/** Ids of random works of the whole store. */
export const pickWorks = async (site, count) =>
  repeat(await pickRows(site, count, 'document_id'), count).map((row) => row.document_id);

/** Slugs of random published works of the whole store. */
export const pickPublishedSlugs = async (site, count) => {
  const rows = await pickRows(site, count * 4, 'slug, bot_status');
  const published = rows.filter((row) => row.bot_status === 'published');
  const some =
    published.length > 0
      ? published
      : await site.server.request(
          'select',
          `${select('slug', `bot_status = 'published'`)} LIMIT ${count}`
        );
  return repeat(some, count).map((row) => row.slug);
};
