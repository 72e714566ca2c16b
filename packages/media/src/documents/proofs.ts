import { lookup } from 'mime-types';

import { boxesIn } from '../metadata/iso/boxes';

/** A type that the package `file-type` detected. */
export interface DetectedType {
  mime: string;
  /** Extension without its dot. */
  ext: string;
}

/** Detects the type of bytes, or of the file at a path, from its first bytes. */
export const detectType = async (content: Buffer | string): Promise<DetectedType | undefined> => {
  // The package is ESM only, so a CommonJS module cannot import it statically.
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type');
  return typeof content === 'string' ? fileTypeFromFile(content) : fileTypeFromBuffer(content);
};

interface Edges {
  size: number;
  head: Buffer;
  tail: Buffer;
  /** Extension of the file name, with its dot, in lower case. */
  extension: string;
}

type Proof = (edges: Edges) => boolean;

const ICON_HEADER_BYTES = 6;
const ICON_ENTRY_BYTES = 16;

/**
 * Whether the file is an icon or cursor: it begins with a directory of pictures, and all these pictures are inside the
 * file.
 */
const isIcon: Proof = ({ size, head }) => {
  const count = head.length < ICON_HEADER_BYTES ? 0 : head.readUInt16LE(4);
  const end = ICON_HEADER_BYTES + count * ICON_ENTRY_BYTES;
  return (
    count > 0 &&
    end <= head.length &&
    Array.from({ length: count }, (_, index) => ICON_HEADER_BYTES + index * ICON_ENTRY_BYTES).every(
      (at) => {
        const length = head.readUInt32LE(at + 8);
        const start = head.readUInt32LE(at + 12);
        return length > 0 && start >= end && start + length <= size;
      }
    )
  );
};

/** Allowed lengths of a bitmap's second header, one per version of the format. */
const BITMAP_HEADERS = [12, 16, 40, 52, 56, 64, 108, 124];
const isBitmap: Proof = ({ head }) =>
  head.length >= 18 && BITMAP_HEADERS.includes(head.readUInt32LE(14));

/**
 * Whether the file is MPEG audio: it begins with ID3, or its name has no extension of another type. The signature of
 * eleven bits proves too little.
 */
const isSound: Proof = ({ head, extension }) =>
  head.toString('latin1', 0, 3) === 'ID3' ||
  extension === '' ||
  /^(?:audio|video)\//.test(String(lookup(extension)));

/**
 * Additional checks for types whose signature is so short that other files start with it too. An Apple disk image has a
 * signature at its end; the two bytes at its start begin any zlib stream.
 */
const PROOFS: Record<string, Proof> = {
  'application/x-apple-diskimage': () => false,
  'audio/aac': isSound,
  'audio/mpeg': isSound,
  'image/bmp': isBitmap,
  'image/x-icon': isIcon,
};

/** Bytes between two JPEG pictures: the end marker of one picture and the start marker of the next. */
const NEXT_PICTURE = Buffer.from([0xff, 0xd9, 0xff, 0xd8]);

/** Whether the file is Motion JPEG: a series of JPEG pictures, which looks like a single photo by its first bytes. */
const isMotionJpeg: Proof = ({ head, tail, extension }) =>
  /^\.mjpe?g$/.test(extension) && [head, tail].some((edge) => edge.includes(NEXT_PICTURE));

/** Brands of HEIF files with a still picture (ISO/IEC 23008-12, section 10.2). */
const PICTURE_BRAND = /^mif[123]$/;

/**
 * Whether an ISO base media file is a HEIF picture and no film. `file-type` reads only the first of the brands, which
 * names the codec or a newer version, and takes an unknown one for MP4.
 */
const isPicture: Proof = ({ head }) => {
  const [start, ...others] = boxesIn(head, 0, head.length);
  const brands = start === undefined ? '' : head.toString('latin1', start.content, start.end);
  return (
    (brands.match(/.{4}/gs) ?? []).some((brand) => PICTURE_BRAND.test(brand)) &&
    !others.some(({ type }) => type === 'moov')
  );
};

/** Types that look like another one by their first bytes, keyed by the type that `file-type` detects. */
const LOOKALIKES: Record<string, { proof: Proof; type: DetectedType }> = {
  'image/jpeg': { proof: isMotionJpeg, type: { mime: 'video/x-motion-jpeg', ext: 'mjpeg' } },
  'video/mp4': { proof: isPicture, type: { mime: 'image/heif', ext: 'heif' } },
};

/** The detected type, if the rest of the file confirms it. @param detected type that `file-type` detected */
export const believedType = (
  detected: DetectedType | undefined,
  edges: Edges
): DetectedType | undefined => {
  const mime = detected?.mime ?? '';
  if (LOOKALIKES[mime]?.proof(edges)) {
    return LOOKALIKES[mime].type;
  }
  return PROOFS[mime]?.(edges) === false ? undefined : detected;
};
