/*
 * Relies on: `@strapi/upload` 5.54: uploads from the panel, content API, URLs and MCP all call `upload` or `replace` of
 * its service `upload`, with files from the body parser; `formatFileInfo` of this service creates the columns of a row;
 * `checkFileSize` of its service `provider` enforces the site's limit; `services.extend` wraps a service
 * Breaks if: Strapi uploads files in another way or renames these methods
 * Checked by: `tests/editors/media-library-files-get-the-same-care`,
 * `tests/reliability/stored-files-are-served-according-to-http`
 */
import type { Core } from '@strapi/strapi';

import { abortProbeCall, hasMethods, reachesPatch, type Probe } from '../probe';

import type { ProviderFile } from './provider-file';

/** A file of a form, as the body parser provides it. */
interface FormFile {
  filepath: string;
  originalFilename?: string | null;
  size: number;
}

interface FileInfo {
  name?: string | null;
  folder?: unknown;
}

/** Data for all files of a request: the record to which they belong. */
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

/** Columns that Strapi derives from the form, keyed by attribute. */
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

/** A file that an editor uploaded, new or as a replacement. */
export interface SentFile {
  filepath: string;
  size: number;
  fileName: string;
  /** Display name; default: the file name. */
  name?: string;
  /**
   * Creates the database columns for the file and its uploader.
   * @throws Strapi's error if `stored` is larger than the site allows
   */
  describe: (stored: ProviderFile) => Promise<Described>;
}

export interface EditorsUploads {
  upload: (files: SentFile[]) => Promise<object[]>;
  /** Replaces the content of a file. @returns its row; undefined if the file does not exist */
  replace: (id: number | string, file: SentFile) => Promise<object | undefined>;
}

const UPLOAD = 'plugin::upload.upload';
const PROVIDER = 'plugin::upload.provider';

/** Replaces how Strapi's upload service stores files, for uploads of editors and all other callers. */
export const storeEditorsUploads = (strapi: Core.Strapi, store: EditorsUploads): void => {
  strapi.get('services').extend(UPLOAD, (service: UploadService): UploadService => {
    const toSent = (
      { filepath, size, originalFilename }: FormFile,
      info: FileInfo,
      around: Surroundings,
      creators: object
    ): SentFile => ({
      filepath,
      size,
      fileName: originalFilename ?? '',
      name: info.name ?? undefined,
      async describe({ name, ext, mime, sizeInBytes }) {
        // Strapi takes only the extension from `filename`, and everything else from the file info.
        const file = { filename: `file${ext}`, type: mime, size: sizeInBytes };
        const described = await service.formatFileInfo(file, { ...info, name }, around);
        await strapi.service(PROVIDER).checkFileSize(described);
        return { ...described, ...creators };
      },
    });

    return {
      ...service,

      async upload({ data: { fileInfo, ...around }, files }, { user } = {}) {
        abortProbeCall();
        const infos = [fileInfo ?? []].flat();
        const creators = user ? { createdBy: user.id, updatedBy: user.id } : {};
        return store.upload(
          [files].flat().map((file, index) => toSent(file, infos[index] ?? {}, around, creators))
        );
      },

      async replace(id, input, options = {}) {
        abortProbeCall();
        const { fileInfo = {}, path } = input.data;
        const creators = options.user ? { updatedBy: options.user.id } : {};
        const sent = toSent(input.file, fileInfo, { path }, creators);
        const describe: SentFile['describe'] = async (stored) => ({
          ...(await sent.describe(stored)),
          // A request that names no folder must not move the file.
          ...(fileInfo.folder === undefined && { folder: undefined, folderPath: undefined }),
        });
        const replaced = await store.replace(id, { ...sent, describe });
        // Strapi's own function answers that the file does not exist.
        return replaced ?? service.replace(id, input, options);
      },
    };
  });
};

export const EDITORS_UPLOADS: Probe = {
  name: 'removal of locations from what editors upload',
  reliesOn: 'the services upload and provider of @strapi/upload',
  isPresent: (strapi) =>
    hasMethods(strapi.service(UPLOAD), 'formatFileInfo', 'upload', 'replace') &&
    hasMethods(strapi.service(PROVIDER), 'checkFileSize'),
  async verify(strapi) {
    const { upload, replace } = strapi.service(UPLOAD) as unknown as UploadService;
    const file = { filepath: __filename, size: 0 };
    return (
      (await reachesPatch(() => upload({ data: {}, files: [] }))) &&
      (await reachesPatch(() => replace(-1, { data: {}, file })))
    );
  },
};
