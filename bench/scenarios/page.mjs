import { createDrafts, publish } from '../sides/actions.mjs';

import { MANY, SOME } from './counts.mjs';
import { HALF } from './targets.mjs';

/** What reads a published work as its readers do. */
const pageOf = async ({ client, side }, id) => side.page(await client.sendForJson(side.get(id)));

const view = ({ client }, request) => client.send(request);

/** Works whose pages are kept, as those that are read often. */
export const page = {
  name: 'page',
  title: 'read a published work, its page kept',
  target: HALF,
  counts: MANY,
  prepare: async (participant, count) => {
    // Every second work is published.
    const requests = [];
    for (let index = 0; index < participant.works.length; index += 2) {
      const request = await pageOf(participant, participant.works[index]);
      await view(participant, request);
      requests.push(request);
    }
    return Array.from({ length: count }, (_, index) => requests[index % requests.length]);
  },
  run: view,
};

/** Works that nobody has read yet. */
export const pageUncached = {
  name: 'page-uncached',
  title: 'read a published work for the first time',
  target: HALF,
  counts: SOME,
  prepare: async (participant, count) => {
    const requests = [];
    for (const id of await createDrafts(participant, count)) {
      await publish(participant, id);
      requests.push(await pageOf(participant, id));
    }
    return requests;
  },
  run: view,
};
