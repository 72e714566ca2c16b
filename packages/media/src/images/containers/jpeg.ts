import { EditList } from '../../bytes/edits';
import { isTurned, orientationSegment, sizeSeen, type Orientation } from '../exif';

import { cleaned, type Cleaned } from './cleaned';
import { isCoding, isFrame, jpegSegments, MARKER, type Segment } from './jpeg-segments';

const PROFILE = 'ICC_PROFILE\0';

/**
 * Application segments that affect how the picture is displayed, with the number of bytes to keep. After these bytes, a
 * JFIF header may contain a thumbnail, and an Adobe header arbitrary data.
 */
const HEADERS = [
  { marker: MARKER.APP0, name: 'JFIF\0', length: 18 },
  { marker: MARKER.APP14, name: 'Adobe', length: 16 },
];

const startsWith = (image: Buffer, { start }: Segment, name: string): boolean =>
  image.toString('latin1', start + 4, start + 4 + name.length) === name;

/**
 * Copy of the first `length` bytes of a JPEG header segment. Sets the dimensions of the removed JFIF thumbnail to 0.
 */
const shortened = (image: Buffer, { marker, start }: Segment, length: number): Buffer => {
  const header = Buffer.from(image.subarray(start, start + length));
  header.writeUInt16BE(length - 2, 2);
  return marker === MARKER.APP0 ? header.fill(0, length - 2) : header;
};

const keepSegment = (image: Buffer, segment: Segment, list: EditList): void => {
  const { marker, start, end, dataEnd } = segment;
  const header = HEADERS.find(
    (one) => one.marker === marker && startsWith(image, segment, one.name)
  );
  // APP2 also holds the index of a multi-picture file.
  const isProfile = marker === MARKER.APP2 && startsWith(image, segment, PROFILE);
  if (header !== undefined && end - start > header.length) {
    list.add(shortened(image, segment, header.length));
  } else if (header?.length === end - start || isProfile || isCoding(marker)) {
    list.keep(start, dataEnd);
  }
};

/**
 * Markers of baseline, extended and progressive JPEG frames. Frames with other markers are lossless, arithmetic or
 * hierarchical.
 */
const COMMON_FRAMES = new Set([0xc0, 0xc1, 0xc2]);

/** The size of a picture whose encoding is valid but not supported by common libraries; else undefined. */
const sizeOfRare = (image: Buffer, { marker, start, end }: Segment): Cleaned['size'] => {
  if (end - start < 9 || (COMMON_FRAMES.has(marker) && image.readUInt8(start + 4) === 8)) {
    return undefined;
  }
  return { height: image.readUInt16BE(start + 5), width: image.readUInt16BE(start + 7) };
};

/**
 * Removes metadata from a JPEG: place, time, author, device, thumbnails, comments, and all bytes after its end. Keeps
 * only the orientation of EXIF. Adds a missing end marker.
 */
export const cleanJpeg = (image: Buffer, orientation?: Orientation): Cleaned => {
  const list = new EditList();
  list.keep(0, 2);
  let compressed = 0;
  let hasFrame = false;
  let size: Cleaned['size'];
  let needsOrientation = isTurned(orientation);
  for (const segment of jpegSegments(image)) {
    const { marker, end, dataEnd } = segment;
    if (isFrame(marker)) {
      hasFrame = true;
      size ??= sizeOfRare(image, segment);
    }
    compressed += dataEnd - end;
    // EXIF comes after JFIF, if present, and before all other segments.
    if (needsOrientation && marker !== MARKER.APP0) {
      list.add(orientationSegment(orientation ?? 1));
      needsOrientation = false;
    }
    keepSegment(image, segment, list);
  }
  list.add(Buffer.from([0xff, MARKER.END]));
  return cleaned(list.edits, {
    hasPicture: hasFrame && compressed > 0,
    size: size && sizeSeen(size, orientation),
  });
};

/**
 * Maximum bytes of a colour profile per JPEG APP2 segment, which holds less than 64 KiB. Longer profiles are split.
 */
const PROFILE_PART = 65_519;

/** Adds a colour profile to a JPEG that has none. */
export const withProfile = (jpeg: Buffer, profile: Buffer): Buffer => {
  const count = Math.ceil(profile.length / PROFILE_PART);
  const segments = Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * PROFILE_PART, (index + 1) * PROFILE_PART);
    const head = Buffer.alloc(4 + PROFILE.length + 2);
    head.writeUInt16BE(0xff00 + MARKER.APP2, 0);
    head.writeUInt16BE(part.length + head.length - 2, 2);
    head.write(PROFILE, 4, 'latin1');
    head.writeUInt8(index + 1, 16);
    head.writeUInt8(count, 17);
    return Buffer.concat([head, part]);
  });
  // JFIF, if present, must come first.
  const at = jpeg[3] === MARKER.APP0 ? 4 + jpeg.readUInt16BE(4) : 2;
  return Buffer.concat([jpeg.subarray(0, at), ...segments, jpeg.subarray(at)]);
};
