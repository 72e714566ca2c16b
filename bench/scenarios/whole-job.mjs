import { createDraft, publish, sendUpload } from '../sides/actions.mjs';

import { FEW } from './counts.mjs';
import { IMAGE } from './targets.mjs';

/** What a bot does all day. One job is three requests; the numbers are of the job. */
export const wholeJobOf = (photo) => ({
  name: 'whole-job',
  title: 'whole job: upload a JPEG, create with it, publish',
  target: IMAGE,
  counts: FEW,
  prepare: async ({ side }, count) => {
    const request = side.upload(photo);
    return Array.from({ length: count }, () => request);
  },
  run: async (participant, request) => {
    const media = [await sendUpload(participant, request)];
    await publish(participant, await createDraft(participant, media));
  },
});
