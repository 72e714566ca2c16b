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

/** Four rows of the life of works: of one that is made, published, changed as a draft, and deleted when it is public. */
const rowsOf = ({ photo, names, what, fieldsOf }) => {
  const [created, published, changed, deleted] = names;
  const row = (name, title, run, isPublic = false) => ({
    name,
    title,
    target: HALF,
    counts: MANY,
    prepare: async (participant, count) => {
      const ids = await makeDrafts(participant, count, await fieldsOf(participant, photo));
      for (const id of isPublic ? ids : []) await publish(participant, id);
      return ids;
    },
    run,
  });
  return [
    {
      ...row(created, `create a draft with ${what}`),
      prepare: async (participant, count) => {
        const fields = await fieldsOf(participant, photo);
        return Array.from({ length: count }, () => ({ text: makeText(), fields }));
      },
      run: (participant, { text, fields }) => createDraft(participant, [], text, fields),
    },
    row(published, `publish a draft with ${what}`, publish),
    row(changed, 'change the text of such a draft', ({ client, side }, id) =>
      client.send(side.change(id, { body: makeText().body }))
    ),
    row(
      deleted,
      'delete such a published work, its cover stays',
      ({ client, side }, id) => client.send(side.remove(id)),
      true
    ),
  ];
};

/**
 * Works that are linked to others: to a cover and tags, and such that have a component besides.
 * @param {{ content: Buffer }} photo the cover.
 */
export const linkedRowsOf = (photo) => [
  ...rowsOf({
    photo,
    names: ['create-fields', 'publish-fields', 'change-linked', 'delete-linked'],
    what: 'a cover and two tags',
    fieldsOf: makeFields,
  }),
  ...rowsOf({
    photo,
    names: ['create-seo', 'publish-seo', 'change-seo', 'delete-seo'],
    what: 'a cover, two tags and SEO',
    fieldsOf: makeFieldsWithSeo,
  }),
];
