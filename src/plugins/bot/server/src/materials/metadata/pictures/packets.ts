import type { ByteSource } from '../../../bytes/byte-source';
import type { Patch } from '../../../bytes/patch';

/**
 * XMP and EXIF wherever they stand in a file. XMP is made to be found so: its packets are text in
 * any kind of file ("packet scanning", XMP specification part 3, section 2).
 */
const XMP_START = '<x:xmpmeta';
const XMP_END = '</x:xmpmeta>';
/** A JPEG's segment of EXIF; two bytes of length stand between its marker and its name. */
const EXIF_NAME = 'Exif\0\0';
const EXIF_MARKER = 0xffe1;
const EXIF_HEADER_BYTES = 4;

const WINDOW_BYTES = 1024 * 1024;
/** Text that starts in one window may end in the next. */
const OVERLAP_BYTES = 64;
const SPACE = ' ';

interface Found {
  offset: number;
  what: string;
}

/** Where these texts stand, in the order of the file. */
const findAll = async (source: ByteSource, from: number, texts: string[]): Promise<Found[]> => {
  const found: Found[] = [];
  for (let start = from; start < source.size; start += WINDOW_BYTES) {
    const window = await source.read(start, WINDOW_BYTES + OVERLAP_BYTES);
    for (const what of texts) {
      let at = window.indexOf(what, 0, 'latin1');
      while (at !== -1 && at < WINDOW_BYTES) {
        found.push({ offset: start + at, what });
        at = window.indexOf(what, at + 1, 'latin1');
      }
    }
  }
  return found.sort((one, other) => one.offset - other.offset);
};

const exifPatch = async (source: ByteSource, nameAt: number): Promise<Patch | undefined> => {
  const start = nameAt - EXIF_HEADER_BYTES;
  const header = start < 0 ? Buffer.alloc(0) : await source.read(start, EXIF_HEADER_BYTES);
  return header.length === EXIF_HEADER_BYTES && header.readUInt16BE(0) === EXIF_MARKER
    ? { offset: nameAt, length: header.readUInt16BE(2) - 2 }
    : undefined;
};

/**
 * Finds what to overwrite so that neither XMP nor EXIF in JPEG is left: XMP becomes spaces, as a
 * program that changes a packet in place leaves them, EXIF zeros.
 */
export const packetPatches = async (source: ByteSource, from = 0): Promise<Patch[]> => {
  const patches: Patch[] = [];
  const found = await findAll(source, from, [XMP_START, XMP_END, EXIF_NAME]);
  let packetStart: number | undefined;
  for (const { offset, what } of found) {
    if (what === XMP_START) {
      packetStart ??= offset;
    } else if (what === EXIF_NAME) {
      const patch = await exifPatch(source, offset);
      patches.push(...(patch === undefined ? [] : [patch]));
    } else if (packetStart !== undefined) {
      const length = offset + XMP_END.length - packetStart;
      patches.push({ offset: packetStart, length, bytes: Buffer.alloc(length, SPACE) });
      packetStart = undefined;
    }
  }
  return patches;
};
