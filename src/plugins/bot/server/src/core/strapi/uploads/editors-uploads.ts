/*
 * Leans on `@strapi/upload` 5.54: all ways that a file comes by (the panel, the content API, an address, MCP) call
 * `upload` or `replace` of its service `upload`, with files as the body parser left them. `formatFileInfo` of the same
 * service makes the columns of a row, and `checkFileSize` of its service `provider` knows the site's limit.
 * `services.extend` is how Strapi lets a service be wrapped.
 * Noticed by tests/editors/media-library-files-get-the-same-care and tests/reliability/stored-files-are-served-according-to-http.
 */
import type { Core } from '@strapi/strapi';

import { endTrial, hasMethods, isEnded, type Probe } from '../probe';

import type { ProviderFile } from './provider-file';

/** A file of a form, as the body parser leaves it. */
interface FormFile {
  filepath: string;
  originalFilename?: string | null;
  size: number;
}

interface FileInfo {
  name?: string | null;
  folder?: unknown;
}

/** What is said of all files of a request: the record that they are for. */
type Surroundings = Record<string, unknown>;

interface UploadInput {
  data: { fileInfo?: FileInfo | FileInfo[] } & Surroundings;
  files: FormFile | FormFile[];
}

interface ReplaceInput {
  data: { fileInfo?: FileInfo } & Surroundings;
  file: FormFile;
}

interface Options {
  user?: { id: number };
}

/** Columns of a row by the names of their attributes, as Strapi makes them of what a form says. */
export interface Described {
  hash: string;
  ext: string;
  path?: string;
}

interface UploadService {
  formatFileInfo: (file: object, info: FileInfo, around: Surroundings) => Promise<Described>;
  upload: (input: UploadInput, options?: Options) => Promise<unknown>;
  replace: (id: number | string, input: ReplaceInput, options?: Options) => Promise<unknown>;
}

/** A file that an editor has sent, in place of another one or not. */
export interface SentFile {
  filepath: string;
  size: number;
  fileName: string;
  /** The name to show instead of the file name. */
  name?: string;
  /**
   * What its row says of it and of its sender.
   * @throws Strapi's error if `stored` is larger than the site allows
   */
  describe: (stored: ProviderFile) => Promise<Described>;
}

export interface EditorsUploads {
  upload: (files: SentFile[]) => Promise<object[]>;
  /** @returns the row; undefined if there is no such file */
  replace: (id: number | string, file: SentFile) => Promise<object | undefined>;
}

const UPLOAD = 'plugin::upload.upload';
const PROVIDER = 'plugin::upload.provider';

/** Stores in another way what editors upload, and all else that passes Strapi's own upload service. */
export const storeEditorsUploads = (strapi: Core.Strapi, store: EditorsUploads): void => {
  strapi.get('services').extend(UPLOAD, (service: UploadService): UploadService => {
    const toSent = (
      { filepath, size, originalFilename }: FormFile,
      info: FileInfo,
      around: Surroundings,
      makers: object
    ): SentFile => ({
      filepath,
      size,
      fileName: originalFilename ?? '',
      name: info.name ?? undefined,
      async describe({ name, ext, mime, sizeInBytes }) {
        // Strapi takes the extension from here, and all else from the information.
        const file = { filename: `file${ext}`, type: mime, size: sizeInBytes };
        const described = await service.formatFileInfo(file, { ...info, name }, around);
        await strapi.service(PROVIDER).checkFileSize(described);
        return { ...described, ...makers };
      },
    });

    return {
      ...service,

      async upload({ data: { fileInfo, ...around }, files }, { user } = {}) {
        endTrial();
        const infos = [fileInfo ?? []].flat();
        const makers = user ? { createdBy: user.id, updatedBy: user.id } : {};
        return store.upload(
          [files].flat().map((file, index) => toSent(file, infos[index] ?? {}, around, makers))
        );
      },

      async replace(id, input, options = {}) {
        endTrial();
        const { fileInfo = {}, path } = input.data;
        const makers = options.user ? { updatedBy: options.user.id } : {};
        const sent = toSent(input.file, fileInfo, { path }, makers);
        const describe: SentFile['describe'] = async (stored) => ({
          ...(await sent.describe(stored)),
          // What says no folder is not moved to the top.
          ...(fileInfo.folder === undefined && { folder: undefined, folderPath: undefined }),
        });
        const replaced = await store.replace(id, { ...sent, describe });
        // Strapi says that there is no such file.
        return replaced ?? service.replace(id, input, options);
      },
    };
  });
};

export const EDITORS_UPLOADS: Probe = {
  name: 'removal of locations from what editors upload',
  leansOn: 'the services upload and provider of @strapi/upload',
  isThere: (strapi) =>
    hasMethods(strapi.service(UPLOAD), 'formatFileInfo', 'upload', 'replace') &&
    hasMethods(strapi.service(PROVIDER), 'checkFileSize'),
  async works(strapi) {
    const { upload, replace } = strapi.service(UPLOAD) as unknown as UploadService;
    const file = { filepath: __filename, size: 0 };
    return (
      (await isEnded(() => upload({ data: {}, files: [] }))) &&
      (await isEnded(() => replace(-1, { data: {}, file })))
    );
  },
};
