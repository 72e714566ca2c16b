import { FREQUENT_TITLE } from '../seed/statements.mjs';
import { makeText } from '../samples/text.mjs';
import { createDraft } from '../sides/actions.mjs';
import { deleteOf } from '../scenarios/delete.mjs';

import {
  deepListCursor,
  deepPublicCursor,
  middleOfChanges,
  middleOfList,
  middleOfMaterials,
} from './cursors.mjs';
import { panelOperations } from './panel.mjs';
import { pickPublishedSlugs, pickWorks } from './picks.mjs';

const STATUSES = [undefined, 'draft', 'published'];

const copies = (value, count) => Array.from({ length: count }, () => value);
const run = ({ client }, request) => client.send(request);

const listOperations = STATUSES.flatMap((status) => {
  const title = status === undefined ? 'list' : `list, ${status}`;
  const query = status === undefined ? {} : { status };
  return [
    {
      title: `${title}, first page`,
      prepare: async ({ side }, count) => copies(side.list(query), count),
      run,
    },
    {
      title: `${title}, page 5,000`,
      prepare: async (participant, count) => {
        const cursor = await deepListCursor(participant, status);
        return copies(participant.side.list({ ...query, cursor }), count);
      },
      run,
    },
  ];
});

/** What makes a list narrower: common, and rare among all others. */
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
  {
    title: `list, ${title}, first page`,
    prepare: async ({ side }, count) => copies(side.list(query), count),
    run,
  },
  {
    title: `list, ${title}, the middle`,
    prepare: async (participant, count) => {
      const cursor = await middleOfList(participant);
      return copies(participant.side.list({ ...query, cursor }), count);
    },
    run,
  },
]);

const page = (path) => ({ method: 'GET', path });

/** Brings works into a state by requests that change nothing if they are in it already. */
const bring = async ({ client }, ids, request) => {
  for (const id of ids) await client.send(request(id));
  return ids;
};

/**
 * What is measured on each store. Reading comes first, while each store is as it was seeded.
 *
 * @param {object} files what `storedFiles` returns.
 */
export const operations = (files) => [
  ...listOperations,
  ...filteredOperations,
  ...panelOperations,
  {
    title: 'get',
    prepare: pickWorks,
    run: (participant, id) => run(participant, participant.side.get(id)),
  },
  {
    title: 'materials, first page',
    prepare: async ({ side }, count) => copies(side.materials({ type: 'file' }), count),
    run,
  },
  {
    title: 'materials, the middle',
    prepare: async (participant, count) => {
      const cursor = await middleOfMaterials(participant);
      return copies(participant.side.materials({ cursor }), count);
    },
    run,
  },
  {
    title: 'changes, the middle of the feed',
    prepare: async (participant, count) => {
      const after = await middleOfChanges(participant);
      return copies(participant.side.changes(after === undefined ? {} : { after }), count);
    },
    run,
  },
  {
    title: 'changes, nothing new',
    prepare: async ({ client, side }, count) => {
      const { next } = await client.sendForJson(side.changes({ after: 'latest' }));
      return copies(side.changes({ after: next }), count);
    },
    run,
  },
  {
    title: 'change a title',
    prepare: pickWorks,
    run: (participant, id) =>
      run(participant, participant.side.change(id, { title: makeText().title })),
  },
  {
    title: 'public list, first page',
    prepare: async (_participant, count) => copies(page('/works'), count),
    run,
  },
  {
    title: 'public list, page 5,000',
    prepare: async (participant, count) =>
      copies(page(`/works?before=${await deepPublicCursor(participant)}`), count),
    run,
  },
  {
    title: 'public page of a work',
    prepare: async (participant, count) =>
      (await pickPublishedSlugs(participant, count)).map((slug) => page(`/works/${slug}`)),
    run,
  },
  // Of one there are works, of the other drafts alone.
  ...['often', 'drafts'].map((tag) => ({
    title: `public page of a tag, ${tag}`,
    prepare: async (participant, count) => {
      const request = page(`/works/tags/${tag}`);
      // Links that were not written by the site are marked by who reads them first.
      await run(participant, request);
      return copies(request, count);
    },
    run,
  })),
  {
    title: 'sitemaps of all works',
    prepare: async (_participant, count) => copies(page('/sitemap.xml'), count),
    run,
  },
  {
    title: 'create, a title of its own',
    prepare: async (_participant, count) => Array.from({ length: count }, makeText),
    run: (participant, text) => createDraft(participant, [], text),
  },
  {
    title: 'create, the same title again',
    prepare: async (_participant, count) =>
      Array.from({ length: count }, () => ({ ...makeText(), title: FREQUENT_TITLE })),
    run: (participant, text) => createDraft(participant, [], text),
  },
  {
    title: 'publish',
    prepare: async (participant, count) =>
      bring(participant, await pickWorks(participant, count), participant.side.unpublish),
    run: (participant, id) => run(participant, participant.side.publish(id)),
  },
  {
    title: 'unpublish',
    prepare: async (participant, count) =>
      bring(participant, await pickWorks(participant, count), participant.side.publish),
    run: (participant, id) => run(participant, participant.side.unpublish(id)),
  },
  { ...deleteOf(files), title: 'delete, with three media' },
];
