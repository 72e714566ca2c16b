import type { Feature } from '../../core/feature';

import materials from '../materials/feature';

import controller from './controller';
import { unusedUploadDays } from './settings';
import {
  createUnusedUploadService,
  getUnusedUploadService,
  keepUsedUploads,
} from './unused-uploads';

const allowed = { permission: 'materials' };

/** Feature that deletes unused uploads of the bot after some days, in which users can keep or delete them. */
export default {
  name: 'leases',
  needs: [materials],
  settings: [unusedUploadDays],
  permissions: { materials: 'View, keep and delete unused files' },
  panelRoutes: [
    { method: 'GET', path: '/overview/files', handler: 'unusedFile.list', allowed },
    { method: 'GET', path: '/overview/space', handler: 'unusedFile.space', allowed },
    { method: 'GET', path: '/overview/files-in-texts', handler: 'unusedFile.inTexts', allowed },
    { method: 'DELETE', path: '/overview/files/:id', handler: 'unusedFile.remove', allowed },
    { method: 'POST', path: '/overview/files/:id/keep', handler: 'unusedFile.keep', allowed },
  ],
  controllers: { unusedFile: controller },
  services: { materialLease: createUnusedUploadService },
  bootstrap: keepUsedUploads,
  workers: (strapi) => [getUnusedUploadService(strapi)],
} satisfies Feature;
