import { makeText } from '../samples/text.mjs';
import { createDrafts } from '../sides/actions.mjs';

import { MANY } from './counts.mjs';
import { HALF } from './targets.mjs';

/** A row that changes each of many drafts once. */
const changeRow = (name, title, changesOf, say = ({ side }) => side.change) => ({
  name,
  title,
  target: HALF,
  counts: MANY,
  prepare: (participant, count) => createDrafts(participant, count),
  run: (participant, id) => participant.client.send(say(participant)(id, changesOf(participant))),
});

/** The rows of a change: of the text, of the title alone, of further fields, and one that is public at once. */
export const changeRows = [
  changeRow('change', 'change the text of a draft', () => ({ body: makeText().body })),
  changeRow('change-title', 'change the title of a draft', () => ({ title: makeText().title })),
  changeRow('change-fields', 'change excerpt and author of a draft', ({ side }) =>
    side.plainFieldsOf({ excerpt: makeText().title, author: 'Somebody Else' })
  ),
  changeRow(
    'change-publish',
    'change the text of a draft and publish it',
    () => ({ body: makeText().body }),
    ({ side }) => side.changeAndPublish
  ),
];
