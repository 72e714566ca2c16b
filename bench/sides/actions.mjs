import { makeText } from '../samples/text.mjs';

/**
 * @typedef {object} Participant One side with its server.
 * @property {object} side how it says things: `adapter.mjs` or `native.mjs`.
 * @property {object} server what `startServer` returns.
 * @property {object} client what `createClient` returns, with the side's token.
 * @property {string[]} works ids of works that are in store for reading.
 */

/** Creates a draft. Returns its id. */
export const createDraft = async ({ side, client }, media, text = makeText(), fields = undefined) =>
  side.idOfCreated(await client.sendForJson(side.create(text, media, fields)));

/** Sends an upload that `side.upload` made. Returns the id of the file. */
export const sendUpload = async ({ side, client }, request) =>
  side.idOfUploaded(await client.sendForJson(request));

/** Publishes a draft. */
export const publish = ({ side, client }, id) => client.send(side.publish(id));

/** Drafts in store, as many as asked for, eight at a time. Returns their ids. */
export const createDrafts = async (participant, count, mediaOf = () => []) => {
  const ids = [];
  for (let start = 0; start < count; start += 8) {
    const few = Array.from({ length: Math.min(8, count - start) }, (_, index) =>
      createDraft(participant, mediaOf(start + index))
    );
    ids.push(...(await Promise.all(few)));
  }
  return ids;
};
