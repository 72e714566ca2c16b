/**
 * Leans on `signFileUrls` of the service `file` of `@strapi/upload` 5.54: it gives the file with an
 * address that is signed, and expires, if the bucket is private, and leaves files of another
 * provider alone. `tests/instances/private-bucket.test.ts` notices a change.
 */
import type { Core } from '@strapi/strapi';

import type { ReadableFile } from '../../protocol/answer';
import { hasMethods, type Probe } from '../probe';

/** The address to read a stored file at, as the provider gives it: a path of this site, or a whole one. */
export const signedUrl = async (strapi: Core.Strapi, file: ReadableFile): Promise<string> => {
  const files = strapi.plugin('upload').service('file');
  // What it signs is a copy; what it does not sign, it marks itself.
  const { url }: ReadableFile = await files.signFileUrls({ ...file });
  return url;
};

export const SIGNED_URLS: Probe = {
  name: 'addresses of files in private buckets',
  leansOn: 'signFileUrls of the service file of @strapi/upload',
  isThere: (strapi) => hasMethods(strapi.plugin('upload').service('file'), 'signFileUrls'),
  async works(strapi) {
    const file = { url: '/probe', mime: 'image/png', provider: 'none', formats: null };
    return (await signedUrl(strapi, file as unknown as ReadableFile)) === '/probe';
  },
};
