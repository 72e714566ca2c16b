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
import { materialTypeOf } from '../media/material-type';
import { storedObjectsOf } from '../media/stored-object';
import { protocolError } from '../protocol/errors';
import type { Material } from '../protocol/publication';

import { botConfig, getService } from './lookup';

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
    const variants = await makeImageVariants(await readFile(path), base.mime, {
      breakpoints: await breakpoints(),
      pixels: botConfig(strapi).limits.imagePixels,
    });
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

  const prepare = async (material: NewMaterial, { mime, ext }: FileIdentity): Promise<PreparedFile> => {
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

  const store = async ({ original, formats }: PreparedFile): Promise<void> => {
    for (const file of [original, ...Object.values(formats)]) {
      // The provider service adds `url` to what it is given.
      await upload().service('provider').upload(file);
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
     * @throws `file-type-not-allowed`, `file-too-large`, `invalid-request` for an empty file
     */
    async create(material: NewMaterial): Promise<Material> {
      const { size } = await stat(material.path);
      if (size === 0) {
        const message = 'The file is empty';
        throw protocolError('invalid-request', {
          message,
          details: { errors: [{ path: ['file'], message }] },
        });
      }
      const identity = await identify(material.path, material.fileName);
      const prepared = await prepare(material, identity);
      const folder = await getService(strapi, 'materialFolder').get();
      const provider = strapi.config.get<string>('plugin::upload.provider');

      const queue = getService(strapi, 'removalQueue');
      const intent = await queue.announce({
        provider,
        objects: storedObjectsOf({ ...prepared.original, provider, formats: prepared.formats }),
        dueAt: new Date(Date.now() + GRACE_MILLISECONDS),
      });
      try {
        await store(prepared);
        const row = await transaction(strapi, async () => {
          await queue.withdraw(intent);
          return strapi.db.query(FILE_UID).create({
            data: {
              ...toRow(prepared.original),
              formats: Object.fromEntries(
                Object.entries(prepared.formats).map(([key, format]) => [key, toRow(format)])
              ),
              type: materialTypeOf(identity.mime),
              alternativeText: material.alternativeText,
              caption: material.caption,
              provider,
              folder: folder.id,
              folderPath: folder.path,
            },
          });
        });
        strapi.eventHub.emit('media.create', { media: row });
        return {
          id: row.documentId,
          url: getService(strapi, 'site').absolute(row.url),
          type: row.type,
        };
      } catch (error) {
        await queue.makeDue(intent);
        getService(strapi, 'removalWorker').poke();
        throw error;
      }
    },
  };
};

export type MaterialService = ReturnType<typeof createMaterialService>;
