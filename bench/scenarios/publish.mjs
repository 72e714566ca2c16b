import { createDrafts, publish as publishDraft } from '../sides/actions.mjs';

import { MANY } from './counts.mjs';
import { HALF } from './targets.mjs';

export const publish = {
  name: 'publish',
  title: 'publish a draft',
  target: HALF,
  counts: MANY,
  prepare: (participant, count) => createDrafts(participant, count),
  run: publishDraft,
};
