import { makeText } from '../samples/text.mjs';
import { createDraft, publish, sendUpload } from '../sides/actions.mjs';

import { MANY } from './counts.mjs';
import { HALF } from './targets.mjs';

const NAMES = ['bench-one', 'bench-two'];

/** What was made of a side's, so that it is made once. */
const known = new WeakMap();

/** What works are given besides: a cover that is there, and two tags. */
const makeFields = async (participant, photo) => {
  const { side, server } = participant;
  if (!known.has(server)) {
    const cover = await sendUpload(participant, side.upload(photo));
    const tags = [];
    for (const name of NAMES) tags.push(await server.ask('createTag', name));
    known.set(server, side.fieldsOf(cover, tags));
  }
  return known.get(server);
};

/** @param {{ content: Buffer }} photo the cover. */
export const createWithFieldsOf = (photo) => ({
  name: 'create-fields',
  title: 'create a draft with a cover and two tags',
  target: HALF,
  counts: MANY,
  prepare: async (participant, count) => {
    const fields = await makeFields(participant, photo);
    return Array.from({ length: count }, () => ({ text: makeText(), fields }));
  },
  run: (participant, { text, fields }) => createDraft(participant, [], text, fields),
});

/** @param {{ content: Buffer }} photo the cover. */
export const publishWithFieldsOf = (photo) => ({
  name: 'publish-fields',
  title: 'publish a draft with a cover and two tags',
  target: HALF,
  counts: MANY,
  prepare: async (participant, count) => {
    const fields = await makeFields(participant, photo);
    const ids = [];
    for (let made = 0; made < count; made += 1) {
      ids.push(await createDraft(participant, [], makeText(), fields));
    }
    return ids;
  },
  run: publish,
});
