import type { Core } from '@strapi/strapi';

import { botConfig, getService } from './services/lookup';

/** Strapi calls this before it closes connections and the database. */
const destroy = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  await getService(strapi, 'traffic').stop(botConfig(strapi).limits.stopSeconds * 1000);
  await getService(strapi, 'removalWorker').stop();
  await getService(strapi, 'imageWorkshop').stop();
  getService(strapi, 'rateLimit').stop();
};

export default destroy;
