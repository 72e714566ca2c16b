import { EditList } from '../../bytes/edits';

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

/** Removes metadata from a PNG, and all bytes after its end. */
export const cleanPng = (image: Buffer): Cleaned => {
  const list = new EditList();
  list.keep(0, SIGNATURE_LENGTH);
  let frames = 0;
  let data = 0;
  for (const { type, start, end } of chunksOf(image)) {
    if (type === 'IEND') {
      break;
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
