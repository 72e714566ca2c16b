import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { ScopedValue } from '../../scoped-value';
import { digestOfStream, withDigest } from '../../bytes/digest';
import { bytesInFile, type ReceivedBytes } from '@fleet-bot/media';
import { getTemporaryDirectoryService } from '../../bytes/temporary-directory';

import type { PreparedMaterial, ProviderFile } from './provider-file';
import type { StoredObject } from './stored-object';
import { hasMethods, type Probe } from '../probe';

/*
 * Leans on how `@strapi/upload` 5.54 goes about an upload (server/services/upload.js): all ways that
 * a file comes by (the panel, the content API, an address, MCP) call `upload` or `replace` of its
 * service `upload`, with files as the body parser left them; those ask its service
 * `image-manipulation`, with one and the same object for a file, whether it is an image, for its
 * size and for its copies. Before the first byte of a file is stored, its service `provider` is
 * asked for its size. `services.extend` is how Strapi lets a service be wrapped.
 * Noticed by tests/editors/media-library-files-get-the-same-care and tests/faults/nth-fault.
 */

/** A file of a form, as the body parser leaves it. */
interface FormFile {
  filepath: string;
  originalFilename?: string | null;
  mimetype?: string | null;
  detectedMimeType?: string;
  size: number;
}

interface FileInfo {
  name?: string | null;
}

interface UploadInput {
  data: { fileInfo?: FileInfo | FileInfo[] };
  files: FormFile | FormFile[];
}

interface ReplaceInput {
  data: { fileInfo?: FileInfo };
  file: FormFile;
}

interface UploadService {
  upload: (input: UploadInput, options?: unknown) => Promise<unknown>;
  replace: (id: unknown, input: ReplaceInput, options?: unknown) => Promise<unknown>;
}

/** What Strapi knows of a file on its way to storage. */
interface LibraryFile {
  name: string;
  hash: string;
  ext: string;
  path?: string;
  filepath?: string;
  getStream: () => Readable;
}

interface ProviderService {
  checkFileSize: (file: LibraryFile) => Promise<void>;
  upload: (file: LibraryFile) => Promise<void>;
  replace: (file: LibraryFile, old: unknown) => Promise<void>;
}

type ImageService = Record<string, (file: LibraryFile) => Promise<unknown>>;

/** A file that an editor has sent, and what is to be made of it. */
interface EditorsFile {
  bytes: ReceivedBytes;
  fileName: string;
  /** The name to show instead of the file name. */
  name?: string;
  /** The setting "size optimization" of the Media Library is heeded. */
  isOptimized: true;
}

/** What the plugin does for files that editors send. */
export interface EditorsUploads {
  /** Makes of a file what is to be stored. */
  prepare: (received: EditorsFile) => Promise<PreparedMaterial>;
  /**
   * Told of what is about to be stored, and has no owner yet.
   * @returns to be called when the upload is done, or has failed
   */
  announce: (objects: StoredObject[]) => Promise<(isDone: boolean) => Promise<void>>;
}

/** An upload that stores nothing, by which this is proved at start. */
interface Trial extends EditorsUploads {
  store: (file: LibraryFile) => Promise<void>;
}

const trials = new ScopedValue<Trial>();

/** One call of Strapi's upload. */
interface Upload {
  ends: ((isDone: boolean) => Promise<void>)[];
  /** What is on its way to storage; one that fails does not stop the others. */
  stores: Promise<unknown>[];
}

interface PreparedFile extends PreparedMaterial {
  /** Columns of its row, and the encoding of a text, which the provider sends with the object. */
  columns: object;
}

const THUMBNAIL = 'thumbnail';

const formatHash = (file: LibraryFile, key: string): string => `${key}_${file.hash}`;

/** A copy as Strapi takes it from its own image service. */
const copyOf = (file: LibraryFile, key: string, format: ProviderFile) => ({
  ..._.pick(format, ['mime', 'getStream', 'width', 'height', 'size', 'sizeInBytes']),
  name: `${key}_${file.name}`,
  hash: formatHash(file, key),
  ext: file.ext,
  path: file.path ?? null,
});

