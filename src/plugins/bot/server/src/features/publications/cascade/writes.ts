import type { Core } from '@strapi/strapi';

import type { WritePhases } from '../../../core/writes/phases';

import { followDeletion } from './follow-deletion';

/**
 * The one place where every deletion by the document service passes: the bot's, an editor's, and an
 * editor's bulk delete. A database lifecycle would not do: those also fire when a version is
 * replaced on publish, unpublish and discard, and would take the media of a live work.
 */
export const createMediaCascade = (strapi: Core.Strapi): WritePhases => ({
  record: ({ action, params }) =>
    action === 'delete' ? followDeletion(strapi, String(params.documentId)) : undefined,
});
