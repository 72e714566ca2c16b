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
  Work extends { media: StoredFile[]; cover?: StoredFile | null; inText?: StoredFile[] },
>(
  strapi: Core.Strapi,
  work: Work
): Promise<Work> => {
  const files = strapi.plugin('upload').service('file');
  const sign = async (file: StoredFile): Promise<StoredFile> => {
    const signed: StoredFile = await files.signFileUrls(file);
    return { ...signed, storedUrl: file.url };
  };
  const [media, inText] = await Promise.all(
    [work.media, work.inText ?? []].map((some) => Promise.all(some.map(sign)))
  );
  return {
    ...work,
    media,
    ...(work.cover && { cover: await sign(work.cover) }),
    ...(work.inText && { inText }),
  };
};
