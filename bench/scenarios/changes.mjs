import { MANY } from './counts.mjs';
import { HALF } from './targets.mjs';

export const changes = {
  name: 'changes',
  title: 'read 25 changes',
  target: HALF,
  counts: MANY,
  prepare: async (_participant, count) => Array.from({ length: count }),
  run: ({ client, side }) => client.send(side.changes()),
};
