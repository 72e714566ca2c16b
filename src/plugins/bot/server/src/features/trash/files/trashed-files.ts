import type { Core } from '@strapi/strapi';

import { serviceOf } from '../../../core/service';

import { createKeep } from './keep';
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
  ...createRestore(strapi),
});

export const getTrashedFileService = serviceOf<typeof createTrashedFileService>('trashedFile');
