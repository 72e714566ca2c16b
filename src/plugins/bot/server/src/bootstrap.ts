import type { Core } from '@strapi/strapi';

import { applyFileTypeRule } from './database/file-type-rule/apply';
import { setTypeOnWrite } from './database/file-type-rule/on-write';
import { fillInStatus } from './database/publication-status-fill';
import { getService } from './services/lookup';

const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  setTypeOnWrite(strapi);
  await applyFileTypeRule(strapi);
  await fillInStatus(strapi);
  await getService(strapi, 'materialFolder').get();
  getService(strapi, 'removalWorker').start();
};

export default bootstrap;
