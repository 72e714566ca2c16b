import { file as fileUnits } from '@strapi/utils';
import type { Core } from '@strapi/strapi';

import {
  contentInMemory,
  editedContent,
  filmEdits,
  identify,
  isProcessedImage,
  soundIn,
  VECTOR_IMAGE,
  type Content,
  type FileIdentity,
  type ProcessedImage,
  type ReceivedBytes,
  type Recording,
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

interface Known {
  width?: number;
  height?: number;
  placeholder?: string;
  duration?: number;
  title?: string;
}

/** What the column holds. */
const LONGEST_TITLE = 255;

const storedTitle = (title: string): string | undefined =>
  [...oneLine(title).trim()].slice(0, LONGEST_TITLE).join('') || undefined;

const providerFile = (
  naming: Naming,
  { size, buffer, sha256, stream }: Content,
  { width, height, placeholder, duration, title }: Known = {}
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

/** Puts together what is stored for an image from what it was received as. */
const imageMaterial = (
  naming: Naming,
  bytes: ReceivedBytes,
  { original, formats, placeholder, convertedFrom }: ProcessedImage
): PreparedMaterial => ({
  original: providerFile(naming, editedContent(bytes, original.edits), {
    ...original,
    placeholder,
  }),
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

  const prepareImage = async (
    { bytes, fileName, name, signal, isOptimized = false }: ReceivedMaterial,
    identity: FileIdentity
  ): Promise<PreparedMaterial | undefined> => {
    if (bytes.size > imageBytes) {
      throw imageTooLarge(imageBytes);
    }
    const image = await getMediaService(strapi).processImage({
      image: bytes.content,
      size: bytes.size,
      mime: identity.mime,
      signal,
      isOptimized,
    });
    return (
      image && imageMaterial(nameOf(name ?? fileName, { ...identity, ...image.now }), bytes, image)
    );
  };

  const prepareVector = async (
    { bytes, fileName, name }: ReceivedMaterial,
    identity: FileIdentity
  ): Promise<PreparedMaterial> => {
    const safe = await getMediaService(strapi).sanitizeSvg(bytes, identity.charset);
    const naming = nameOf(name ?? fileName, { ...identity, charset: 'utf-8' });
    return {
      original: providerFile(naming, contentInMemory(Buffer.from(safe.text)), safe),
      formats: {},
    };
  };

  /** Films are freed of their metadata on their way into storage, without another copy. */
  const preparePlain = async (
    { bytes, fileName, name }: ReceivedMaterial,
    identity: FileIdentity,
    { isSound: _isSound, ...recording }: Recording
  ): Promise<PreparedMaterial> => {
    const edits = await bytes.open((source) => filmEdits(source, identity.mime));
    const naming = nameOf(name ?? fileName, identity);
    return { original: providerFile(naming, editedContent(bytes, edits), recording), formats: {} };
  };

  const prepareAny = async (material: ReceivedMaterial): Promise<PreparedMaterial> => {
    const { bytes, fileName } = material;
    if (bytes.size === 0) {
      throw emptyFile();
    }
    const container = await identify(bytes, fileName);
    const recording = await getMediaService(strapi).readRecording(bytes, container.mime);
    const identity = recording.isSound === true ? soundIn(container, fileName) : container;
    assertAllowedBySite(strapi, identity.mime, fileName);
    if (identity.mime === VECTOR_IMAGE) {
      return prepareVector(material, identity);
    }
    const image = isProcessedImage(identity.mime)
      ? await prepareImage(material, identity)
      : undefined;
    return image ?? preparePlain(material, identity, recording);
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
