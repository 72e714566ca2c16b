import { createRequire } from 'node:module';
import path from 'node:path';

import { root } from '../../scripts/terminal.mjs';

const require = createRequire(import.meta.url);
const compiled = (file) => require(path.join(root, 'dist/src', file));

const LIST_PAGE = 25;
const PUBLIC_PAGE = 20;
const PAGES = 5000;

/** How many rows lie before the page: 5,000 pages, or all but the last page of a smaller store. */
const depthOf = (rows, pageSize) => Math.max(0, Math.min(PAGES * pageSize, rows - pageSize - 1));

const countOf = async (server, condition) => {
  const [{ count }] = await server.ask(
    'select',
    `SELECT count(*) AS count FROM works WHERE ${condition}`
  );
  return Number(count);
};

/** The row before a page, found the slow way. */
const rowBefore = async (server, { columns, condition, order, pageSize }) => {
  const depth = depthOf(await countOf(server, condition), pageSize);
  const rows = await server.ask(
    'select',
    `SELECT ${columns} FROM works WHERE ${condition} ORDER BY ${order} LIMIT 1 OFFSET ${depth}`
  );
  return rows[0];
};

/**
 * The cursor of a page far back in the bot's list, as the API would have given it.
 *
 * @param {import('../sides/actions.mjs').Participant} participant
 * @param {'draft' | 'published'} [status]
 */
export const deepListCursor = async ({ server, client, side }, status) => {
  const { document_id: id } = await rowBefore(server, {
    columns: 'document_id',
    condition: status === undefined ? 'published_at IS NULL' : `bot_status = '${status}'`,
    order: 'created_at DESC, document_id DESC',
    pageSize: LIST_PAGE,
  });
  // Dates are written differently by each database; the API gives them in one form.
  const { createdAt } = await client.sendForJson(side.get(id));
  // As `protocol/cursor.ts` of the plugin writes it.
  return Buffer.from(`${Date.parse(createdAt)}.${id}`).toString('base64url');
};

/** The cursor of the middle of the bot's list, as the API would have given it. */
export const middleOfList = async ({ server, client, side, shape }) => {
  const [{ document_id: id }] = await server.ask(
    'select',
    `SELECT document_id FROM works WHERE id = ${Math.ceil(shape.works / 2)}`
  );
  const { createdAt } = await client.sendForJson(side.get(id));
  return Buffer.from(`${Date.parse(createdAt)}.${id}`).toString('base64url');
};

/** The cursor of the middle of the feed of changes, as the API would have given it. */
export const middleOfChanges = async ({ server, shape }) => {
  const number = Math.max(1, Math.floor(shape.changes / 2));
  const rows = await server.ask(
    'select',
    `SELECT document_id FROM bot_changes WHERE number = ${number}`
  );
  // As `protocol/changes/cursor.ts` of the plugin writes it; a store without changes has none.
  return rows.length === 0
    ? undefined
    : Buffer.from(`${number}.${rows[0].document_id}`).toString('base64url');
};

/** The cursor of the middle of the list of materials, as the API would have given it. */
export const middleOfMaterials = async ({ server }) => {
  const [{ last }] = await server.ask('select', 'SELECT max(id) AS last FROM files');
  // As `protocol/cursor.ts` of the plugin writes it.
  return Buffer.from(`material.${Math.ceil(Number(last) / 2)}`).toString('base64url');
};

/** The cursor of a page far back in the public list. */
export const deepPublicCursor = async ({ server }) => {
  const { encodeCursor } = compiled('api/work/services/cursor.js');
  const row = await rowBefore(server, {
    columns: 'id, published_at',
    condition: 'published_at IS NOT NULL',
    order: 'published_at DESC, id DESC',
    pageSize: PUBLIC_PAGE,
  });
  return encodeCursor({ publishedAt: new Date(row.published_at), id: Number(row.id) });
};
