import { Readable } from 'node:stream';

import { file as fileUnits } from '@strapi/utils';
import type { Core } from '@strapi/strapi';

import { displayName, storageName } from '../media/file-name';
import { identify } from '../media/identify';
import type { EncodedImage } from '../media/image';
import type { ReceivedBytes } from '../media/received-bytes';
import { protocolError } from '../protocol/errors';

import { botConfig, getService } from './lookup';

/** What a file is called, in the library and in storage, and what it is. */
interface Naming {
  name: string;
  hash: string;
  ext: string;
  mime: string;
}

/** A file or a format as Strapi's upload providers take it and as it is stored in the row. */
export interface ProviderFile extends Naming {
  /** Kilobytes, as Strapi counts. */
  size: number;
  sizeInBytes: number;
  width?: number;
  height?: number;
  url?: string;
  /** The content, if it is in memory. */
  buffer?: Buffer;
  getStream: () => Readable;
}

/** All that storage is to hold for a material. */
export interface PreparedMaterial {
  original: ProviderFile;
  /** By the name of the format; empty for what is no image. */
  formats: Record<string, ProviderFile>;
}

export interface ReceivedMaterial {
  bytes: ReceivedBytes;
  /** The file name that the client sent. */
  fileName: string;
  /** The name to show instead of the file name. */
  name?: string;
}

/** Strapi's default sizes of the responsive formats, longest side in pixels. */
const DEFAULT_BREAKPOINTS = { large: 1000, medium: 750, small: 500 };

const imageFile = (naming: Naming, { bytes, width, height }: EncodedImage): ProviderFile => ({
  ...naming,
  width,
  height,
  size: fileUnits.bytesToKbytes(bytes.length),
  sizeInBytes: bytes.length,
  buffer: bytes,
  getStream: () => Readable.from(bytes, { objectMode: false }),
});

const plainFile = (naming: Naming, { size, content, stream }: ReceivedBytes): ProviderFile => ({
  ...naming,
  size: fileUnits.bytesToKbytes(size),
  sizeInBytes: size,
  buffer: Buffer.isBuffer(content) ? content : undefined,
  getStream: stream,
});

const emptyFile = () => {
  const message = 'The file is empty';
  return protocolError('invalid-request', {
    message,
    details: { errors: [{ path: ['file'], message }] },
  });
};

const imageTooLarge = (limit: number) =>
  protocolError('file-too-large', {
    message: `The image is larger than ${limit} bytes`,
    details: { limit },
  });

/** Makes of received bytes what is to be stored: looked at, named, and freed of metadata. */
export const createMaterialPreparationService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { imageBytes, imagePixels } = botConfig(strapi).limits;

  const breakpoints = async (): Promise<Record<string, number>> => {
    const settings = await strapi.plugin('upload').service('upload').getSettings();
    return settings?.responsiveDimensions === true
      ? strapi.config.get('plugin::upload.breakpoints', DEFAULT_BREAKPOINTS)
      : {};
  };

  const prepareImage = async (
    naming: Naming,
    bytes: ReceivedBytes
  ): Promise<PreparedMaterial | undefined> => {
    const options = { breakpoints: await breakpoints(), pixels: imagePixels };
    const variants = await getService(strapi, 'imageWorkshop').makeVariants({
      image: bytes.content,
      mime: naming.mime,
      options,
    });
    if (variants === undefined) {
      return undefined;
    }
    const formats = [...variants.formats].map(([key, image]) => {
      const formatNaming = {
        ...naming,
        name: `${key}_${naming.name}`,
        hash: `${key}_${naming.hash}`,
      };
      return [key, imageFile(formatNaming, image)] as const;
    });
    return { original: imageFile(naming, variants.original), formats: Object.fromEntries(formats) };
  };

  return {
    /**
     * @throws `invalid-request` for an empty file, `file-type-not-allowed`, `file-too-large`,
     *   `images-busy`
     */
    async prepare({ bytes, fileName, name }: ReceivedMaterial): Promise<PreparedMaterial> {
      if (bytes.size === 0) {
        throw emptyFile();
      }
      const { mime, ext } = await identify(bytes, fileName);
      const shownName = displayName(name ?? fileName, ext);
      const naming = { name: shownName, hash: storageName(shownName), ext, mime };

      const isImage = mime.startsWith('image/');
      if (isImage && bytes.size > imageBytes) {
        throw imageTooLarge(imageBytes);
      }
      const image = isImage ? await prepareImage(naming, bytes) : undefined;
      return image ?? { original: plainFile(naming, bytes), formats: {} };
    },
  };
};

export type MaterialPreparationService = ReturnType<typeof createMaterialPreparationService>;
