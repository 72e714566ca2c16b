import type { Feature } from '../../core/feature';
import { createPeriodicWorker } from '../../core/strapi/background-loop';
import materials from '../materials/feature';

import controller from './controller';
import { createResumableUploadService, getResumableUploadService } from './resumable';
import { resumableSettings } from './store';

const HOUR_MILLISECONDS = 3_600_000;

/** Uploads in parts (tus 1.0.0), which can be resumed. */
const resumable: Feature = {
  name: 'resumable',
  needs: [materials],
  settings: [resumableSettings],
  operations: {
    // tus 1.0.0: without a body and a key of this protocol's; a header may name the method.
    getUploadOptions: 'resumable.collection',
    beginUpload: 'resumable.collection',
    getOptionsOfUpload: 'resumable.upload',
    getUploadOffset: 'resumable.upload',
    continueUpload: 'resumable.upload',
    finishUpload: 'resumable.upload',
    removeUpload: 'resumable.upload',
  },
  controllers: { resumable: controller },
  services: { resumableUpload: createResumableUploadService },
  // On each instance, as each may have its own folder.
  companions: (strapi) => [
    createPeriodicWorker(strapi, HOUR_MILLISECONDS, () =>
      getResumableUploadService(strapi).sweep()
    ),
  ],
};

export default resumable;
