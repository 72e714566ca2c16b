import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { quote, tableOf } from '../../../core/database/connection';
import { selectRows } from '../../../core/database/statement';
import type { Write } from '../../../core/writes/phases';
import { fieldColumns } from '../content-type/columns';

/** The slugs of public versions before a write. Not by its parameters, which a caller may pass again. */
const before = new WeakMap<Write, Promise<(string | null)[]>>();

export const createPublicSlugs = (strapi: Core.Strapi) => {
  const { contentType } = botConfig(strapi);
  // In SQL, as it is a part of each publish.
  const select = `SELECT ${quote(strapi, fieldColumns(strapi).slug)} AS slug
    FROM ${quote(strapi, tableOf(strapi, contentType))}
    WHERE document_id = ? AND published_at IS NOT NULL`;

  const now = async (documentId: string): Promise<(string | null)[]> => {
    const rows = await selectRows<{ slug: string | null }>(strapi, select, [documentId]);
    return rows.map(({ slug }) => slug);
  };

  return {
    /** The slugs of the public versions of a document, one of each, in any locale. */
    now,
    /** Those before a write; looked up once for all who ask. To be called before it. */
    before(write: Write): Promise<(string | null)[]> {
      const known = before.get(write) ?? now(String(write.params.documentId));
      before.set(write, known);
      return known;
    },
  };
};
