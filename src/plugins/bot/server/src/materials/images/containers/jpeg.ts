import { EditList } from '../../../bytes/edits';
import { isOnItsSide, isTurned, orientationSegment, type Orientation } from '../exif';

import { cleaned, type Cleaned } from './cleaned';
import { isFrame, jpegSegments, MARKER, type Segment } from './jpeg-segments';

const JFIF = 'JFIF\0';
const JFIF_LENGTH = 18;
const PROFILE = 'ICC_PROFILE\0';
const ADOBE = 'Adobe';

const startsWith = (image: Buffer, { start }: Segment, name: string): boolean =>
  image.toString('latin1', start + 4, start + 4 + name.length) === name;

/** True for what is needed to decode the picture, and for its colour profile. */
const isKept = (image: Buffer, segment: Segment): boolean => {
  switch (segment.marker) {
    case MARKER.APP0:
      return startsWith(image, segment, JFIF) && segment.end - segment.start >= JFIF_LENGTH;
    case MARKER.APP2:
      // It is also used for the index of a file of several pictures.
      return startsWith(image, segment, PROFILE);
    case MARKER.APP14:
      return startsWith(image, segment, ADOBE);
    case MARKER.COMMENT:
      return false;
    default:
      return segment.marker < MARKER.APP0 || segment.marker > MARKER.APP15;
  }
};

/** The JFIF header without the small copy of the picture that it may hold. */
const jfifWithoutThumbnail = (image: Buffer, { start }: Segment): Buffer => {
  const jfif = Buffer.from(image.subarray(start, start + JFIF_LENGTH));
  jfif.writeUInt16BE(JFIF_LENGTH - 2, 2);
  jfif.fill(0, JFIF_LENGTH - 2);
  return jfif;
};

/** Baseline, extended and progressive frames; the others are lossless, arithmetic or hierarchical. */
const COMMON_FRAMES = new Set([0xc0, 0xc1, 0xc2]);

/** The size of a picture whose coding is right, but so rare that libraries do not read it. */
const sizeOfRare = (image: Buffer, { marker, start, end }: Segment): Cleaned['size'] => {
  if (end - start < 9 || (COMMON_FRAMES.has(marker) && image.readUInt8(start + 4) === 8)) {
    return undefined;
  }
  return { height: image.readUInt16BE(start + 5), width: image.readUInt16BE(start + 7) };
};

/**
 * Takes from a JPEG what was written beside its pixels: where and when it was taken, by whom, with
 * which device, smaller copies, comments, and whatever follows its end. Of EXIF nothing stays but
 * the orientation. An end that is missing is added.
 */
export const cleanJpeg = (image: Buffer, orientation?: Orientation): Cleaned => {
  const list = new EditList();
  list.keep(0, 2);
  let passes = 0;
  let compressed = 0;
  let hasFrame = false;
  let size: Cleaned['size'];
  let needsOrientation = isTurned(orientation);
  for (const segment of jpegSegments(image)) {
    const { marker, start, end, dataEnd } = segment;
    if (isFrame(marker)) {
      hasFrame = true;
      size ??= sizeOfRare(image, segment);
    }
    passes += marker === MARKER.SCAN ? 1 : 0;
    compressed += dataEnd - end;
    // EXIF stands behind JFIF, if there is one, and before all else.
    if (needsOrientation && marker !== MARKER.APP0) {
      list.add(orientationSegment(orientation ?? 1));
      needsOrientation = false;
    }
    if (!isKept(image, segment)) {
      continue;
    }
    if (marker === MARKER.APP0 && end - start > JFIF_LENGTH) {
      list.add(jfifWithoutThumbnail(image, segment));
    } else {
      list.keep(start, dataEnd);
    }
  }
  list.add(Buffer.from([0xff, MARKER.END]));
  return cleaned(list.edits, {
    passes: Math.max(1, passes),
    hasPicture: hasFrame && compressed > 0,
    size: size && isOnItsSide(orientation) ? { width: size.height, height: size.width } : size,
  });
};

/** An APP2 segment holds less than 64 KiB; a profile is cut into as many as it needs. */
const PROFILE_PART = 65_519;

/** Gives a JPEG that has none a colour profile. */
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
  // JFIF, if there is one, comes before all else.
  const at = jpeg[3] === MARKER.APP0 ? 4 + jpeg.readUInt16BE(4) : 2;
  return Buffer.concat([jpeg.subarray(0, at), ...segments, jpeg.subarray(at)]);
};
