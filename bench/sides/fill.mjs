import { makePdf } from '../samples/pdf.mjs';

import { createDrafts, publish, sendUpload } from './actions.mjs';

const WORKS = 300;
const MEDIA_PER_WORK = 2;

/** Puts works with media in store, every second one published, so that reading finds something. */
export const fill = async (participant, files) => {
  // Strapi makes its folder for uploads with the first one; of several first ones all but one fail.
  await sendUpload(participant, participant.side.upload(makePdf(1000)));
  const ids = await participant.server.ask('addFiles', {
    file: files.photo,
    count: WORKS * MEDIA_PER_WORK,
  });
  participant.works = await createDrafts(participant, WORKS, (index) =>
    ids.slice(index * MEDIA_PER_WORK, (index + 1) * MEDIA_PER_WORK)
  );
  for (const [index, id] of participant.works.entries()) {
    if (index % 2 === 0) await publish(participant, id);
  }
};