/** What Strapi asks its image service, answered by what was made of a file. */
const ANSWERS: Record<string, (material: PreparedMaterial, file: LibraryFile) => unknown> = {
  // Films too: Strapi keeps how wide and high a file is if that is so.
  isImage: ({ original }) => original.width !== undefined,
  isFaultyImage: () => false,
  isOptimizableImage: () => false,
  isResizableImage: ({ formats }) => Object.keys(formats).length > 0,
  getDimensions: ({ original: { width = null, height = null } }) => ({ width, height }),
  generateThumbnail: ({ formats: { thumbnail } }, file) =>
    thumbnail && copyOf(file, THUMBNAIL, thumbnail),
  generateResponsiveFormats: ({ formats }, file) =>
    Object.entries(_.omit(formats, THUMBNAIL)).map(([key, format]) => ({
      key,
      file: copyOf(file, key, format),
    })),
};

/**
 * Gives the files that editors upload, and all others that pass Strapi's own upload service, the
 * same care as the bot's: the type by the bytes, no metadata in images, every picture upright and
 * decoded in an image process, what may not be stored refused.
 * Bytes whose row cannot be written are removed, which Strapi does not do.
 */
export const prepareEditorsUploads = (strapi: Core.Strapi, given: EditorsUploads): void => {
  const uses = (): EditorsUploads => trials.get() ?? given;
  /** By the path that Strapi is given in place of the file that came. */
  const byPath = new Map<string, PreparedFile>();
  const byFile = new WeakMap<LibraryFile, PreparedFile>();

  const find = (file: LibraryFile): PreparedMaterial | undefined => {
    const material = byFile.get(file) ?? byPath.get(file.filepath ?? '');
    if (material !== undefined) {
      // Strapi forgets the path when the original is stored, and asks on for the copies.
      byFile.set(file, material);
      Object.assign(file, material.columns);
    }
    return material;
  };

  const prepare = async (file: FormFile, info: FileInfo, filepath: string) => {
    const receivedDigest = await digestOfStream(createReadStream(file.filepath));
    const material = await uses().prepare({
      bytes: bytesInFile(file.filepath, file.size, receivedDigest),
      fileName: file.originalFilename ?? '',
      name: info.name ?? undefined,
      isOptimized: true,
    });
    const { name, mime, sizeInBytes, sha256, getStream, charset } = material.original;
    // Null for what the file that it replaces had.
    const {
      botPlaceholder = null,
      botDuration = null,
      botRecordingTitle = null,
    } = material.original;
    let storedDigest = sha256;
    const content =
      sha256 === undefined
        ? withDigest(getStream(), (passed) => (storedDigest = passed))
        : getStream();
    await pipeline(content, createWriteStream(filepath, { flags: 'wx', mode: 0o600 }));
    const columns = {
      botReceivedDigest: receivedDigest,
      botStoredDigest: storedDigest,
      charset,
      botPlaceholder,
      botDuration,
      botRecordingTitle,
    };
    byPath.set(filepath, { ...material, columns });
    return {
      file: {
        ...file,
        filepath,
        originalFilename: name,
        mimetype: mime,
        detectedMimeType: mime,
        size: sizeInBytes,
      },
      info: { ...info, name },
    };
  };

  /** Runs Strapi's upload with prepared files, which are gone afterwards. */
  const prepared = <Result>(
    files: FormFile[],
    infos: FileInfo[],
    upload: (files: FormFile[], infos: FileInfo[]) => Promise<Result>
  ): Promise<Result> =>
    getTemporaryDirectoryService(strapi).use(async (directory) => {
      const folder = await directory();
      const paths = files.map((_, index) => path.join(folder, String(index)));
      try {
        const all = await Promise.all(
          files.map((file, index) => prepare(file, infos[index] ?? {}, paths[index] ?? ''))
        );
        return await upload(
          all.map(({ file }) => file),
          all.map(({ info }) => info)
        );
      } finally {
        paths.forEach((filepath) => byPath.delete(filepath));
      }
    });

  const uploads = new ScopedValue<Upload>();

  /** All that storage is to hold for a file, as Strapi names it. */
  const objectsOf = (file: LibraryFile): StoredObject[] => {
    const { original, formats = {} } = find(file) ?? {};
    const stored = _.pick(file, ['hash', 'ext', 'path']);
    return [
      { ...stored, mime: original?.mime ?? '' },
      ...Object.entries(formats).map(([key, { mime }]) => ({
        ...stored,
        hash: formatHash(file, key),
        mime,
      })),
    ];
  };

  /** Whether another file of a failed upload may still be on its way to its row. */
  const isConcurrent = ({ ends }: Upload): boolean => {
    const { concurrentUploadSize = 1 }: { concurrentUploadSize?: number } =
      strapi.config.get('plugin::upload');
    return ends.length > 1 && concurrentUploadSize > 1;
  };

  /**
   * Runs Strapi's upload of new files, which leaves no bytes behind if it fails: those that others
   * might still give an owner go when their grace is over.
   */
  const leavingNothing = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const upload: Upload = { ends: [], stores: [] };
    let isDone = false;
    try {
      const result = await uploads.run(upload, work);
      isDone = true;
      return result;
    } finally {
      await Promise.allSettled(upload.stores);
      for (const end of isDone || !isConcurrent(upload) ? upload.ends : []) {
        await end(isDone);
      }
    }
  };

  const services = strapi.get('services');
  services.extend('plugin::upload.provider', (service: ProviderService): ProviderService => ({
    ...service,
    async checkFileSize(file) {
      await service.checkFileSize(file);
      const upload = uploads.get();
      upload?.ends.push(await uses().announce(objectsOf(file)));
    },
    upload(file) {
      const stored = trials.get()?.store(file) ?? service.upload(file);
      uploads.get()?.stores.push(stored);
      return stored;
    },
  }));
  services.extend('plugin::upload.image-manipulation', (service: ImageService) => ({
    ...service,
    ..._.mapValues(ANSWERS, (answer, name) => async (file: LibraryFile) => {
      const material = find(file);
      // Strapi itself is asked about files that came another way.
      return material === undefined ? service[name]?.(file) : answer(material, file);
    }),
  }));
  services.extend('plugin::upload.upload', (service: UploadService): UploadService => ({
    ...service,
    upload: ({ data, files }, options) =>
      prepared([files].flat(), [data.fileInfo ?? []].flat(), (ready, infos) =>
        leavingNothing(() =>
          service.upload({ data: { ...data, fileInfo: infos }, files: ready }, options)
        )
      ),
    replace: (id, { data, file }, options) =>
      prepared([file], [data.fileInfo ?? {}], ([ready = file], [fileInfo]) =>
        service.replace(id, { data: { ...data, fileInfo }, file: ready }, options)
      ),
  }));
};

