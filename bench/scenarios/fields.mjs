import { makeText } from '../samples/text.mjs';
import { createDraft, publish, sendUpload } from '../sides/actions.mjs';

import { MANY } from './counts.mjs';
import { HALF } from './targets.mjs';

export const TAGS = ['bench-one', 'bench-two'];

/** For search engines: both sides say it alike. */
const SEO = { seo: { metaTitle: 'The night train', metaDescription: 'Nobody had found a light' } };

/** What was made of a side's, so that it is made once. */
const known = new WeakMap();

/** What works are given besides: a cover that is there, and two tags. */
export const makeFields = async (participant, photo) => {
  const { side, server } = participant;
  if (!known.has(server)) {
    const cover = await sendUpload(participant, side.upload(photo));
    const tags = [];
    for (const name of TAGS) tags.push(await server.ask('createTag', name));
    known.set(server, side.fieldsOf(cover, tags));
  }
  return known.get(server);
};

const makeFieldsWithSeo = async (participant, photo) => ({
  ...(await makeFields(participant, photo)),
  ...SEO,
});

/** Drafts with such fields. Returns their ids. */
const makeDrafts = async (participant, count, fields) => {
  const ids = [];
  for (let made = 0; made < count; made += 1) {
    ids.push(await createDraft(participant, [], makeText(), fields));
  }
  return ids;
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
  prepare: async (participant, count) =>
    makeDrafts(participant, count, await makeFields(participant, photo)),
  run: publish,
});

/**
 * What becomes of works that have a component besides, with words for search engines.
 * @param {{ content: Buffer }} photo the cover.
 */
export const seoRowsOf = (photo) => {
  const row = (name, title, run, isPublic = false) => ({
    name,
    title,
    target: HALF,
    counts: MANY,
    prepare: async (participant, count) => {
      const ids = await makeDrafts(participant, count, await makeFieldsWithSeo(participant, photo));
      for (const id of isPublic ? ids : []) await publish(participant, id);
      return ids;
    },
    run,
  });
  return [
    {
      ...createWithFieldsOf(photo),
      name: 'create-seo',
      title: 'create a draft with a cover, two tags and SEO',
      prepare: async (participant, count) => {
        const fields = await makeFieldsWithSeo(participant, photo);
        return Array.from({ length: count }, () => ({ text: makeText(), fields }));
      },
    },
    row('publish-seo', 'publish a draft with a cover, two tags and SEO', publish),
    row('change-seo', 'change the text of such a draft', ({ client, side }, id) =>
      client.send(side.change(id, { body: makeText().body }))
    ),
    row(
      'delete-seo',
      'delete such a published work, its cover stays',
      ({ client, side }, id) => client.send(side.remove(id)),
      true
    ),
  ];
};
