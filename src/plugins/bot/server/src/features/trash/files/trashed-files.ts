import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../../../core/constants';

import { createKeep } from './keep';
import { createPurge } from './purge';
import { createQuarantine } from './quarantine';
import { createRestore } from './restore';

/**
 * Files that went with a publication and may come back. Their rows and bytes are never both gone: the removal
 * worker takes bytes from their public names only when the table says that they are kept under secret ones, and those
 * go only by way of the removal table. See `docs/decisions/14-trash.md`.
 */
export const createTrashedFileService = ({ strapi }: { strapi: Core.Strapi }) => ({
  keep: createKeep(strapi),
  quarantine: createQuarantine(strapi),
  purge: createPurge(strapi),
  ...createRestore(strapi),
});

export type TrashedFileService = ReturnType<typeof createTrashedFileService>;

/** Gives this service of a site. */
export const getTrashedFileService = (strapi: Core.Strapi): TrashedFileService =>
  strapi.plugin(PLUGIN_ID).service('trashedFile');
