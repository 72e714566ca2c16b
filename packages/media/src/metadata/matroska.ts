import type { Patch, Patches } from '../bytes/edits';
import type { ByteSource } from '../bytes/received-bytes';
import { BrokenContainer } from '../errors';

/** An element of EBML (RFC 8794), the container format of Matroska and WebM. */
interface Element {
  id: number;
  start: number;
  /** Offset of the content after an element's header. */
  content: number;
  /** End offset; undefined for an element of unknown length, as in a live stream. */
  end: number | undefined;
}

const VOID = 0xec;
const HEADER_BYTES = 12;

/** Number of bytes of a variable-length integer, from its first byte; above 8 if the first byte is invalid. */
const widthOf = (first: number): number => Math.clz32(first) - 23;

/** Reads the header of the element at `start`. @returns undefined if there is no valid element */
const readElement = async (source: ByteSource, start: number): Promise<Element | undefined> => {
  const header = await source.read(start, HEADER_BYTES);
  const idWidth = widthOf(header[0] ?? 0);
  const sizeWidth = widthOf(header[idWidth] ?? 0);
  if (idWidth > 4 || sizeWidth > 8 || header.length < idWidth + sizeWidth) {
    return undefined;
  }
  const id = header.readUIntBE(0, idWidth);
  const sizeBytes = Buffer.from(header.subarray(idWidth, idWidth + sizeWidth));
  const marker = 0x80 >> (sizeWidth - 1);
  sizeBytes.writeUInt8((sizeBytes[0] ?? 0) & (marker - 1));
  const size = sizeBytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const isUnknown = size === 2 ** (7 * sizeWidth) - 1;
  const content = start + idWidth + sizeWidth;
  return { id, start, content, end: isUnknown ? undefined : content + size };
};

/** Patch that converts `length` bytes (at least two) to a void element, which players skip. */
const voidElement = (offset: number, length: number): Patch => {
  const size = length - 2;
  if (size < 0x7f) {
    return { offset, length, bytes: Buffer.from([VOID, 0x80 | size]) };
  }
  const bytes = Buffer.alloc(9);
  bytes.writeUInt8(VOID);
  bytes.writeUIntBE(length - 9, 3, 6);
  bytes.writeUInt8(0x01, 1);
  return { offset, length, bytes };
};

/** Matroska element IDs (RFC 9559). */
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TAGS = 0x1254c367;
const ATTACHMENTS = 0x1941a469;
const CRC_32 = 0xbf;

/** Elements of a segment to keep: seek head, info, tracks, cues, chapters, clusters and checksums. */
const KEPT_IN_SEGMENT = new Set([
  ...[0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1c53bb6b, 0x1043a770],
  ...[CLUSTER, CRC_32],
]);
const IN_SEGMENT = new Set([...KEPT_IN_SEGMENT, TAGS, ATTACHMENTS]);

/** Maximum number of elements of a Matroska segment that are read. */
const PARTS = 1_000_000;

/** End offset of a Matroska cluster of unknown length: the start of the next element in the same segment. */
const endOfCluster = async (source: ByteSource, from: number, to: number): Promise<number> => {
  let at = from;
  while (at < to) {
    const element = await readElement(source, at);
    if (element === undefined || IN_SEGMENT.has(element.id)) {
      return at;
    }
    at = element.end ?? to;
  }
  return to;
};

/**
 * Removes metadata from a Matroska segment.
 * @throws BrokenContainer unless the child elements fill the segment; a last cluster may be truncated
 */
async function* cleanSegment(source: ByteSource, from: number, end: number): Patches {
  let at = from;
  for (let count = 0; at < end; count += 1) {
    const part = await readElement(source, at);
    if (part === undefined || count === PARTS) {
      throw new BrokenContainer();
    }
    const partEnd = part.end ?? (await endOfCluster(source, part.content, end));
    if (part.id !== CLUSTER && (part.end === undefined || partEnd > end)) {
      throw new BrokenContainer();
    }
    if (!KEPT_IN_SEGMENT.has(part.id)) {
      yield voidElement(part.start, partEnd - part.start);
    }
    at = partEnd;
  }
}

/**
 * Finds the bytes to overwrite in a Matroska or WebM file so that it no longer contains the recording location. Tags
 * and attachments become void elements of the same length.
 * @throws BrokenContainer for an inconsistent structure
 */
export async function* matroskaPatches(source: ByteSource): Patches {
  const { size } = source;
  let hasSegment = false;
  let at = 0;
  let element = await readElement(source, at);
  for (; element !== undefined; element = await readElement(source, at)) {
    const end = Math.min(element.end ?? size, size);
    if (element.id === SEGMENT) {
      hasSegment = true;
      yield* cleanSegment(source, element.content, end);
    }
    at = end;
  }
  if (!hasSegment) {
    throw new BrokenContainer();
  }
  if (at < size) {
    // Bytes after the last element are not part of the video.
    yield { offset: at, length: size - at };
  }
}
