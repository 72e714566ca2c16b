import { contentInMemory, editedContent, type Content } from './bytes/edits';
import type { ReceivedBytes } from './bytes/received-bytes';
import { identify, soundIn, type FileIdentity } from './identify';
import { isProcessedImage } from './images/kinds';
import { createImagePool, type ImagePoolOptions } from './images/process/pool';
import type { ImageOptions } from './images/received-image';
import type { Renditions } from './images/renditions';
import { VECTOR_IMAGE } from './inline-type';
import { filmEdits } from './metadata/film-edits';
import { createRecordingReader } from './recordings/reader';
import type { Recording } from './recordings/recording';
import { createSvgSanitizer } from './svg/sanitizer';

/** What a file is, before anything is done to it. */
export interface InspectedFile {
  identity: FileIdentity;
  recording: Recording;
}

/** What is stored in place of a file that came; the rest is what is known of it. */
export interface SafeFile extends Renditions, Omit<Recording, 'isSound'> {
  identity: FileIdentity;
  content: Content;
  /** The type that it had, if it was decoded and stored as another one. */
  convertedFrom?: string;
}

/** Looks at files and makes them safe; what hostile ones could slow down or crash runs in processes and threads of its own. */
export const createMedia = (options: ImagePoolOptions) => {
  const images = createImagePool(options);
  const recordings = createRecordingReader(options.programs);
  const drawings = createSvgSanitizer(options.programs);

  const safeDrawing = async (bytes: ReceivedBytes, identity: FileIdentity): Promise<SafeFile> => {
    const { text, ...size } = await drawings.sanitize(bytes, identity.charset);
    const content = contentInMemory(Buffer.from(text));
    return { ...size, identity: { ...identity, charset: 'utf-8' }, content, formats: new Map() };
  };

  return {
    /**
     * Says what a file is.
     * @param name the file name that the sender gave it
     * @throws MediaError for what is refused; see `identify`
     */
    async inspect(bytes: ReceivedBytes, name: string): Promise<InspectedFile> {
      const container = await identify(bytes, name);
      const recording = await recordings.read(bytes, container.mime);
      const identity = recording.isSound === true ? soundIn(container, name) : container;
      return { identity, recording };
    },

    /**
     * Makes what is to be stored.
     * @param imageOptions asked for an image only
     * @param signal aborted when nobody waits for it any more
     * @throws MediaError
     */
    async makeSafe(
      bytes: ReceivedBytes,
      { identity, recording: { isSound: _isSound, ...facts } }: InspectedFile,
      imageOptions: () => Promise<ImageOptions>,
      signal?: AbortSignal
    ): Promise<SafeFile> {
      const { content: image, size } = bytes;
      const { mime } = identity;
      if (mime === VECTOR_IMAGE) {
        return safeDrawing(bytes, identity);
      }
      const processed = isProcessedImage(mime)
        ? await images.process({ image, size, mime, options: await imageOptions(), signal })
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

    /** Ends the processes and threads. */
    async stop(): Promise<void> {
      images.stop();
      await drawings.stop();
      await recordings.stop();
    },
  };
};

export type Media = ReturnType<typeof createMedia>;
