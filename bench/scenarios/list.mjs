import { MANY } from './counts.mjs';
import { THIRD } from './targets.mjs';

export const list = {
  name: 'list',
  title: 'list the newest 25',
  target: THIRD,
  counts: MANY,
  prepare: async (_participant, count) => Array.from({ length: count }),
  run: ({ client, side }) => client.send(side.list()),
};
