import type { Core } from '@strapi/strapi';

interface StoredFormat {
  url: string;
  mime?: string;
  width?: number | null;
  height?: number | null;
}

/** Columns of Strapi's upload plugin that a page shows. */
export interface StoredFile {
  name: string;
  alternativeText: string | null;
  caption: string | null;
  url: string;
  /** URL of the file before signing. Texts refer to the file by this URL. */
  storedUrl?: string;
  mime: string;
  /** Size in units of 1000 bytes, with two decimals. */
  size: number;
  /** Exact size in bytes; null for files that were stored by earlier releases. */
  botBytes: number | null;
  width: number | null;
  height: number | null;
  formats: Record<string, StoredFormat> | null;
  /** Tiny version of a picture, a WebP in Base64. */
  botPlaceholder: string | null;
  /** Duration of a video or sound in seconds. */
  botDuration: number | null;
  /** Title in the metadata of a sound file. */
  botRecordingTitle: string | null;
}

/** Columns of a file that a page needs. */
export const FILE_FIELDS = [
  'name',
  'alternativeText',
  'caption',
  'url',
  'mime',
  'size',
  'botBytes',
  'width',
  'height',
  'formats',
  'botPlaceholder',
  'botDuration',
  'botRecordingTitle',
  // Columns for signing URLs of a private bucket.
  'hash',
  'ext',
  'provider',
  'provider_metadata',
];

/** Signs the URLs of a work's files, so that browsers can open files of a private bucket. */
export const withSignedMedia = async <
  Work extends { media: StoredFile[]; cover: StoredFile | null; inText?: StoredFile[] },
>(
  strapi: Core.Strapi,
  work: Work
): Promise<Work> => {
  const service = strapi.plugin('upload').service('file');
  const sign = async (file: StoredFile): Promise<StoredFile> => {
    const signed: StoredFile = await service.signFileUrls(file);
    return { ...signed, storedUrl: file.url };
  };
  const signAll = (files: StoredFile[]) => Promise.all(files.map(sign));
  return {
    ...work,
    media: await signAll(work.media),
    cover: work.cover && (await sign(work.cover)),
    ...(work.inText && { inText: await signAll(work.inText) }),
  };
};
