import { lookup } from 'mime-types';

/** What the package `file-type` says of a kind that it knows. */
export interface DetectedType {
  mime: string;
  /** Without a dot. */
  ext: string;
}

/** The kind of some bytes, or of those in the file at a path, by how they begin. */
export const detectType = async (content: Buffer | string): Promise<DetectedType | undefined> => {
  // ESM only, so it cannot be a static import of a CommonJS module.
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type');
  return typeof content === 'string' ? fileTypeFromFile(content) : fileTypeFromBuffer(content);
};

interface Edges {
  size: number;
  head: Buffer;
  tail: Buffer;
  /** Of its name, with the dot, in lower case. */
  extension: string;
}

type Proof = (edges: Edges) => boolean;

const ICON_HEADER_BYTES = 6;
const ICON_ENTRY_BYTES = 16;

/** An icon or a cursor begins with a directory of its pictures, each of which lies in the file. */
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

/** How long the second header of a bitmap may be, by which its versions are told. */
const BITMAP_HEADERS = [12, 16, 40, 52, 56, 64, 108, 124];
const isBitmap: Proof = ({ head }) =>
  head.length >= 18 && BITMAP_HEADERS.includes(head.readUInt32LE(14));

/** Eleven bits are all that a sound in MPEG begins with: its name must say that it is one. */
const isSound: Proof = ({ head, extension }) =>
  head.toString('latin1', 0, 3) === 'ID3' ||
  extension === '' ||
  /^(?:audio|video)\//.test(String(lookup(extension)));

/**
 * What else must be so for a kind that few bytes tell: other files begin with them as well. An
 * image of a disk is told by its end, not by the two bytes that any zlib stream begins with.
 */
const PROOFS: Record<string, Proof> = {
  'application/x-apple-diskimage': () => false,
  'audio/aac': isSound,
  'audio/mpeg': isSound,
  'image/bmp': isBitmap,
  'image/x-icon': isIcon,
};

/** The end of a picture and the start of the next one. */
const NEXT_PICTURE = Buffer.from([0xff, 0xd9, 0xff, 0xd8]);

/** A film of photographs, one after the other, is a photograph by its first bytes. */
const isMotionJpeg: Proof = ({ head, tail, extension }) =>
  /^\.mjpe?g$/.test(extension) && [head, tail].some((edge) => edge.includes(NEXT_PICTURE));

/**
 * The kind that the first bytes of a file tell, if the rest bears it out.
 * @param detected as `file-type` tells it
 */
export const believedType = (
  detected: DetectedType | undefined,
  edges: Edges
): DetectedType | undefined => {
  if (detected?.mime === 'image/jpeg' && isMotionJpeg(edges)) {
    return { mime: 'video/x-motion-jpeg', ext: 'mjpeg' };
  }
  const isProved = PROOFS[detected?.mime ?? ''];
  return isProved === undefined || isProved(edges) ? detected : undefined;
};
