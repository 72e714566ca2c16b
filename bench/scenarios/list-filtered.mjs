import { makeText } from '../samples/text.mjs';
import { createDraft } from '../sides/actions.mjs';

import { MANY } from './counts.mjs';
import { makeFields, TAGS } from './fields.mjs';
import { HALF } from './targets.mjs';

/** Two pages and more of what the filters find. */
const WORKS = 60;
const TITLE = 'Filtered';
const NAME = 'filtered-0';
const LONG_AGO = '2000-01-01T00:00:00.000Z';

const filled = new WeakSet();

/** Makes the works, once on each side. */
const fillOnce = async (participant, photo) => {
  if (filled.has(participant.server)) return;
  filled.add(participant.server);
  const fields = await makeFields(participant, photo);
  for (let made = 0; made < WORKS; made += 1) {
    const name = `filtered-${made}`;
    const text = { ...makeText(), title: `${TITLE} ${made}`, slug: name, externalId: name };
    await createDraft(participant, [], text, fields);
  }
};

/** @param {{ content: Buffer }} photo the cover of works. */
export const filteredListsOf = (photo) => {
  const row = (name, title, queryOf) => ({
    name,
    title,
    target: HALF,
    counts: MANY,
    prepare: async (participant, count) => {
      await fillOnce(participant, photo);
      return Array.from({ length: count });
    },
    run: ({ client, side }) => client.send(side.list(queryOf(side.filters))),
  });
  return [
    row('list-title', 'list 25 by the beginning of the title', ({ title }) => title(TITLE)),
    row('list-tag', 'list 25 of a tag', ({ tag }) => tag(TAGS[0])),
    row('list-created', 'list 25 made after a time', ({ createdAfter }) => createdAfter(LONG_AGO)),
    row('list-updated', 'list 25 saved after a time', ({ updatedAfter }) => updatedAfter(LONG_AGO)),
    row('list-own-name', 'find one by its own name', ({ ownName }) => ownName(NAME)),
    row('list-made-by', 'list 25 made by the bot', ({ byTheBot }) => byTheBot()),
  ];
};
