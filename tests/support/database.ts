import type { Core } from '@strapi/strapi';

type Running = { readonly strapi: Core.Strapi };

/** A row of the table of works. */
export interface WorkRow {
  id: number;
  document_id: string;
  title: string;
  slug: string;
  published_at: number | null;
  bot_status: string | null;
}

/** A row of the table of files. */
export interface FileRow {
  id: number;
  document_id: string;
  name: string;
  alternative_text: string | null;
  caption: string | null;
  hash: string;
  ext: string;
  mime: string;
  url: string;
  type: string;
  width: number | null;
  height: number | null;
  folder_path: string;
  formats: string | null;
  bot_placeholder: string | null;
  bot_duration: number | null;
  bot_recording_title: string | null;
}

/** Rows of a work: its draft, and its published version if there is one. */
export const workRows = async ({ strapi }: Running, documentId: string): Promise<WorkRow[]> =>
  strapi.db.connection('works').where('document_id', documentId).orderBy('published_at');

/** Row of the published version; undefined if there is none. */
export const publishedRow = async (
  site: Running,
  documentId: string
): Promise<WorkRow | undefined> =>
  (await workRows(site, documentId)).find((row) => row.published_at !== null);

/** Row of a material. */
export const fileRow = async ({ strapi }: Running, documentId: string): Promise<FileRow> =>
  strapi.db.connection('files').where('document_id', documentId).first();

/** Storage names of a material: the original and its formats. */
export const storedNames = ({ hash, ext, formats }: FileRow): string[] => {
  const copies = Object.values(JSON.parse(formats ?? '{}') as Record<string, FileRow>);
  return [{ hash, ext }, ...copies].map((file) => file.hash + file.ext).sort();
};

/** Number of rows of a table. */
export const countRows = async ({ strapi }: Running, table: string): Promise<number> => {
  const [row] = await strapi.db.connection(table).count({ count: '*' });
  return Number(row?.count);
};
