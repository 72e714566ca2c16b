import type { Feature } from '../../core/feature';
import fields from '../fields/feature';
import { publicationPurged } from '../publications';
import publications from '../publications/feature';

import { version } from './content-type';
import { versionSettings } from './settings';
import controller from './controller';
import { createVersionService, getVersionService } from './versions';
import { createVersions } from './writes';

/** Stores versions before they are replaced, so that editors can restore them. */
export default {
  name: 'versions',
  needs: [fields, publications],
  settings: [versionSettings],
  contentTypes: { version },
  panelRoutes: [
    { method: 'GET', path: '/versions/:type/:id', handler: 'version.list', allowed: 'account' },
    {
      method: 'GET',
      path: '/versions/:type/:id/:version',
      handler: 'version.get',
      allowed: 'account',
    },
    {
      method: 'POST',
      path: '/versions/:type/:id/:version/put-back',
      handler: 'version.putBack',
      allowed: 'account',
    },
  ],
  controllers: { version: controller },
  services: { version: createVersionService },
  register(strapi) {
    publicationPurged.on(strapi, async (id) => {
      await getVersionService(strapi).forget(id);
    });
  },
  writes: (strapi) => [createVersions(strapi)],
  sweeps: { botVersionSweep: (strapi) => getVersionService(strapi).sweep() },
} satisfies Feature;
