import { createDrafts } from '../sides/actions.mjs';

import { SOME } from './counts.mjs';
import { HALF } from './targets.mjs';

/** The adapter needs more jobs to warm up than Strapi's side, where each is four requests. */
const COUNTS = { ...SOME, warmUp: 900 };

/** Works that have a photo with its four formats, a drawing with a thumbnail, and a PDF. */
const worksWithMedia = (files) => async (participant, count) => {
  const add = (file) => participant.server.ask('addFiles', { file, count });
  const [photos, drawings, papers] = [
    await add(files.photo),
    await add(files.drawing),
    await add(files.paper),
  ];
  const mediaOf = (index) => [photos[index], drawings[index], papers[index]];
  const ids = await createDrafts(participant, count, mediaOf);
  return ids.map((id, index) => ({ id, media: mediaOf(index) }));
};

/**
 * Deletes works with their media: rows and bytes. The adapter does it with one request, and its
 * measurement ends when the bytes are gone; with Strapi's own routes it takes one for the work and
 * one for each file. The numbers are of all of them together.
 */
export const deleteOf = (files) => ({
  name: 'delete',
  title: 'delete a work and its three media',
  target: HALF,
  counts: COUNTS,
  prepare: worksWithMedia(files),
  run: async ({ client, side }, { id, media }) => {
    for (const request of side.removeWithMedia(id, media)) await client.send(request);
  },
});

/** The same one request of the adapter, against one that leaves the media behind for good. */
export const deleteLeftBehindOf = (files) => ({
  ...deleteOf(files),
  name: 'delete-left-behind',
  title: "the same, Strapi's side leaves the media behind",
  run: ({ client, side }, { id }) => client.send(side.remove(id)),
});
