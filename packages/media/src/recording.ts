import type { ReceivedBytes } from './bytes/received-bytes';

/** What a film or a sound says of itself in its header; what it does not say is not there. */
export interface Recording {
  /** True if nothing can be seen in it, though it is of a type of films. */
  isSound?: boolean;
  /** In pixels, as seen; of a film. */
  width?: number;
  height?: number;
  /** In seconds. */
  duration?: number;
  /** Of a sound. */
  title?: string;
}

/** Bytes that are read of one file at most. The header of an MP4 has 40 KB for each minute, so this is five hours. */
const MOST_BYTES = 12 * 1024 * 1024;
const MOST_READS = 2000;
const LARGEST_SIDE = 65_535;

/** What parts the titles of a sound that has several (ID3v2.4, section 4.2). */
const TITLES_END = '\0';

export const isRecording = (mime: string): boolean => /^(?:audio|video)\//.test(mime);

/** No standard says in which encoding a WAV has its title. */
const hasReadableTitle = (mime: string): boolean => !mime.includes('wav');

/** Loaded with the first film: it takes a tenth of a second. */
const library = async () => {
  const mediabunny = await import('mediabunny');
  // What it finds odd in a file is no affair of the site's log.
  mediabunny.Logging.level = mediabunny.LogLevel.Silent;
  return mediabunny;
};

/** The bytes for the library, as far as they may be read. */
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
 * Reads the header of a film or a sound (MP4, QuickTime, WebM, Matroska, MP3, FLAC, Ogg, WAV). Nothing is
 * decoded. One that is damaged, or in another format, is not known.
 * @param mime the type of the bytes, as identified
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
