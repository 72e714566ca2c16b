import { createWriteStream, existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';
import type { FileStore } from '@tus/file-store';

import { temporaryFolder } from '../../core/bytes/temporary-directory';
import { faultOf } from '../../core/database/faults';
import { protocolError } from '../../core/protocol/errors';
import { defineSettings } from '../../core/settings';

export const resumableSettings = defineSettings(
  'resumable',
  z.strictObject({
    /** Where they grow; blank means a folder in the system's temporary one. Instances may share it. */
    directory: z.string(),
    /** Hours after which one that is not whole is removed. */
    hours: z.number().positive(),
  }),
  { directory: '', hours: 24 }
);

const HOUR_MILLISECONDS = 3_600_000;

// ESM only, so it cannot be a static import of this CommonJS module.
const fileStore = () => import('@tus/file-store');

const directoryOf = (strapi: Core.Strapi): string => {
  const { directory } = resumableSettings.of(strapi);
  return directory === '' ? temporaryFolder(strapi, 'bot-resumable') : directory;
};

/** Whether any upload was ever begun here. */
export const hasUploadFolder = (strapi: Core.Strapi): boolean => existsSync(directoryOf(strapi));

export const openUploadStore = async (strapi: Core.Strapi): Promise<FileStore> => {
  const directory = directoryOf(strapi);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { FileStore } = await fileStore();

  /** As the library's, but that it says why bytes could not be written: a full disk has an answer of its own. */
  class Store extends FileStore {
    override async write(sent: Readable, id: string, offset: number): Promise<number> {
      const file = createWriteStream(fileOfUpload(this, id), { flags: 'r+', start: offset });
      try {
        await pipeline(sent, file);
      } catch (cause) {
        throw faultOf(cause) === undefined ? protocolError('storage-failed', { cause }) : cause;
      }
      return offset + file.bytesWritten;
    }
  }

  const { hours } = resumableSettings.of(strapi);
  return new Store({
    directory,
    expirationPeriodInMilliseconds: hours * HOUR_MILLISECONDS,
  });
};

export const fileOfUpload = (store: FileStore, id: string): string =>
  path.join(store.directory, id);
