import { Readable } from 'node:stream';

import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../constants';

import type { StoredFile, StoredObject } from './stored-object';
import { comesBy, hasMethods, type Probe } from '../probe';

/*
 * Leans on how `@strapi/upload` 5.54 replaces a file (server/services/upload.js): the provider's
 * `replace` or `replaceStream` is called with the very object that is written into the row, before
 * the formats get their names from it. `services.extend` is how Strapi lets a service be wrapped.
 * Noticed by tests/reliability/stored-files-are-served-by-the-book.
 */

type Upload = (file: StoredObject) => Promise<unknown>;
type Replace = (file: StoredObject, old: StoredObject) => Promise<unknown>;

interface Provider {
  upload?: Upload;
  uploadStream?: Upload;
  replace?: Replace;
  replaceStream?: Replace;
  delete: Upload;
}

interface UploadService {
  replace: (id: number | string, input: unknown, options?: unknown) => Promise<StoredFile>;
}

/**
 * Stores what replaces a file of a unique name under another one. Strapi would write it over the
 * old bytes, which browsers and proxies were told to keep for ever (`cache-control.ts`). The old
 * objects stay until the row has changed. Files that editors have uploaded keep their names.
 * @param renamed gives another name for a unique one; undefined for any other
 */
export const renameReplacedFiles = (
  strapi: Core.Strapi,
  renamed: (hash: string) => string | undefined
): void => {
  const provider: Provider = strapi.plugin('upload').provider;

  for (const [uploadName, replaceName] of [
    ['upload', 'replace'],
    ['uploadStream', 'replaceStream'],
  ] as const) {
    if (provider[uploadName] === undefined) {
      continue;
    }
    // As Strapi does where a provider cannot replace.
    const deleteAndUpload: Replace = async (file, old) => {
      await provider.delete(old);
      await provider[uploadName]?.(file);
    };
    const replace = provider[replaceName] ?? deleteAndUpload;

    provider[replaceName] = async (file, old) => {
      const hash = renamed(old.hash);
      if (hash === undefined) {
        return replace(file, old);
      }
      // Before anything is awaited: Strapi names the formats after it.
      if (file.hash === old.hash) {
        file.hash = hash;
      }
      return provider[uploadName]?.(file);
    };
  }
};

/** Has something done after a file was replaced, with the file as it was and as it is. */
export const onReplacedFile = (
  strapi: Core.Strapi,
  follow: (old: StoredFile, replaced: StoredFile) => Promise<void>
): void => {
  strapi.get('services').extend('plugin::upload.upload', (service: UploadService) => ({
    ...service,
    async replace(id: number | string, input: unknown, options?: unknown) {
      const old: StoredFile | null = await strapi.db.query(FILE_UID).findOne({ where: { id } });
      const replaced = await service.replace(id, input, options);
      if (old !== null) {
        await follow(old, replaced);
      }
      return replaced;
    },
  }));
};

export const REPLACED_FILES: Probe = {
  name: 'new addresses of replaced files',
  leansOn: 'replace of the services upload and provider of @strapi/upload',
  isThere: (strapi) =>
    ['upload', 'provider'].every((name) =>
      hasMethods(strapi.plugin('upload').service(name), 'replace')
    ),
  works(strapi) {
    const { provider, service } = strapi.plugin('upload');
    const file = { hash: 'probe', ext: '', getStream: () => Readable.from([]) };
    const name = provider.replaceStream ? 'replaceStream' : 'replace';
    const replace = () => service('provider').replace({ ...file }, file);
    return comesBy(provider, name, replace, async () => undefined);
  },
};
