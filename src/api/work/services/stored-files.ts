import type { Core } from '@strapi/strapi';

interface StoredFormat {
  url: string;
  mime?: string;
  width?: number | null;
  height?: number | null;
}

/** What Strapi's upload plugin keeps of a file, as far as a page shows it. */
export interface StoredFile {
  name: string;
  alternativeText: string | null;
  caption: string | null;
  url: string;
  /** The address before it was signed: how the text of a work refers to the file. */
  storedUrl?: string;
  mime: string;
  /** In units of 1000 bytes, to ten bytes. */
  size: number;
  /** In bytes; null for files of earlier versions. */
  botBytes: number | null;
  width: number | null;
  height: number | null;
  formats: Record<string, StoredFormat> | null;
  /** Of a picture: the same in a few pixels, a WebP in Base64. */
  botPlaceholder: string | null;
  /** Of a film or a sound, in seconds. */
  botDuration: number | null;
  /** The title that a sound gives itself. */
  botRecordingTitle: string | null;
}

/** The columns of a file that a page needs. */
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
  // What signing an address of a private bucket needs.
  'hash',
  'ext',
  'provider',
  'provider_metadata',
];

/** Gives the files of a work addresses that a browser can open. */
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
