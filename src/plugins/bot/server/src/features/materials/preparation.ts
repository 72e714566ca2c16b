import { createRequire } from 'node:module';
import path from 'node:path';
import {
  bytesInMemory,
  type Content,
  contentInMemory,
  createMedia,
  type FileIdentity,
  type ImageOptions,
  isProcessedImage,
  MediaError,
  partsOfName,
  type ReceivedBytes,
  type SafeFile,
} from '@fleet-bot/media';
import { oneLine } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import { file as fileUnits } from '@strapi/utils';

import { botConfig } from '../../core/config';
import { PACKAGE } from '../../core/constants';
import { fileTooLarge } from '../../core/http';
import { protocolError } from '../../core/protocol/errors';
import { fieldInvalid } from '../../core/protocol/validate';
import type { Examination } from '../../core/readiness';
import { serviceOf } from '../../core/service';
import { displayName, sentName, storageName } from '../../core/storage/file-name';
import type {
  Naming,
  PreparedMaterial,
  ProviderFile,
} from '../../core/strapi/uploads/provider-file';

import { assertAllowedBySite } from './site-types';

export interface ReceivedMaterial {
  bytes: ReceivedBytes;
  fileName: string;
  name?: string;
  /** Signal that is aborted when the client has disconnected, so that the work can stop. */
  signal?: AbortSignal;
  /**
   * True for uploads of editors: they follow the Media Library's setting "size optimization", and a name without an
   * extension stays as it is. Originals of the bot are not recompressed, and their names get the extension of
   * their type.
   */
  isFromEditor?: boolean;
}

type Facts = Pick<SafeFile, 'width' | 'height' | 'placeholder' | 'duration' | 'title'>;

/** Maximum length of a recording's title in its database column, in characters. */
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
      const copy = { ...naming, ...image.type, name: `${key}_${name}`, hash: `${key}_${hash}` };
      return [key, providerFile(copy, contentInMemory(image.bytes), image)] as const;
    })
  ),
  convertedFrom,
});

/** Strapi's default sizes of the responsive formats: the longest side in pixels. */
const DEFAULT_BREAKPOINTS = { large: 1000, medium: 750, small: 500 };

/** Strapi's encoding quality with "size optimization", in percent. */
const OPTIMIZED_QUALITY = 80;

interface UploadSettings {
  responsiveDimensions?: boolean;
  sizeOptimization?: boolean;
}

/**
 * Returns the path of the plugin's `dist` folder, where the image programs are, for code that runs from the build or
 * from the sources.
 */
const programsFolder = (): string =>
  path.join(path.dirname(createRequire(__filename).resolve(`${PACKAGE}/package.json`)), 'dist');

/**
 * Converts a `MediaError` of `@fleet-bot/media` to an error answer of the bot's API. Returns any other error unchanged.
 */
const asProtocolError = (error: unknown): unknown => {
  if (!(error instanceof MediaError)) return error;
  const { code, message, details } = error;
  if (code === 'aborted') return protocolError('request-aborted');
  return code === 'stopped'
    ? protocolError('site-stopping')
    : protocolError(code, { message, details, cause: error });
};

/** Prepares received bytes for storage: detects the type, chooses names, and removes metadata. */
export const createMaterialPreparationService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { limits } = botConfig(strapi);
  const media = createMedia({
    programs: programsFolder(),
    processes: limits.imagesAtOnce,
    waitingBytes: limits.imagesWaitingBytes,
    memoryBytes: limits.imageMemoryBytes,
    seconds: limits.imageSeconds,
    onCrash: (error) => strapi.log.error(error),
  });

  /** Options for the image processor. @param isOptimized true to apply the Media Library's setting "size optimization" */
  const imageOptions = async (isOptimized: boolean): Promise<ImageOptions> => {
    const settings: UploadSettings | null = await strapi
      .plugin('upload')
      .service('upload')
      .getSettings();
    const breakpoints: Record<string, number> =
      settings?.responsiveDimensions === true
        ? strapi.config.get('plugin::upload.breakpoints', DEFAULT_BREAKPOINTS)
        : {};
    return {
      breakpoints,
      mostPixels: limits.imagePixels,
      ...(isOptimized && settings?.sizeOptimization === true && { quality: OPTIMIZED_QUALITY }),
    };
  };

  const nameOf = (shown: string, identity: FileIdentity, needsExtension: boolean): Naming => {
    const { mime, ext, charset, keepsName } = identity;
    const originalName = sentName(shown);
    const { base, extension } = keepsName
      ? { base: originalName, extension: ext }
      : partsOfName(originalName, identity);
    const name = displayName(base, extension || (needsExtension ? ext : ''));
    return { name, hash: storageName(base), ext, mime, charset };
  };

  const prepareAny = async ({
    bytes,
    fileName,
    name = fileName,
    signal,
    isFromEditor = false,
  }: ReceivedMaterial): Promise<PreparedMaterial> => {
    if (bytes.size === 0) throw fieldInvalid('file', 'The file is empty');
    const inspected = await media.inspect(bytes, fileName);
    const { mime } = inspected.identity;
    assertAllowedBySite(strapi, mime, fileName);
    if (isProcessedImage(mime) && bytes.size > limits.imageBytes) {
      throw fileTooLarge(limits.imageBytes);
    }
    const options = () => imageOptions(isFromEditor);
    const safe = await media.makeSafe(bytes, inspected, options, signal);
    return preparedMaterial(nameOf(name, safe.identity, !isFromEditor), safe);
  };

  return {
    /**
     * Prepares one material.
     * @throws `invalid-request` for an empty file, `file-type-not-allowed`, `svg-not-safe`, `file-too-large`, and
     *   the errors of the image processor
     */
    prepare: (material: ReceivedMaterial): Promise<PreparedMaterial> =>
      prepareAny(material).catch((error: unknown) => {
        throw asProtocolError(error);
      }),

    /** Statistics of the image processes: finished work and current load. */
    work: () => media.work(),

    stop: () => media.stop(),
  };
};

export const getMaterialPreparationService =
  serviceOf<typeof createMaterialPreparationService>('materialPreparation');

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
);

/** Makes the readiness check that processes an image of one pixel, at most once in 60 seconds. */
export const imagesExamination = (strapi: Core.Strapi): Examination => ({
  name: 'images',
  seconds: 60,
  async examine() {
    const bytes = bytesInMemory(PNG);
    await getMaterialPreparationService(strapi).prepare({ bytes, fileName: 'pixel.png' });
    return ['ok', 'Images can be processed'];
  },
});
