import type { Core } from '@strapi/strapi';

import { isShownInline } from '@fleet-bot/media';

import { cacheControlOf } from './cache-control';
import { attachmentNamed, downloadName } from './download-name';

/**
 * The upload provider for S3 buckets. A bucket serves its objects without Strapi, with the headers stored with each
 * object.
 */
const OBJECT_STORAGE = 'aws-s3';

interface ProviderFile {
  /** The name of the file. A site's own code may omit it. */
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
 * Sets the headers of objects in a bucket, for uploads of the bot and of editors. Files are downloaded instead of
 * shown, like those in `/uploads`, unless they are raster images, video, audio or PDF, because a bucket sends no
 * Content-Security-Policy. Texts get their charset, and all objects the same `Cache-Control` as local files.
 * Strapi's provider sets the type of an object, but no disposition.
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
