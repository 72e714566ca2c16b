import { MANY } from './counts.mjs';
import { THIRD } from './targets.mjs';

export const get = {
  name: 'get',
  title: 'get one',
  target: THIRD,
  counts: MANY,
  prepare: async ({ works }, count) =>
    Array.from({ length: count }, (_, index) => works[index % works.length]),
  run: ({ client, side }, id) => client.send(side.get(id)),
};
