import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { file as fileUnits } from '@strapi/utils';
import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../constants';
import { transaction } from '../database/connection';
import { displayName, storageName } from '../media/file-name';
import { identify, type FileIdentity } from '../media/identify';
import { makeImageVariants, type EncodedImage } from '../media/image';
import { storedObjectsOf } from '../media/stored-object';
import type { Settle } from '../protocol/answer';
import { codeOf, protocolError } from '../protocol/errors';
import type { Material, MaterialType } from '../protocol/publication';

import { botConfig, getService } from './lookup';
import type { ReadableFile } from './storage';

export interface NewMaterial {
  /** Where the received bytes are. */
  path: string;
  /** The file name that the client sent. */
  fileName: string;
  /** The name to show instead of the file name. */
  name?: string;
  alternativeText?: string;
  caption?: string;
}

/** A file or a format as Strapi's upload providers take it and as it is stored in the row. */
interface ProviderFile {
  name: string;
  hash: string;
  ext: string;
  mime: string;
  /** Kilobytes, as Strapi counts. */
  size: number;
  sizeInBytes: number;
  width?: number;
  height?: number;
  url?: string;
  getStream: () => Readable;
}

interface PreparedFile {
  original: ProviderFile;
  formats: Record<string, ProviderFile>;
}

interface FileRow extends ReadableFile {
  id: number;
  documentId: string;
  type: MaterialType;
}

/** Strapi's default sizes of the responsive formats, longest side in pixels. */
const DEFAULT_BREAKPOINTS = { large: 1000, medium: 750, small: 500 };

/** How long an upload may take before its bytes count as left behind by a crash. */
const GRACE_MILLISECONDS = 60 * 60_000;

const imageFile = (
  base: Omit<ProviderFile, 'size' | 'sizeInBytes' | 'getStream'>,
  { bytes, width, height }: EncodedImage
): ProviderFile => ({
  ...base,
  width,
  height,
  size: fileUnits.bytesToKbytes(bytes.length),
  sizeInBytes: bytes.length,
  getStream: () => Readable.from(bytes, { objectMode: false }),
});

/** The part of a provider file that is written into the row. */
const toRow = ({ getStream: _getStream, ...columns }: ProviderFile) => columns;

/**
 * Stores materials: the bytes with Strapi's upload provider, the row in Strapi's Media Library.
 * Strapi's own upload service is not used, because it leaves bytes behind when it fails
 * half-way, believes the client about types, and decodes an image once per copy.
 */
export const createMaterialService = ({ strapi }: { strapi: Core.Strapi }) => {
  const upload = () => strapi.plugin('upload');

  const breakpoints = async (): Promise<Record<string, number>> => {
    const settings = await upload().service('upload').getSettings();
    return settings?.responsiveDimensions === true
      ? strapi.config.get('plugin::upload.breakpoints', DEFAULT_BREAKPOINTS)
      : {};
  };

  const prepareImage = async (
    path: string,
    base: Omit<ProviderFile, 'size' | 'sizeInBytes' | 'getStream'>
  ): Promise<PreparedFile | undefined> => {
    const { imageBytes, imagePixels } = botConfig(strapi).limits;
    if ((await stat(path)).size > imageBytes) {
      throw protocolError('file-too-large', {
        message: `The image is larger than ${imageBytes} bytes`,
        details: { limit: imageBytes },
      });
    }
    const options = { breakpoints: await breakpoints(), pixels: imagePixels };
    const variants = await getService(strapi, 'imageSlots').use(async () =>
      makeImageVariants(await readFile(path), base.mime, options)
    );
    return (
      variants && {
        original: imageFile(base, variants.original),
        formats: Object.fromEntries(
          [...variants.formats].map(([key, image]) => [
            key,
            imageFile({ ...base, name: `${key}_${base.name}`, hash: `${key}_${base.hash}` }, image),
          ])
        ),
      }
    );
  };

  const prepare = async (
    material: NewMaterial,
    { mime, ext }: FileIdentity
  ): Promise<PreparedFile> => {
    const name = displayName(material.name ?? material.fileName, ext);
    const base = { name, hash: storageName(name), ext, mime };
    const image = mime.startsWith('image/') ? await prepareImage(material.path, base) : undefined;
    if (image !== undefined) {
      return image;
    }
    const { size } = await stat(material.path);
    const original = {
      ...base,
      size: fileUnits.bytesToKbytes(size),
      sizeInBytes: size,
      getStream: () => createReadStream(material.path),
    };
    return { original, formats: {} };
  };

  const writeRow = async (
    { alternativeText, caption }: NewMaterial,
    { original, formats }: PreparedFile,
    provider: string
  ): Promise<FileRow> => {
    const folders = getService(strapi, 'materialFolder');
    const folder = await folders.get();
    const row: FileRow = await strapi.db.query(FILE_UID).create({
      data: {
        ...toRow(original),
        formats: Object.fromEntries(
          Object.entries(formats).map(([key, format]) => [key, toRow(format)])
        ),
        alternativeText,
        caption,
        provider,
        folderPath: folder.path,
      },
    });
    await folders.put(row.id, folder);
    return row;
  };

  const toMaterial = async (row: FileRow): Promise<Material> => {
    const url = await getService(strapi, 'storage').readableUrl(row);
    return { id: row.documentId, url: getService(strapi, 'site').absolute(url), type: row.type };
  };

  const store = async ({ original, formats }: PreparedFile): Promise<void> => {
    for (const file of [original, ...Object.values(formats)]) {
      await getService(strapi, 'storage').upload(file);
    }
  };

  return {
    /**
     * Stores a file that was received.
     *
     * Before the first byte goes to storage, a removal row says that these bytes belong to
     * nobody; the transaction that writes the file row takes it back. So whatever ends this
     * half-way, the removal worker cleans up behind it.
     *
     * @throws `file-type-not-allowed`, `file-too-large`, `images-busy`, `invalid-request` for an
     *   empty file, and what the storage service throws
     */
    async create(material: NewMaterial, settle: Settle<Material>): Promise<Material> {
      const { size } = await stat(material.path);
      if (size === 0) {
        const message = 'The file is empty';
        throw protocolError('invalid-request', {
          message,
          details: { errors: [{ path: ['file'], message }] },
        });
      }
      const prepared = await prepare(material, await identify(material.path, material.fileName));
      const { provider } = getService(strapi, 'storage');
      const queue = getService(strapi, 'removalQueue');
      const intent = await queue.add({
        provider,
        objects: storedObjectsOf({ ...prepared.original, provider, formats: prepared.formats }),
        dueAt: new Date(Date.now() + GRACE_MILLISECONDS),
      });
      try {
        await store(prepared);
        const { row, created } = await transaction(strapi, async () => {
          await queue.withdraw(intent);
          const row = await writeRow(material, prepared, provider);
          const created = await toMaterial(row);
          await settle(created);
          return { row, created };
        });
        getService(strapi, 'mediaEvents').emit('media.create', row);
        return created;
      } catch (error) {
        // A provider that did not answer may still be writing: its bytes wait out the grace.
        if (codeOf(error) !== 'storage-timeout') {
          await queue.makeDue(intent);
          getService(strapi, 'removalWorker').poke();
        }
        throw error;
      }
    },
  };
};

export type MaterialService = ReturnType<typeof createMaterialService>;