/** A file of one pixel, as if its metadata had been removed. */
const CLEANED = 'cleaned';
const cleaned = (): PreparedMaterial => ({
  original: {
    ...{ name: 'probe.png', hash: 'probe', ext: '.png', mime: 'image/png', width: 1, height: 1 },
    ...{ size: 0.01, sizeInBytes: CLEANED.length, getStream: () => Readable.from([CLEANED]) },
  },
  formats: {},
});

export const EDITORS_UPLOADS: Probe = {
  name: 'removal of locations from what editors upload',
  leansOn: 'the services upload, provider and image-manipulation of @strapi/upload',
  isThere(strapi) {
    const { service } = strapi.plugin('upload');
    return (
      hasMethods(service('upload'), 'upload', 'replace') &&
      hasMethods(service('provider'), 'checkFileSize', 'upload') &&
      hasMethods(service('image-manipulation'), ...Object.keys(ANSWERS))
    );
  },
  async works(strapi) {
    const seen: string[] = [];
    const trial: Trial = {
      prepare: async () => cleaned(),
      announce: async () => async (isDone) => void seen.push(isDone ? 'done' : 'removed'),
      async store(file) {
        seen.push(await text(file.getStream()));
        throw new Error('A probe stores nothing');
      },
    };
    const files = { filepath: __filename, originalFilename: 'probe.png', size: CLEANED.length };
    const service: UploadService = strapi.plugin('upload').service('upload');
    await trials.run(trial, () => service.upload({ data: {}, files }).catch(() => undefined));
    return seen.join() === `${CLEANED},removed`;
  },
};
