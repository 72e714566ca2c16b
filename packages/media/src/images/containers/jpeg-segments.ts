/** Markers of a JPEG file (ITU-T T.81, table B.1). */
export const MARKER = {
  START: 0xd8,
  END: 0xd9,
  SCAN: 0xda,
  APP0: 0xe0,
  APP1: 0xe1,
  APP2: 0xe2,
  APP14: 0xee,
} as const;

/** A JPEG marker with its parameters and data. */
export interface Segment {
  marker: number;
  start: number;
  /** Position in the file after the parameters of the JPEG marker. */
  end: number;
  /** Position after the compressed data that follows a scan header. For all other markers, the same as `end`. */
  dataEnd: number;
}

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;
const TEMPORARY = 0x01;
const hasNoLength = (marker: number): boolean =>
  isRestart(marker) || marker === TEMPORARY || marker === MARKER.START;

/** End of the compressed data that starts at `from`: the next marker that is not a restart marker. */
const endOfScan = (image: Buffer, from: number, end: number): number => {
  for (
    let at = image.indexOf(0xff, from);
    at !== -1 && at < end;
    at = image.indexOf(0xff, at + 1)
  ) {
    const next = image[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && !isRestart(next)) {
      return at;
    }
  }
  return end;
};

/** Frame and parameter markers of JPEG-LS (ITU-T T.87). */
const LOSSLESS = [0xf7, 0xf8];

/** Whether a decoder needs this JPEG marker: 0xC0 to 0xDF (frames, tables, scans), and the markers of JPEG-LS. */
export const isCoding = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xdf) || LOSSLESS.includes(marker);

/** Whether a marker starts a frame, which contains size and encoding of the picture. */
export const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * The segments of a JPEG up to its end marker or the end of the bytes. Skips bytes between segments, as decoders do.
 * @param start position of the first marker after the start-of-image marker
 */
export function* jpegSegments(
  image: Buffer,
  start = 2,
  limit = image.length
): Generator<Segment, void> {
  let at = image.indexOf(0xff, start);
  while (at !== -1 && at + 1 < limit) {
    const marker = image[at + 1] ?? 0;
    if (marker === MARKER.END) {
      return;
    }
    let end = at + 1;
    if (hasNoLength(marker)) {
      end = at + 2;
    } else if (marker !== 0xff && marker !== 0 && at + 4 <= limit) {
      end = Math.min(limit, at + 2 + Math.max(2, image.readUInt16BE(at + 2)));
      const dataEnd = marker === MARKER.SCAN ? endOfScan(image, end, limit) : end;
      yield { marker, start: at, end, dataEnd };
      end = dataEnd;
    }
    at = image.indexOf(0xff, end);
  }
}
