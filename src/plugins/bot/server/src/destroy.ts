import type { Core } from '@strapi/strapi';

import { getService } from './services/lookup';

const destroy = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  await getService(strapi, 'removalWorker').stop();
};

export default destroy;
