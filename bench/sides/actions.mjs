import { makePdf } from '../samples/pdf.mjs';
import { makeText } from '../samples/text.mjs';

const STORED = 300;
const MEDIA_OF_STORED = 2;
/** Number of requests that are sent at the same time while data is prepared. */
const AT_ONCE = 8;

/** Array of `count` results of `make`. */
export const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/** Defines a measurement that repeats one request. @param requestOf creates the request for a site */
export const same = (title, requestOf) => ({
  title,
  prepare: async (site, count) => {
    const request = await requestOf(site);
    return times(count, () => request);
  },
  run: ({ client }, request) => client.send(request),
});

/** Creates a draft and returns its id. */
export const createDraft = async ({ side, client }, media, text = makeText(), fields = undefined) =>
  side.idOfCreated(await client.sendForJson(side.create(text, media, fields)));

/** Sends a request that `side.upload` created, and returns the file's id. */
export const sendUpload = async ({ side, client }, request) =>
  side.idOfUploaded(await client.sendForJson(request));

/** Publishes a draft by its id. */
export const publish = ({ side, client }, id) => client.send(side.publish(id));

/** Creates `count` drafts and returns their ids. */
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

/** Creates works with media and publishes every second one, so that reads have content. */
export const fill = async (site, files) => {
  // Strapi creates its upload folder with the first upload; of several simultaneous first uploads only one succeeds.
  await sendUpload(site, site.side.upload(makePdf(1000)));
  const count = STORED * MEDIA_OF_STORED;
  const ids = await site.server.request('addFiles', { file: files.photo, count });
  site.works = await createDrafts(site, STORED, (index) =>
    ids.slice(index * MEDIA_OF_STORED, (index + 1) * MEDIA_OF_STORED)
  );
  for (let index = 0; index < STORED; index += 2) await publish(site, site.works[index]);
};
