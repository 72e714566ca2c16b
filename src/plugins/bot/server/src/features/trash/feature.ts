import type { Feature } from '../../core/feature';
import changes from '../changes/feature';
import materials from '../materials/feature';
import { beforeDeletion, daysInTrash, isRestorable } from '../publications';
import publications from '../publications/feature';
import { keptFiles, settling } from '../reconciliation/events';
import reconciliation from '../reconciliation/feature';
import { beforeRemoval } from '../removals';
import removals from '../removals/feature';
import versions from '../versions/feature';

import controller from './controller';
import { expectedTrashedFiles, trashedFile } from './files/trashed-file';
import { trashSettings } from './settings';
import { trashedPublication } from './trashed-publication';
import { createTrashService, getTrashService } from './trash';

const allowed = { permission: 'trash' };

/** Keeps deleted publications and their files until the retention period ends. */
export default {
  name: 'trash',
  needs: [changes, removals, materials, publications, reconciliation, versions],
  settings: [trashSettings],
  contentTypes: { 'trashed-file': trashedFile, 'trashed-publication': trashedPublication },
  permissions: { trash: 'View, restore and permanently delete deleted entries' },
  operations: { restorePublication: 'trash.restoreForBot' },
  panelRoutes: [
    { method: 'GET', path: '/trash', handler: 'trash.list', allowed },
    { method: 'GET', path: '/trash/:id', handler: 'trash.get', allowed },
    { method: 'POST', path: '/trash/:id/restore', handler: 'trash.restore', allowed },
    { method: 'DELETE', path: '/trash/:id', handler: 'trash.remove', allowed },
  ],
  controllers: { trash: controller },
  services: { trash: createTrashService },

  register(strapi) {
    const service = () => getTrashService(strapi);
    daysInTrash.answer(strapi, () => trashSettings.of(strapi).days);
    isRestorable.answer(strapi, (id) => service().has(id));
    beforeDeletion.answer(strapi, (id) => service().keep(id));
    beforeRemoval.answer(strapi, (claimed) => service().quarantine(claimed));
    keptFiles.answer(strapi, (provider) => expectedTrashedFiles(strapi, provider));
    settling.on(strapi, () => service().sweep());
  },
  sweeps: { botTrashSweep: (strapi) => getTrashService(strapi).sweep() },
} satisfies Feature;
