import contentDisposition from 'content-disposition';
import type { Core } from '@strapi/strapi';

import { isShownInline } from './inline-type';

/** The provider whose objects are served by the storage itself, with the headers they carry. */
const OBJECT_STORAGE = 'aws-s3';

interface ProviderFile {
  mime: string;
  hash: string;
  ext: string;
}

type UploadMethod = (file: ProviderFile, parameters?: object) => Promise<unknown>;

interface Provider {
  upload?: UploadMethod;
  uploadStream?: UploadMethod;
  replace?: (file: ProviderFile, old: ProviderFile) => Promise<void>;
  replaceStream?: (file: ProviderFile, old: ProviderFile) => Promise<void>;
  delete: (file: ProviderFile) => Promise<unknown>;
}

const isSameObject = (one: ProviderFile, other: ProviderFile): boolean =>
  one.hash === other.hash && one.ext === other.ext;

/**
 * Lets objects in a bucket be downloaded rather than shown, like `/uploads` on a local disk,
 * unless they are images, video, audio or PDF. Everybody's uploads pass the provider, so this
 * holds for the editors' too. Strapi's provider sets the type of an object, but no disposition,
 * and lets nobody give one to a file that replaces another: that becomes an upload as well.
 */
export const setObjectHeaders = (strapi: Core.Strapi): void => {
  if (strapi.config.get('plugin::upload.provider') !== OBJECT_STORAGE) {
    return;
  }
  const provider: Provider = strapi.plugin('upload').provider;
  const actionOptions: Record<string, object> = strapi.config.get(
    'plugin::upload.actionOptions',
    {}
  );

  for (const [name, replaceName] of [
    ['upload', 'replace'],
    ['uploadStream', 'replaceStream'],
  ] as const) {
    const original = provider[name];
    if (original === undefined) {
      continue;
    }
    const upload: UploadMethod = (file, parameters = actionOptions[name]) =>
      original(file, {
        ...(!isShownInline(file.mime) && {
          ContentDisposition: contentDisposition(`${file.hash}${file.ext}`),
        }),
        ...parameters,
      });
    provider[name] = upload;
    provider[replaceName] = async (file, old) => {
      await upload(file);
      if (!isSameObject(file, old)) {
        await provider.delete(old);
      }
    };
  }
};
