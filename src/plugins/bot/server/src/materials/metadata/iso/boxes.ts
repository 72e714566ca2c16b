import type { ByteSource } from '../../../bytes/byte-source';

/** A box of the ISO base media file format (ISO/IEC 14496-12, section 4.2), or a QuickTime atom. */
export interface Box {
  type: string;
  start: number;
  /** Where what it holds begins. */
  content: number;
  end: number;
}

/** Boxes that are looked at in one parent; a film in fragments has one or two for each second. */
const BOXES = 200_000;
const HEADER_BYTES = 8;

/** How many bytes the shortest box has. */
export const SHORTEST_BOX = HEADER_BYTES;

/**
 * The boxes between two offsets. One that claims more than there is ends with its parent, which is
 * how a film that was cut off is read; what is no box at all is one with the type that its bytes make.
 */
export const readBoxes = async (source: ByteSource, from: number, to: number): Promise<Box[]> => {
  const boxes: Box[] = [];
  let start = from;
  while (start + HEADER_BYTES <= to && boxes.length < BOXES) {
    const header = await source.read(start, 16);
    if (header.length < HEADER_BYTES) {
      break;
    }
    const type = header.toString('latin1', 4, 8);
    let length = header.readUInt32BE(0);
    let content = start + HEADER_BYTES;
    if (length === 1 && header.length === 16) {
      length = Number(header.readBigUInt64BE(8));
      content += 8;
    } else if (length === 0) {
      length = to - start;
    }
    const end = length < content - start ? to : Math.min(start + length, to);
    boxes.push({ type, start, content: Math.min(content, end), end });
    start = end;
  }
  return boxes;
};

/** Makes a box: its length, its type and what it holds. */
export const makeBox = (type: string, content: Buffer): Buffer => {
  const box = Buffer.alloc(HEADER_BYTES + content.length);
  box.writeUInt32BE(box.length);
  box.write(type, 4, 'latin1');
  content.copy(box, HEADER_BYTES);
  return box;
};
