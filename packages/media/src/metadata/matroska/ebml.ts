import type { ByteSource } from '../../bytes/received-bytes';
import type { Patch } from '../../bytes/edits';

/** An element of EBML (RFC 8794), the container of Matroska and WebM. */
export interface Element {
  id: number;
  start: number;
  /** Where what it holds begins. */
  content: number;
  /** Undefined for one of unknown length, as a live stream has. */
  end: number | undefined;
}

const VOID = 0xec;
const HEADER_BYTES = 12;

/** The bytes of a number of variable length by its first byte; 0 if that starts none. */
const widthOf = (first: number): number => Math.clz32(first) - 23;

/** @returns undefined where no element is */
export const readElement = async (
  source: ByteSource,
  start: number
): Promise<Element | undefined> => {
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

/** A patch that makes `length` bytes, two or more, an element that readers skip. */
export const voidElement = (offset: number, length: number): Patch => {
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
