import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../constants';
import { createPublicView } from '../database/entity';

/**
 * Tells Strapi's webhooks of files that come and go, as the Media Library does. The files are
 * there or gone by then, so what a listener makes of it changes nothing and is only logged.
 */
export const createMediaEventsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const toPublicFile = createPublicView(strapi, FILE_UID);

  return {
    emit(event: 'media.create' | 'media.delete', file: object): void {
      strapi.eventHub
        .emit(event, { media: toPublicFile({ ...file }) })
        .catch((error: unknown) => strapi.log.error(error));
    },
  };
};

export type MediaEventsService = ReturnType<typeof createMediaEventsService>;
