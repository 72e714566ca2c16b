import type { ReceivedBytes } from './bytes/received-bytes';

/** Facts from the header of a video or audio file. Missing facts are undefined. */
export interface Recording {
  /** True for an audio file in a video container. */
  isSound?: boolean;
  /** Displayed size of a video, in pixels. */
  width?: number;
  height?: number;
  /** Duration of the recording in seconds. */
  duration?: number;
  /** Title of an audio file. */
  title?: string;
}

/** Maximum bytes read per file. The header of an MP4 has 40 KB per minute, so this covers five hours. */
const MOST_BYTES = 12 * 1024 * 1024;
const MOST_READS = 2000;
const LARGEST_SIDE = 65_535;

/** Separator of several titles (ID3v2.4, section 4.2). */
const TITLES_END = '\0';

/** Whether a media type is audio or video. */
export const isRecording = (mime: string): boolean => /^(?:audio|video)\//.test(mime);

/** Whether the encoding of titles is defined. No standard defines it for WAV. */
const hasReadableTitle = (mime: string): boolean => !mime.includes('wav');

/** Loads the library with the first recording, because loading takes 0.1 seconds. */
const library = async () => {
  const mediabunny = await import('mediabunny');
  // Warnings about unusual files do not belong in the site's log.
  mediabunny.Logging.level = mediabunny.LogLevel.Silent;
  return mediabunny;
};

/** Byte source for the library that enforces the limits. */
const sourceOf = async ({ size, read }: ReceivedBytes) => {
  const { CustomSource } = await library();
  let bytes = 0;
  let reads = 0;
  return new CustomSource({
    getSize: () => size,
    async read(start, end) {
      bytes += end - start;
      reads += 1;
      if (bytes > MOST_BYTES || reads > MOST_READS) {
        throw new Error('The header is too long');
      }
      return new Uint8Array(await read(start, end - start));
    },
    prefetchProfile: 'none',
  });
};

const isSide = (value: number): boolean =>
  Number.isInteger(value) && value > 0 && value <= LARGEST_SIDE;

/**
 * Reads the header of a video or audio file (MP4, QuickTime, WebM, Matroska, MP3, FLAC, Ogg, WAV) without decoding.
 * Empty if the file is damaged or of another format.
 * @param mime media type identified from the bytes
 */
export const readRecording = async (bytes: ReceivedBytes, mime: string): Promise<Recording> => {
  if (!isRecording(mime)) {
    return {};
  }
  const { FLAC, Input, MATROSKA, MP3, MP4, OGG, QTFF, WAVE, WEBM } = await library();
  const input = new Input({
    formats: [MP4, QTFF, WEBM, MATROSKA, MP3, FLAC, OGG, WAVE],
    source: await sourceOf(bytes),
  });
  try {
    const duration = await input.getDurationFromMetadata();
    const [film] = await input.getVideoTracks();
    const width = film ? await film.getDisplayWidth() : NaN;
    const height = film ? await film.getDisplayHeight() : NaN;
    const [sound] = await input.getAudioTracks();
    const isSound = film === undefined && sound !== undefined;
    const tags = isSound && hasReadableTitle(mime) ? await input.getMetadataTags() : {};
    return {
      ...(isSound && { isSound }),
      ...(isSide(width) && isSide(height) && { width, height }),
      ...(duration !== null && duration > 0 && Number.isFinite(duration) && { duration }),
      title: tags.title?.replaceAll(TITLES_END, ' '),
    };
  } catch {
    return {};
  } finally {
    input.dispose();
  }
};
