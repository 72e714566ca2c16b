import type { TextKey } from '../../../core/texts/languages';
import { text } from '../../../core/texts/text';

/** What Strapi shows by its name in code, where nobody has given it another one. */
const RAW: Record<string, TextKey | undefined> = {
  id: 'list.id',
  documentId: 'list.document-id',
  createdAt: 'list.created-at',
  updatedAt: 'list.last-change',
  publishedAt: 'list.published-at',
  createdBy: 'list.created-by',
  updatedBy: 'list.updated-by',
};

interface Labelled {
  name: string;
  label: string | ReturnType<typeof text>;
}

/** Columns or filters, with words in place of the names that Strapi's own attributes have in code. */
export const withWords = <One extends Labelled>(all: One[]): One[] =>
  all.map((one) => {
    const key = RAW[one.name];
    return key === undefined || one.label !== one.name ? one : { ...one, label: text(key) };
  });
