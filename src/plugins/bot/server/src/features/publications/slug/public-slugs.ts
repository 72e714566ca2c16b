import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { createDocumentRows } from '../../../core/database/rows/document-rows';
import { fieldColumns } from '../content-type/columns';

/** Makes the function that returns the slugs of all public versions of a document, one for each locale. */
export const createPublicSlugs = (strapi: Core.Strapi) => {
  const rowsOf = createDocumentRows(strapi, botConfig(strapi).contentType);
  const { slug } = fieldColumns(strapi);

  return async (documentId: string): Promise<(string | null)[]> =>
    (await rowsOf(documentId))
      .filter((row) => row.published_at !== null)
      .map((row) => row[slug] as string | null);
};
