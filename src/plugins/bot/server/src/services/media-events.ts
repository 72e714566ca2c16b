import type { Core } from '@strapi/strapi';

/**
 * Tells Strapi's webhooks of files that come and go, as the Media Library does. The files are
 * there or gone by then, so what a listener makes of it changes nothing and is only logged.
 */
export const createMediaEventsService = ({ strapi }: { strapi: Core.Strapi }) => ({
  emit(event: 'media.create' | 'media.delete', media: object): void {
    strapi.eventHub.emit(event, { media }).catch((error: unknown) => strapi.log.error(error));
  },
});

export type MediaEventsService = ReturnType<typeof createMediaEventsService>;
