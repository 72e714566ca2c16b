/**
 * Relies on: `@strapi/upload` 5.54: `provider.isPrivate`, and `signFileUrls` of its service `file`, which signs URLs of
 * private buckets and ignores files of other providers
 * Breaks if: Strapi renames these
 * Checked by: `tests/instances/private-bucket.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import type { ReadableFile, UnsignedFile } from '../../protocol/send';
import { hasMethods, type Probe } from '../probe';

const signedUrl = async (strapi: Core.Strapi, file: UnsignedFile): Promise<string> => {
  const files = strapi.plugin('upload').service('file');
  // The service gets a copy, because it also modifies the file.
  const { url }: ReadableFile = await files.signFileUrls({ ...file });
  return url;
};

/** Whether files can be read only with signed URLs, which are made from all columns of `ReadableFile`. */
export const signsUrls = async (strapi: Core.Strapi): Promise<boolean> =>
  strapi.plugin('upload').provider.isPrivate();

/** Whether the columns for signing were read. A reader that asked `signsUrls` leaves them out where no URL is signed. */
const isSignable = ({ provider }: UnsignedFile): boolean => provider !== undefined;

/** URLs for reading stored files, as the provider returns them: paths of this site, or absolute URLs. */
export const readableUrls = async (
  strapi: Core.Strapi,
  files: UnsignedFile[]
): Promise<string[]> =>
  files.some(isSignable) && (await signsUrls(strapi))
    ? Promise.all(files.map((file) => signedUrl(strapi, file)))
    : files.map(({ url }) => url);

export const SIGNED_URLS: Probe = {
  name: 'addresses of files in private buckets',
  reliesOn: 'signFileUrls of the service file of @strapi/upload, and isPrivate of its provider,',
  isPresent: (strapi) => hasMethods(strapi.plugin('upload').service('file'), 'signFileUrls'),
  async verify(strapi) {
    const file = { url: '/probe', mime: 'image/png', provider: 'none', formats: null };
    return (
      hasMethods(strapi.plugin('upload').provider, 'isPrivate') &&
      (await signedUrl(strapi, file)) === '/probe'
    );
  },
};
