import { makeText } from '../samples/text.mjs';
import { createDraft } from '../sides/actions.mjs';

import { MANY } from './counts.mjs';
import { HALF } from './targets.mjs';

export const create = {
  name: 'create',
  title: 'create a draft with a 2 KB body',
  target: HALF,
  counts: MANY,
  prepare: async (_participant, count) => Array.from({ length: count }, makeText),
  run: (participant, text) => createDraft(participant, [], text),
};
