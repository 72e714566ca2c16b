import { EditList, editedSize, type Edits } from '../../bytes/edits';
import { isTurned, orientationExif, type Orientation } from '../exif';

import { cleaned, type Cleaned } from './cleaned';

const HEADER_LENGTH = 12;
const CHUNK_HEADER_LENGTH = 8;
/**
 * Total size in bytes of position, size, duration and flags of a frame in an animated WebP. The chunks of the frame
 * follow.
 */
const FRAME_HEADER_LENGTH = 16;
/**
 * Content length in bytes of the WebP chunk VP8X (flags and canvas size). `LOOP_LENGTH` is that of ANIM (background and
 * loop count).
 */
const CANVAS_LENGTH = 10;
const LOOP_LENGTH = 6;

/**
 * WebP chunks to keep unchanged, because they affect how pixels are displayed. VP8X, ANIM and ANMF are edited; all
 * others are metadata.
 */
const KEPT = new Set(['VP8 ', 'VP8L', 'ALPH', 'ICCP']);
const PICTURES = new Set(['VP8 ', 'VP8L']);
/** Bits of the VP8X flags that announce EXIF and XMP chunks, an EXIF chunk, and an animation. */
const METADATA_FLAGS = 0b0000_1100;
const EXIF_FLAG = 0b0000_1000;
const ANIMATION_FLAG = 0b0000_0010;

interface Chunk {
  type: string;
  start: number;
  end: number;
}

function* chunksOf(image: Buffer, from: number, limit: number): Generator<Chunk, void> {
  let at = from;
  while (at + CHUNK_HEADER_LENGTH <= limit) {
    const length = image.readUInt32LE(at + 4);
    const end = Math.min(limit, at + CHUNK_HEADER_LENGTH + length + (length % 2));
    yield { type: image.toString('latin1', at, at + 4), start: at, end };
    at = end;
  }
}

const chunkHeader = (type: string, length: number): Buffer => {
  const header = Buffer.alloc(CHUNK_HEADER_LENGTH);
  header.write(type, 0, 'latin1');
  header.writeUInt32LE(length, 4);
  return header;
};

const shortened = (image: Buffer, { type, start, end }: Chunk, most: number): Buffer => {
  const from = start + CHUNK_HEADER_LENGTH;
  const content = image.subarray(from, Math.min(end, from + most));
  return Buffer.concat([chunkHeader(type, content.length), content]);
};

/** Clears the VP8X flags for metadata chunks, because those chunks are removed. */
const withoutMetadataFlags = (chunk: Buffer): Buffer => {
  if (chunk.length > CHUNK_HEADER_LENGTH) {
    chunk.writeUInt8(chunk.readUInt8(CHUNK_HEADER_LENGTH) & ~METADATA_FLAGS, CHUNK_HEADER_LENGTH);
  }
  return chunk;
};

/**
 * Adds the chunks to keep to `list`. A frame of an animation has no frames itself (RFC 9649, section 2.7.1.2), so one in
 * another is removed.
 * @returns whether one of the chunks contains a picture
 */
const keepChunks = (
  image: Buffer,
  from: number,
  limit: number,
  list: EditList,
  isInFrame = false
): boolean => {
  let hasPicture = false;
  for (const chunk of chunksOf(image, from, limit)) {
    const { type, start, end } = chunk;
    if (type === 'VP8X') {
      list.add(withoutMetadataFlags(shortened(image, chunk, CANVAS_LENGTH)));
    } else if (type === 'ANIM') {
      list.add(shortened(image, chunk, LOOP_LENGTH));
    } else if (type === 'ANMF' && !isInFrame) {
      const frame = new EditList();
      const pixels = Math.min(end, start + CHUNK_HEADER_LENGTH + FRAME_HEADER_LENGTH);
      frame.keep(start + CHUNK_HEADER_LENGTH, pixels);
      hasPicture = keepChunks(image, pixels, end, frame, true) || hasPicture;
      list.add(chunkHeader(type, editedSize(frame.edits)));
      // A call with all edits as arguments would overflow the stack for a frame of very many chunks.
      for (const edit of frame.edits) list.edits.push(edit);
    } else if (KEPT.has(type)) {
      hasPicture ||= PICTURES.has(type) && end > start + CHUNK_HEADER_LENGTH;
      list.keep(start, end);
    }
  }
  return hasPicture;
};

/** Whether a WebP is lossless (RFC 9649, section 2.6). */
export const isLosslessWebp = (image: Buffer): boolean =>
  [...chunksOf(image, HEADER_LENGTH, image.length)].some(({ type }) => type === 'VP8L');

const riffHeader = (content: Edits): Buffer =>
  Buffer.concat([chunkHeader('RIFF', editedSize(content) + 4), Buffer.from('WEBP')]);

/** Adds an EXIF chunk with the orientation, if the file is extended (has a VP8X chunk) and no animation. */
const addOrientation = (list: EditList, orientation: Orientation): void => {
  const [canvas] = list.edits;
  if (!Buffer.isBuffer(canvas) || canvas.length !== CHUNK_HEADER_LENGTH + CANVAS_LENGTH) {
    return;
  }
  const flags = canvas.readUInt8(CHUNK_HEADER_LENGTH);
  if ((flags & ANIMATION_FLAG) === 0) {
    canvas.writeUInt8(flags | EXIF_FLAG, CHUNK_HEADER_LENGTH);
    const exif = orientationExif(orientation);
    list.add(Buffer.concat([chunkHeader('EXIF', exif.length), exif]));
  }
};

/** Removes metadata from a WebP, and all bytes after its end. Keeps only the orientation of EXIF. */
export const cleanWebp = (image: Buffer, orientation?: Orientation): Cleaned => {
  if (image.length < HEADER_LENGTH) {
    return cleaned([], { hasPicture: false });
  }
  const end = Math.min(image.length, CHUNK_HEADER_LENGTH + image.readUInt32LE(4));
  const list = new EditList();
  const hasPicture = keepChunks(image, HEADER_LENGTH, end, list);
  if (isTurned(orientation)) {
    addOrientation(list, orientation);
  }
  return cleaned([riffHeader(list.edits), ...list.edits], { hasPicture });
};
