import type { Feature } from '../../core/feature';
import { hasPreviews } from '../publications';
import publications from '../publications/feature';

import controller from './controller';
import { createPreviewService } from './preview';
import { previewSettings } from './settings';

/** Preview links to drafts, for people without an account. */
export default {
  name: 'preview',
  needs: [publications],
  settings: [previewSettings],
  operations: { previewPublication: 'preview.create' },
  panelRoutes: [
    {
      method: 'POST',
      path: '/overview/works/:id/preview',
      handler: 'preview.link',
      allowed: 'account',
    },
  ],
  controllers: { preview: controller },
  services: { preview: createPreviewService },
  register(strapi) {
    hasPreviews.answer(strapi, () => previewSettings.of(strapi).pattern !== '');
  },
} satisfies Feature;
