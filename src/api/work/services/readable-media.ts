import type { Core } from '@strapi/strapi';

import type { StoredFile } from '../page/media';

/** The columns of a file that a page needs. */
export const FILE_FIELDS = [
  'name',
  'alternativeText',
  'caption',
  'url',
  'mime',
  'size',
  'width',
  'height',
  'formats',
  // What signing an address of a private bucket needs.
  'hash',
  'ext',
  'provider',
  'provider_metadata',
];

/** Gives the media of a work, and its cover, addresses that a browser can open. */
export const withSignedMedia = async <
  Work extends { media: StoredFile[]; cover?: StoredFile | null },
>(
  strapi: Core.Strapi,
  work: Work
): Promise<Work> => {
  const files = strapi.plugin('upload').service('file');
  const sign = async (file: StoredFile): Promise<StoredFile> => {
    const signed: StoredFile = await files.signFileUrls(file);
    return { ...signed, storedUrl: file.url };
  };
  const media = await Promise.all(work.media.map(sign));
  return { ...work, media, ...(work.cover && { cover: await sign(work.cover) }) };
};
