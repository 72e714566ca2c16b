/*
 * Relies on: `@strapi/upload` 5.54: events `media.create`, `media.update` and `media.delete` with the file in `media`
 * Breaks if: Strapi changes names or payload
 * Checked by: `tests/editors/the-bots-files-look-like-strapis.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../constants';
import { serviceOf } from '../service';
import { createPublicView } from '../database/rows/entity';

/** Emits Strapi's file events as the Media Library does. Errors of listeners are only logged. */
export const createMediaEventsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const toPublicFile = createPublicView(strapi, FILE_UID);

  return {
    emit(event: 'media.create' | 'media.update' | 'media.delete', file: object): void {
      strapi.eventHub
        .emit(event, { media: toPublicFile({ ...file }) })
        .catch((error: unknown) => strapi.log.error(error));
    },
  };
};

export const getMediaEventsService = serviceOf<typeof createMediaEventsService>('mediaEvents');
