import { makePdf } from '../samples/pdf.mjs';
import { makeText } from '../samples/text.mjs';

const STORED = 300;
const MEDIA_OF_STORED = 2;
/** Requests that prepare something are sent so many at a time. */
const AT_ONCE = 8;

/** A list of what `make` returns. */
export const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/** A measurement that sends one and the same request again and again. @param requestOf what it is on a site */
export const same = (title, requestOf) => ({
  title,
  prepare: async (site, count) => {
    const request = await requestOf(site);
    return times(count, () => request);
  },
  run: ({ client }, request) => client.send(request),
});

/** Creates a draft. Returns its id. */
export const createDraft = async ({ side, client }, media, text = makeText(), fields = undefined) =>
  side.idOfCreated(await client.sendForJson(side.create(text, media, fields)));

/** Sends an upload that `side.upload` made. Returns the id of the file. */
export const sendUpload = async ({ side, client }, request) =>
  side.idOfUploaded(await client.sendForJson(request));

/** Publishes a draft. */
export const publish = ({ side, client }, id) => client.send(side.publish(id));

/** Drafts in store, as many as asked for. Returns their ids. */
export const createDrafts = async (site, count, mediaOf = () => [], fields = undefined) => {
  const ids = [];
  while (ids.length < count) {
    const few = times(Math.min(AT_ONCE, count - ids.length), (index) =>
      createDraft(site, mediaOf(ids.length + index), makeText(), fields)
    );
    ids.push(...(await Promise.all(few)));
  }
  return ids;
};

/** Puts works with media in store, every second one published, so that reading finds something. */
export const fill = async (site, files) => {
  // Strapi makes its folder for uploads with the first one; of several first ones all but one fail.
  await sendUpload(site, site.side.upload(makePdf(1000)));
  const count = STORED * MEDIA_OF_STORED;
  const ids = await site.server.ask('addFiles', { file: files.photo, count });
  site.works = await createDrafts(site, STORED, (index) =>
    ids.slice(index * MEDIA_OF_STORED, (index + 1) * MEDIA_OF_STORED)
  );
  for (let index = 0; index < STORED; index += 2) await publish(site, site.works[index]);
};
