import { createDrafts } from '../sides/actions.mjs';

import { MANY } from './counts.mjs';
import { HALF } from './targets.mjs';

/**
 * Deletes works that have a photo with its four formats, a drawing with a thumbnail, and a PDF.
 * The adapter takes rows and bytes with it, and its measurement ends when the bytes are gone;
 * Strapi's own route leaves all of that behind.
 */
export const deleteOf = (files) => ({
  name: 'delete',
  title: 'delete a work with three media',
  target: HALF,
  counts: MANY,
  prepare: async (participant, count) => {
    const add = (file) => participant.server.ask('addFiles', { file, count });
    const [photos, drawings, papers] = [
      await add(files.photo),
      await add(files.drawing),
      await add(files.paper),
    ];
    return createDrafts(participant, count, (index) => [
      photos[index],
      drawings[index],
      papers[index],
    ]);
  },
  run: ({ client, side }, id) => client.send(side.remove(id)),
});
