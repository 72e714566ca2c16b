import type { Core } from '@strapi/strapi';

import { isShownInline } from '@fleet-bot/media';

import { cacheControlOf } from './cache-control';
import { attachmentNamed, downloadName } from './download-name';

/** The provider whose objects are served by the storage itself, with the headers they carry. */
const OBJECT_STORAGE = 'aws-s3';

interface ProviderFile {
  /** Code of a site may hand over a file without one. */
  name?: string;
  mime: string;
  hash: string;
  ext: string;
  charset?: string;
}

type UploadMethod = (file: ProviderFile, parameters?: object) => Promise<unknown>;

interface Provider {
  upload?: UploadMethod;
  uploadStream?: UploadMethod;
  isPrivate: () => Promise<boolean> | boolean;
}

/**
 * Lets objects in a bucket be downloaded rather than shown, like `/uploads` on a local disk,
 * unless they are images of pixels, video, audio or PDF: a bucket sends no policy with them. Texts
 * are sent with the encoding that they are in, and all may be kept as long as those of a local disk.
 * Everybody's uploads pass the provider, so this holds for the editors' too. Strapi's provider sets
 * the type of an object, but no disposition.
 */
export const setObjectHeaders = async (strapi: Core.Strapi): Promise<void> => {
  if (strapi.config.get('plugin::upload.provider') !== OBJECT_STORAGE) {
    return;
  }
  const provider: Provider = strapi.plugin('upload').provider;
  const isPrivate = await provider.isPrivate();
  const actionOptions: Record<string, object> = strapi.config.get(
    'plugin::upload.actionOptions',
    {}
  );

  for (const name of ['upload', 'uploadStream'] as const) {
    const original = provider[name];
    if (original === undefined) {
      continue;
    }
    provider[name] = (file, parameters = actionOptions[name]) =>
      original(file, {
        CacheControl: cacheControlOf(file, isPrivate),
        ...(!isShownInline(file.mime) && {
          ContentDisposition: attachmentNamed(downloadName(file.name ?? file.hash, file.ext)),
        }),
        ...(file.charset !== undefined && {
          ContentType: `${file.mime}; charset=${file.charset}`,
        }),
        ...parameters,
      });
  }
};
