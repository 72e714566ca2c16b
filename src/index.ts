import type { Core } from '@strapi/strapi';

import { warningsForUnusedNames } from '../config/environment/names';
import type { SiteConfig } from '../config/site';
import { normaliseNames } from './api/slug-from-name';
import { validateLanguage } from './api/work/validate-language';
import { pageRoutes } from './api/work/page/routes';
import { validateBranding } from './api/site/validate-branding';
import type { TextsService } from './api/site/services/texts';
import type { RevisionService } from './api/work/services/revision';
import { addNewestIndex, addTopicIndexes } from './api/work/indexes';
import { setEditLayout } from './edit-layout';
import { setFieldLabels } from './field-labels';
import { guardFirstAdministrator, logRegistrationLink } from './first-administrator/guard';
import { setMediaLibrary } from './media-library-settings';
import { setRoles } from './roles';

export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    warningsForUnusedNames().forEach((line) => strapi.log.warn(line));
    strapi.server.routes(pageRoutes(strapi.config.get<SiteConfig>('site')));
    guardFirstAdministrator(strapi);
    validateLanguage(strapi);
    validateBranding(strapi);
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    normaliseNames(strapi);
    (strapi.service('api::work.revision') as RevisionService).watch();
    await setMediaLibrary(strapi);
    await setFieldLabels(strapi);
    await setEditLayout(strapi);
    await addNewestIndex(strapi);
    await addTopicIndexes(strapi);
    await setRoles(strapi);
    await logRegistrationLink(strapi);
  },

  async destroy({ strapi }: { strapi: Core.Strapi }) {
    await (strapi.service('api::site.texts') as TextsService | undefined)?.stop();
  },
};
