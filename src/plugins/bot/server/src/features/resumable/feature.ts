import type { Feature } from '../../core/feature';
import { createPeriodicWorker } from '../../core/strapi/background-loop';
import materials from '../materials/feature';

import controller from './controller';
import { createResumableUploadService, getResumableUploadService } from './resumable';
import { resumableSettings } from './store';

const HOUR_MILLISECONDS = 3_600_000;

/** Resumable uploads in parts (tus 1.0.0). */
export default {
  name: 'resumable',
  needs: [materials],
  settings: [resumableSettings],
  operations: {
    // Operations of tus 1.0.0, without the JSON bodies and keys of this protocol. A header may override
    // the method.
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
  // Runs on each instance, because each may have its own folder.
  companions: (strapi) => [
    createPeriodicWorker(strapi, HOUR_MILLISECONDS, () =>
      getResumableUploadService(strapi).sweep()
    ),
  ],
} satisfies Feature;
