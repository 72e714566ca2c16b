import { get } from '../load.mjs';
import { deleteRow } from '../rows.mjs';
import { makeText } from '../samples/text.mjs';
import { FREQUENT_TITLE } from '../seed/statements.mjs';
import { createDraft, same, times } from '../sides/actions.mjs';

import { panelOperations } from './panel.mjs';
import {
  deepListCursor,
  deepPublicCursor,
  middleOfChanges,
  middleOfList,
  middleOfMaterials,
  pickPublishedSlugs,
  pickWorks,
} from './places.mjs';

/** Defines an operation that sends a request for each of many works. @param pick finds their ids */
const ofWorks = (title, requestOf, pick = pickWorks) => ({
  title,
  prepare: pick,
  run: ({ client, side }, id) => client.send(requestOf(side, id)),
});

/**
 * Creates a function that picks works and sends one request per work to prepare the measurement, for example
 * unpublishes all of them. The request must have no effect on works that already have the wanted state.
 */
const worksAfter = (requestOf) => async (store, count) => {
  const ids = await pickWorks(store, count);
  for (const id of ids) await store.client.send(requestOf(store.side, id));
  return ids;
};

const creation = (title, textOf) => ({
  title,
  prepare: async (_store, count) => times(count, textOf),
  run: (store, text) => createDraft(store, [], text),
});

const listOperations = [undefined, 'draft', 'published'].flatMap((status) => {
  const title = status === undefined ? 'list' : `list, ${status}`;
  const query = status === undefined ? {} : { status };
  return [
    same(`${title}, first page`, ({ side }) => side.list(query)),
    same(`${title}, page 5,000`, async (store) =>
      store.side.list({ ...query, cursor: await deepListCursor(store, status) })
    ),
  ];
});

/** Filters for the measured lists, keyed by the title of the measurement. Some match many works, others few. */
const FILTERS = {
  'a tag of many': { 'fields.tags': 'often' },
  'a tag of few': { 'fields.tags': 'seldom' },
  'a title of many': { title: 'the same' },
  'a title of few': { title: 'seldom' },
  'made by editors': { madeBy: 'editor' },
  'made by the bot': { madeBy: 'bot' },
  'a tag of many, published': { 'fields.tags': 'often', status: 'published' },
  'a tag of drafts, published': { 'fields.tags': 'drafts', status: 'published' },
  'a tag and a time': { 'fields.tags': 'often', updatedAfter: '2024-01-01T00:00:00Z' },
};

const filteredOperations = Object.entries(FILTERS).flatMap(([title, query]) => [
  same(`list, ${title}, first page`, ({ side }) => side.list(query)),
  same(`list, ${title}, the middle`, async (store) =>
    store.side.list({ ...query, cursor: await middleOfList(store) })
  ),
]);

/**
 * Operations that are measured on each store. Operations that create, publish or delete works come last, so that all
 * reads find the seeded number of works.
 *
 * @param {object} files the result of `storedFiles`.
 */
export const operations = (files) => [
  ...listOperations,
  ...filteredOperations,
  ...panelOperations,
  ofWorks('get', (side, id) => side.get(id)),
  same('materials, first page', ({ side }) => side.materials({ type: 'file' })),
  same('materials, the middle', async (store) =>
    store.side.materials({ cursor: await middleOfMaterials(store) })
  ),
  same('changes, the middle of the feed', async (store) => {
    const after = await middleOfChanges(store);
    return store.side.changes(after === undefined ? {} : { after });
  }),
  same('changes, nothing new', async ({ client, side }) => {
    const { next } = await client.sendForJson(side.changes({ after: 'latest' }));
    return side.changes({ after: next });
  }),
  ofWorks('change a title', (side, id) => side.change(id, { title: makeText().title })),
  same('public list, first page', () => get('/works')),
  same('public list, page 5,000', async (store) =>
    get('/works', { before: await deepPublicCursor(store) })
  ),
  ofWorks('public page of a work', (_side, slug) => get(`/works/${slug}`), pickPublishedSlugs),
  // The first tag has published works, the second has only drafts.
  ...['often', 'drafts'].map((tag) =>
    same(`public page of a tag, ${tag}`, async ({ client }) => {
      const request = get(`/works/tags/${tag}`);
      // The first request marks links that were inserted with SQL.
      await client.send(request);
      return request;
    })
  ),
  same('sitemaps of all works', () => get('/sitemap.xml')),
  creation('create, a title of its own', makeText),
  creation('create, the same title again', () => ({ ...makeText(), title: FREQUENT_TITLE })),
  ofWorks(
    'publish',
    (side, id) => side.publish(id),
    worksAfter((side, id) => side.unpublish(id))
  ),
  ofWorks(
    'unpublish',
    (side, id) => side.unpublish(id),
    worksAfter((side, id) => side.publish(id))
  ),
  { ...deleteRow(files), title: 'delete, with three media' },
];
