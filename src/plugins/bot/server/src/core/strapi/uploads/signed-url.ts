/**
 * Leans on `provider.isPrivate` of `@strapi/upload` 5.54, and on `signFileUrls` of its service `file`: it gives the file
 * with an address that is signed, and expires, if the bucket is private, and leaves files of another provider alone. `tests/instances/private-bucket.long.test.ts` notices a change.
 */
import type { Core } from '@strapi/strapi';

import type { ReadableFile } from '../../protocol/answer';
import { hasMethods, type Probe } from '../probe';

const signedUrl = async (strapi: Core.Strapi, file: ReadableFile): Promise<string> => {
  const files = strapi.plugin('upload').service('file');
  // What it signs is a copy; what it does not sign, it marks itself.
  const { url }: ReadableFile = await files.signFileUrls({ ...file });
  return url;
};

/** The addresses to read stored files at, as the provider gives them: paths of this site, or whole ones. */
export const readableUrls = async (
  strapi: Core.Strapi,
  files: ReadableFile[]
): Promise<string[]> =>
  files.length > 0 && (await strapi.plugin('upload').provider.isPrivate())
    ? Promise.all(files.map((file) => signedUrl(strapi, file)))
    : files.map(({ url }) => url);

export const SIGNED_URLS: Probe = {
  name: 'addresses of files in private buckets',
  leansOn: 'signFileUrls of the service file of @strapi/upload, and isPrivate of its provider,',
  isThere: (strapi) => hasMethods(strapi.plugin('upload').service('file'), 'signFileUrls'),
  async works(strapi) {
    const file = { url: '/probe', mime: 'image/png', provider: 'none', formats: null };
    return (
      hasMethods(strapi.plugin('upload').provider, 'isPrivate') &&
      (await signedUrl(strapi, file as unknown as ReadableFile)) === '/probe'
    );
  },
};
