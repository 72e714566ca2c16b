import { botConfig } from '../../core/config';
import { PLUGIN_ID } from '../../core/constants';
import type { Feature } from '../../core/feature';
import { getSiteService } from '../../core/http';
import { fieldSettings } from '../fields';
import fields from '../fields/feature';
import materials from '../materials/feature';
import { setPanelLabels } from '../publications';
import publications from '../publications/feature';

import controller from './controller';
import { writingSettings } from './settings';

/** The panel's field for the text of a publication, with a preview of the page next to it. */
export default {
  name: 'writing',
  needs: [fields, materials, publications],
  settings: [writingSettings],
  panelRoutes: [
    { method: 'GET', path: '/writing/folder', handler: 'writing.folder', allowed: 'account' },
    {
      method: 'POST',
      path: '/writing/:type/preview',
      handler: 'writing.preview',
      allowed: 'account',
    },
  ],
  controllers: { writing: controller },
  register(strapi) {
    strapi.customFields.register({
      name: 'markdown',
      plugin: PLUGIN_ID,
      type: 'richtext',
      inputSize: { default: 12, isResizable: true },
    });
  },
  bootstrap(strapi) {
    const { attributes, contentType, urlPattern } = botConfig(strapi);
    const { language } = fieldSettings.of(strapi);
    const address = getSiteService(strapi).absolute(urlPattern);
    setPanelLabels(strapi.contentTypes[contentType], {
      ...attributes,
      language: typeof language === 'object' ? language.attribute : language,
      addresses: urlPattern.startsWith('/') ? new URL(address).pathname : urlPattern,
      hasPreview: writingSettings.of(strapi).renderer !== '',
    });
  },
} satisfies Feature;
