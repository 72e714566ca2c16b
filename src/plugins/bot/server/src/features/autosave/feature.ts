import type { Feature } from '../../core/feature';

import controller from './controller';
import { createUnsavedCopyService, getUnsavedCopyService, unsavedCopy } from './unsaved-copies';

/** Feature that stores unsaved changes of panel users, so that they find them on another computer. */
export default {
  name: 'autosave',
  contentTypes: { 'unsaved-copy': unsavedCopy },
  panelRoutes: [
    { method: 'GET', path: '/unsaved', handler: 'unsavedCopy.get', allowed: 'account' },
    { method: 'PUT', path: '/unsaved', handler: 'unsavedCopy.write', allowed: 'account' },
  ],
  controllers: { unsavedCopy: controller },
  services: { unsavedCopy: createUnsavedCopyService },
  sweeps: { botUnsavedCopySweep: (strapi) => getUnsavedCopyService(strapi).sweep() },
} satisfies Feature;
