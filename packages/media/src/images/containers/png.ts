import { EditList } from '../../bytes/edits';
import { isTurned, orientationExif, type Orientation } from '../exif';

import { cleaned, type Cleaned } from './cleaned';

const SIGNATURE_LENGTH = 8;
/** Total size in bytes of the length, type and checksum fields of a PNG chunk. */
const CHUNK_OVERHEAD = 12;

/**
 * Ancillary chunks that affect how pixels are displayed (PNG, third edition, chapter 11). All other ancillary chunks
 * are metadata, including private ones.
 */
const KEPT = new Set([
  ...['tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI'],
  ...['bKGD', 'hIST', 'pHYs', 'sPLT', 'acTL', 'fcTL', 'fdAT'],
]);

const END = Buffer.from('\0\0\0\0IEND\xae\x42\x60\x82', 'latin1');

/** Whether a decoder must understand this PNG chunk to display the picture. */
const isCritical = (type: string): boolean => /^[A-Z]/.test(type);

interface Chunk {
  type: string;
  start: number;
  end: number;
}

function* chunksOf(image: Buffer): Generator<Chunk, void> {
  let at = SIGNATURE_LENGTH;
  while (at + CHUNK_OVERHEAD <= image.length) {
    const type = image.toString('latin1', at + 4, at + 8);
    const end = Math.min(image.length, at + CHUNK_OVERHEAD + image.readUInt32BE(at));
    yield { type, start: at, end };
    at = end;
  }
}

/** Checksum of a PNG chunk (PNG, third edition, annex D). `crc32` of `node:zlib` needs Node 20.15. */
const checksum = (bytes: Buffer): number => {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
  }
  return ~crc >>> 0;
};

const orientationChunk = (orientation: Orientation): Buffer => {
  const content = Buffer.concat([Buffer.from('eXIf'), orientationExif(orientation)]);
  const chunk = Buffer.concat([Buffer.alloc(4), content, Buffer.alloc(4)]);
  chunk.writeUInt32BE(content.length - 4);
  chunk.writeUInt32BE(checksum(content), chunk.length - 4);
  return chunk;
};

/**
 * Removes metadata from a PNG, and all bytes after its end. Keeps only the orientation of EXIF, which browsers apply,
 * and not that of an animation.
 */
export const cleanPng = (image: Buffer, orientation?: Orientation): Cleaned => {
  const list = new EditList();
  list.keep(0, SIGNATURE_LENGTH);
  let needsOrientation = isTurned(orientation);
  let frames = 0;
  let data = 0;
  for (const { type, start, end } of chunksOf(image)) {
    if (type === 'IEND') {
      break;
    }
    needsOrientation &&= type !== 'acTL';
    if (needsOrientation && type === 'IDAT') {
      list.add(orientationChunk(orientation ?? 1));
      needsOrientation = false;
    }
    if (isCritical(type) || KEPT.has(type)) {
      list.keep(start, end);
    }
    frames += type === 'fcTL' ? 1 : 0;
    data += type === 'IDAT' ? end - start - CHUNK_OVERHEAD : 0;
  }
  list.add(END);
  return cleaned(list.edits, { frames: Math.max(1, frames), hasPicture: data > 0 });
};

/** Chunks that define the colours of a PNG's pixel values. Their order does not matter. */
const COLOUR_CHUNKS = new Set(['cHRM', 'gAMA', 'iCCP', 'sRGB', 'cICP', 'mDCV', 'cLLI']);
/** End of the signature and header chunk of a PNG. */
const HEADER_END = SIGNATURE_LENGTH + CHUNK_OVERHEAD + 13;

/** The complete chunks of a PNG that define its colours. */
export const colourChunks = (image: Buffer): Buffer[] =>
  [...chunksOf(image)]
    .filter(({ type }) => COLOUR_CHUNKS.has(type))
    .map(({ start, end }) => image.subarray(start, end));

/** Inserts colour chunks after the header of a PNG and removes its other colour chunks. */
export const withChunks = (png: Buffer, chunks: Buffer[]): Buffer => {
  const rest = [...chunksOf(png)]
    .filter(({ type, start }) => start >= HEADER_END && !COLOUR_CHUNKS.has(type))
    .map(({ start, end }) => png.subarray(start, end));
  return Buffer.concat([png.subarray(0, HEADER_END), ...chunks, ...rest]);
};
