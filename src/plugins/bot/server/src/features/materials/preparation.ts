import { file as fileUnits } from '@strapi/utils';
import type { Core } from '@strapi/strapi';

import {
  contentInMemory,
  isProcessedImage,
  type Content,
  type FileIdentity,
  type ReceivedBytes,
  type SafeFile,
} from '@fleet-bot/media';
import { oneLine } from '@fleet-bot/protocol';

import { botConfig } from '../../core/config';
import { PLUGIN_ID } from '../../core/constants';
import { protocolError } from '../../core/protocol/errors';
import type {
  Naming,
  PreparedMaterial,
  ProviderFile,
} from '../../core/strapi/uploads/provider-file';

import { displayName, storageName } from '../../core/storage/file-name';

import { getMediaService } from './media';
import { asProtocolError } from './media-errors';
import { assertAllowedBySite } from './site-types';

export interface ReceivedMaterial {
  bytes: ReceivedBytes;
  /** The file name that the client sent. */
  fileName: string;
  /** The name to show instead of the file name. */
  name?: string;
  /** Aborted when the client has gone: nobody needs the work any more. */
  signal?: AbortSignal;
  /** True to heed the setting "size optimization" of the Media Library; the bot's originals stay. */
  isOptimized?: boolean;
}

type Facts = Pick<SafeFile, 'width' | 'height' | 'placeholder' | 'duration' | 'title'>;

/** What the column holds. */
const LONGEST_TITLE = 255;

const storedTitle = (title: string): string | undefined =>
  [...oneLine(title).trim()].slice(0, LONGEST_TITLE).join('') || undefined;

const providerFile = (
  naming: Naming,
  { size, buffer, sha256, stream }: Content,
  { width, height, placeholder, duration, title }: Facts = {}
): ProviderFile => ({
  ...naming,
  width,
  height,
  botPlaceholder: placeholder,
  botDuration: duration,
  botRecordingTitle: title && storedTitle(title),
  size: fileUnits.bytesToKbytes(size),
  sizeInBytes: size,
  sha256,
  buffer,
  getStream: stream,
});

const preparedMaterial = (
  naming: Naming,
  { content, formats, convertedFrom, ...facts }: SafeFile
): PreparedMaterial => ({
  original: providerFile(naming, content, facts),
  formats: Object.fromEntries(
    [...formats].map(([key, image]) => {
      const { name, hash } = naming;
      const copy = { ...naming, name: `${key}_${name}`, hash: `${key}_${hash}` };
      return [key, providerFile(copy, contentInMemory(image.bytes), image)] as const;
    })
  ),
  convertedFrom,
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
  const { imageBytes } = botConfig(strapi).limits;

  const nameOf = (shown: string, { mime, ext, charset, keepsName }: FileIdentity): Naming => {
    const name = displayName(keepsName === true ? shown + ext : shown, ext);
    return { name, hash: storageName(name), ext, mime, charset };
  };

  const prepareAny = async ({
    bytes,
    fileName,
    name = fileName,
    signal,
    isOptimized = false,
  }: ReceivedMaterial): Promise<PreparedMaterial> => {
    if (bytes.size === 0) {
      throw emptyFile();
    }
    const media = getMediaService(strapi);
    const inspected = await media.inspect(bytes, fileName);
    const { mime } = inspected.identity;
    assertAllowedBySite(strapi, mime, fileName);
    if (isProcessedImage(mime) && bytes.size > imageBytes) {
      throw imageTooLarge(imageBytes);
    }
    const options = () => media.imageOptions(isOptimized);
    const safe = await media.makeSafe(bytes, inspected, options, signal);
    return preparedMaterial(nameOf(name, safe.identity), safe);
  };

  return {
    /**
     * @throws `invalid-request` for an empty file, `file-type-not-allowed`, `svg-not-safe`,
     *   `file-too-large`, and what the image processor throws
     */
    prepare: (material: ReceivedMaterial): Promise<PreparedMaterial> =>
      prepareAny(material).catch((error: unknown) => {
        throw asProtocolError(error);
      }),
  };
};

export type MaterialPreparationService = ReturnType<typeof createMaterialPreparationService>;

/** Gives this service of a site. */
export const getMaterialPreparationService = (strapi: Core.Strapi): MaterialPreparationService =>
  strapi.plugin(PLUGIN_ID).service('materialPreparation');
