/**
 * Takes from an image what was written beside its pixels: where and when it was taken, by
 * whom, with which device, and whatever follows its end. The pixels stay bit for bit.
 * Colour profiles stay: without them the colours would be others.
 */

const JPEG_START = 0xd8;
const JPEG_END = 0xd9;
const JPEG_SCAN = 0xda;
/** JFIF, ICC profile and Adobe colour transform; the other application segments are metadata. */
const JPEG_KEPT_APPLICATION_SEGMENTS = new Set([0xe0, 0xe2, 0xee]);
const JPEG_COMMENT = 0xfe;

const isJpegMetadata = (marker: number, segment: Buffer): boolean => {
  if (marker === JPEG_COMMENT) {
    return true;
  }
  if (marker < 0xe0 || marker > 0xef) {
    return false;
  }
  // APP2 holds the ICC profile, and also the index of a multi-picture file.
  const isProfile = segment.subarray(4, 16).toString('latin1') === 'ICC_PROFILE\0';
  return !JPEG_KEPT_APPLICATION_SEGMENTS.has(marker) || (marker === 0xe2 && !isProfile);
};

/** The end of the entropy-coded data that starts at `from`: the next marker that is no restart. */
const endOfScan = (image: Buffer, from: number): number => {
  for (let at = image.indexOf(0xff, from); at !== -1; at = image.indexOf(0xff, at + 1)) {
    const next = image[at + 1];
    const isData =
      next === undefined || next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) {
      return at;
    }
  }
  return image.length;
};

const cleanJpeg = (image: Buffer): Buffer => {
  const kept = [image.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= image.length && image[at] === 0xff) {
    const marker = image[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    if (marker === JPEG_END) {
      break;
    }
    const end = marker === JPEG_START ? at + 2 : at + 2 + image.readUInt16BE(at + 2);
    const segment = image.subarray(at, end);
    if (!isJpegMetadata(marker, segment)) {
      kept.push(segment);
    }
    at = end;
    if (marker === JPEG_SCAN) {
      const scanEnd = endOfScan(image, at);
      kept.push(image.subarray(at, scanEnd));
      at = scanEnd;
    }
  }
  kept.push(Buffer.from([0xff, JPEG_END]));
  return Buffer.concat(kept);
};

const PNG_SIGNATURE_LENGTH = 8;
const PNG_METADATA = new Set(['eXIf', 'iTXt', 'tEXt', 'zTXt', 'tIME', 'dSIG']);

const cleanPng = (image: Buffer): Buffer => {
  const kept = [image.subarray(0, PNG_SIGNATURE_LENGTH)];
  let at = PNG_SIGNATURE_LENGTH;
  while (at + 12 <= image.length) {
    const type = image.toString('latin1', at + 4, at + 8);
    const end = at + 12 + image.readUInt32BE(at);
    if (!PNG_METADATA.has(type)) {
      kept.push(image.subarray(at, end));
    }
    at = end;
    if (type === 'IEND') {
      break;
    }
  }
  return Buffer.concat(kept);
};

const RIFF_HEADER_LENGTH = 12;
const WEBP_METADATA = new Set(['EXIF', 'XMP ']);
/** The bits of a VP8X header that announce EXIF and XMP chunks. */
const WEBP_METADATA_FLAGS = 0b0000_1100;

const cleanWebp = (image: Buffer): Buffer => {
  const end = Math.min(image.length, 8 + image.readUInt32LE(4));
  const kept: Buffer[] = [];
  let at = RIFF_HEADER_LENGTH;
  while (at + 8 <= end) {
    const type = image.toString('latin1', at, at + 4);
    const length = image.readUInt32LE(at + 4);
    const chunkEnd = at + 8 + length + (length % 2);
    if (!WEBP_METADATA.has(type)) {
      const chunk = Buffer.from(image.subarray(at, chunkEnd));
      if (type === 'VP8X') {
        chunk.writeUInt8(chunk.readUInt8(8) & ~WEBP_METADATA_FLAGS, 8);
      }
      kept.push(chunk);
    }
    at = chunkEnd;
  }
  const header = Buffer.from(image.subarray(0, RIFF_HEADER_LENGTH));
  header.writeUInt32LE(
    kept.reduce((sum, chunk) => sum + chunk.length, 4),
    4
  );
  return Buffer.concat([header, ...kept]);
};

const GIF_HEADER_LENGTH = 13;
const GIF_EXTENSION = 0x21;
const GIF_IMAGE = 0x2c;
const GIF_COMMENT = 0xfe;
const GIF_APPLICATION = 0xff;
/** The application blocks that say how an animation repeats; the others are metadata. */
const GIF_KEPT_APPLICATIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/** Bytes of the colour table that a packed field announces. */
const colourTableLength = (packed: number): number =>
  (packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1);

/** The end of a chain of sub-blocks, each with its length before it, that starts at `at`. */
const endOfSubBlocks = (image: Buffer, at: number): number => {
  let end = at;
  for (let length = image[end]; length !== undefined && length !== 0; length = image[end]) {
    end += 1 + length;
  }
  return end + 1;
};

const isGifMetadata = (image: Buffer, at: number): boolean =>
  image[at + 1] === GIF_COMMENT ||
  (image[at + 1] === GIF_APPLICATION &&
    !GIF_KEPT_APPLICATIONS.has(image.toString('latin1', at + 3, at + 14)));

const cleanGif = (image: Buffer): Buffer => {
  let at = GIF_HEADER_LENGTH + colourTableLength(image[10] ?? 0);
  const kept = [image.subarray(0, at)];
  for (let kind = image[at]; kind === GIF_EXTENSION || kind === GIF_IMAGE; kind = image[at]) {
    // Behind the descriptor of an image come its colours and one byte of the compression.
    const data = kind === GIF_EXTENSION ? at + 2 : at + 11 + colourTableLength(image[at + 9] ?? 0);
    const end = endOfSubBlocks(image, data);
    if (kind === GIF_IMAGE || !isGifMetadata(image, at)) {
      kept.push(image.subarray(at, end));
    }
    at = end;
  }
  return Buffer.concat([...kept, Buffer.from(';')]);
};

const CLEANERS: Record<string, (image: Buffer) => Buffer> = {
  gif: cleanGif,
  jpeg: cleanJpeg,
  png: cleanPng,
  webp: cleanWebp,
};

/**
 * Removes the metadata of an image without touching its pixels.
 * @param format as sharp names it
 * @returns undefined for a format that can only be cleaned by encoding it anew
 */
export const withoutMetadata = (image: Buffer, format: string): Buffer | undefined =>
  CLEANERS[format]?.(image);
