import { contentInMemory, editedContent, keepAll, type Content } from './bytes/edits';
import type { ReceivedBytes } from './bytes/received-bytes';
import { MediaError, Unreadable } from './errors';
import { identify, soundIn, type FileIdentity } from './identify';
import { isProcessedImage } from './images/kinds';
import { storedAsFile, type ImageOptions, type ProcessedImage } from './images/received-image';
import type { Renditions } from './images/renditions';
import { VECTOR_IMAGE } from './inline-type';
import { filmEdits } from './metadata/film-edits';
import { createProcessPool, type ProcessPoolOptions } from './process/pool';
import { isRecording, type Recording } from './recording';

/** Identity of a received file before processing. */
export interface InspectedFile {
  identity: FileIdentity;
  recording: Recording;
}

/** Stored content of a received file, with the facts known about it. */
export interface SafeFile extends Renditions, Omit<Recording, 'isSound'> {
  identity: FileIdentity;
  content: Content;
  /** Original media type, if the file was converted. */
  convertedFrom?: string;
}

/** Maximum size of an SVG in bytes. A logo has a few thousand, a map some hundred thousand. */
const SVG_BYTES = 4 * 1024 * 1024;

const notSafe = (why: string, cause?: unknown) =>
  new MediaError('svg-not-safe', `The SVG ${why}`, { cause });

/** Creates the service that inspects files and makes them safe. Risky work runs in separate processes. */
export const createMedia = (options: ProcessPoolOptions) => {
  const processes = createProcessPool(options);

  const safeDrawing = async (
    { content, size }: ReceivedBytes,
    identity: FileIdentity,
    signal?: AbortSignal
  ): Promise<SafeFile> => {
    if (size > SVG_BYTES) {
      throw notSafe(`has more than ${SVG_BYTES} bytes`);
    }
    const { charset } = identity;
    const safe = await processes
      .run({ is: 'drawing', content, size, charset }, signal)
      .catch((cause: unknown) => {
        const isKnown = cause instanceof MediaError;
        throw isKnown ? cause : notSafe('takes too much time or memory to be made safe', cause);
      });
    if (safe === undefined) {
      throw notSafe('is broken, or has nothing left to draw once it is safe');
    }
    const { text, ...dimensions } = safe;
    return {
      ...dimensions,
      identity: { ...identity, charset: 'utf-8' },
      content: contentInMemory(Buffer.from(text)),
      formats: new Map(),
    };
  };

  /** Processes an image. One that cannot be decoded only loses its metadata, or if that fails too, stays unchanged. */
  const processImage = async (
    { content, size }: ReceivedBytes,
    mime: string,
    imageOptions: ImageOptions,
    signal?: AbortSignal
  ): Promise<ProcessedImage | undefined> => {
    try {
      const task = { is: 'image', content, size, mime, options: imageOptions } as const;
      return await processes.run(task, signal);
    } catch (error) {
      if (!(error instanceof Unreadable)) {
        throw error;
      }
    }
    try {
      return await processes.run({ is: 'unread-image', content, size, mime }, signal);
    } catch (error) {
      if (error instanceof Unreadable) {
        return storedAsFile(keepAll(size));
      }
      throw error;
    }
  };

  return {
    /**
     * Identifies a file. Facts about a recording are empty if reading it exceeds the limits.
     * @param name file name sent by the client
     * @throws MediaError for a refused file; see `identify`
     */
    async inspect(bytes: ReceivedBytes, name: string): Promise<InspectedFile> {
      const container = await identify(bytes, name);
      const { mime } = container;
      const { content, size } = bytes;
      const recording: Recording = isRecording(mime)
        ? await processes.run({ is: 'recording', content, size, mime }).catch(() => ({}))
        : {};
      const identity = recording.isSound === true ? soundIn(container, name) : container;
      return { identity, recording };
    },

    /**
     * Creates the content to store.
     * @param imageOptions called only for images
     * @param signal aborted when the client no longer waits
     * @throws MediaError
     */
    async makeSafe(
      bytes: ReceivedBytes,
      { identity, recording: { isSound: _isSound, ...facts } }: InspectedFile,
      imageOptions: () => Promise<ImageOptions>,
      signal?: AbortSignal
    ): Promise<SafeFile> {
      const { mime } = identity;
      if (mime === VECTOR_IMAGE) {
        return safeDrawing(bytes, identity, signal);
      }
      const processed = isProcessedImage(mime)
        ? await processImage(bytes, mime, await imageOptions(), signal)
        : undefined;
      if (processed === undefined) {
        const edits = await bytes.open((source) => filmEdits(source, mime));
        return { ...facts, identity, content: editedContent(bytes, edits), formats: new Map() };
      }
      const { original, now, ...rest } = processed;
      const { edits, ...dimensions } = original;
      const content = editedContent(bytes, edits);
      return { ...rest, ...dimensions, identity: { ...identity, ...now }, content };
    },

    work: () => processes.work(),

    stop: () => processes.stop(),
  };
};

export type Media = ReturnType<typeof createMedia>;
