import type {
  ListedMaterial,
  MaterialFormat,
  MaterialRecord,
  MaterialType,
  MaterialUse,
  NamedMaterial,
} from '@fleet-bot/protocol';

import type { Entity } from '../../../core/database/rows/entity';
import type { ReadableFile } from '../../../core/protocol/send';
import type { UsingWork } from '../uses/file-uses';
import type { StoredFile } from '../../../core/strapi/uploads/stored-object';

export interface LibraryFile extends Entity, StoredFile {
  id: number;
  documentId: string;
  name: string;
  type: MaterialType;
  url: string;
  alternativeText: string | null;
  caption: string | null;
  size: number;
  /** SHA-256 of the received bytes; null for files of earlier versions of this plugin. */
  botReceivedDigest: string | null;
  botStoredDigest: string | null;
  width: number | null;
  height: number | null;
  createdAt: string | Date;
  updatedAt: string | Date;
}

/** Returns the address at which a file can be read. */
type UrlOf = (file: ReadableFile) => Promise<string>;

/** Converts a file's row to the answer of `PATCH /materials/:id`. */
export const toNamed = async (file: LibraryFile, urlOf: UrlOf): Promise<NamedMaterial> => ({
  id: file.documentId,
  url: await urlOf(file),
  type: file.type,
  name: file.name,
  alternativeText: file.alternativeText,
  caption: file.caption,
});

/** Converts a publication that uses a file to an entry of `uses` in the answer of `GET /materials/:id`. */
export const toUse = ({ id, title, isPublished, how }: UsingWork): MaterialUse => ({
  id,
  title,
  status: isPublished ? 'published' : 'draft',
  how,
});

const toFormats = async (
  { provider, formats }: LibraryFile,
  urlOf: UrlOf
): Promise<Record<string, MaterialFormat>> => {
  const entries = Object.entries(formats ?? {}).map(async ([name, format]) => {
    const { hash, ext, url = '' } = format;
    const size = format as unknown as { width: number; height: number };
    const address = await urlOf({ provider, hash, ext, url });
    return [name, { url: address, width: size.width, height: size.height }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};

/** Converts a file's row to an item in the list of materials. */
export const toListed = async (file: LibraryFile, urlOf: UrlOf): Promise<ListedMaterial> => ({
  ...(await toNamed(file, urlOf)),
  mime: file.mime,
  kilobytes: Number(file.size),
  sha256: { received: file.botReceivedDigest, stored: file.botStoredDigest },
  width: file.width,
  height: file.height,
  createdAt: new Date(file.createdAt).toISOString(),
  updatedAt: new Date(file.updatedAt).toISOString(),
});

/** Converts a file's row, with the publications that use the file, to the answer of `GET /materials/:id`. */
export const toRecord = async (
  file: LibraryFile,
  works: UsingWork[],
  isUsed: boolean,
  urlOf: UrlOf
): Promise<MaterialRecord> => ({
  ...(await toListed(file, urlOf)),
  formats: await toFormats(file, urlOf),
  uses: works.map(toUse),
  isUsed,
});
