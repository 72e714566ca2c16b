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
    /** Folder of incomplete uploads. Blank for a folder in the system's temporary folder. Instances may share it. */
    directory: z.string(),
    /** Hours after which an incomplete upload is deleted. */
    hours: z.number().positive(),
  }),
  { directory: '', hours: 24 }
);

const HOUR_MILLISECONDS = 3_600_000;

// Imported dynamically, because the package is ESM only and this module is CommonJS.
const fileStore = () => import('@tus/file-store');

const directoryOf = (strapi: Core.Strapi): string => {
  const { directory } = resumableSettings.of(strapi);
  return directory === '' ? temporaryFolder(strapi, 'bot-resumable') : directory;
};

/** Whether this instance has ever received a resumable upload. */
export const hasUploadFolder = (strapi: Core.Strapi): boolean => existsSync(directoryOf(strapi));

/** Opens the store of incomplete uploads, and creates its folder. */
export const openUploadStore = async (strapi: Core.Strapi): Promise<FileStore> => {
  const directory = directoryOf(strapi);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { FileStore } = await fileStore();

  /**
   * The file store of the tus library, except that a failed write keeps its cause, because a full disk has its own
   * error code.
   */
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

/** The path of the file with the received bytes of an upload. */
export const fileOfUpload = (store: FileStore, id: string): string =>
  path.join(store.directory, id);
