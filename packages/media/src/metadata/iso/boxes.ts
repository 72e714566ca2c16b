import type { ByteSource } from '../../bytes/received-bytes';
import { BrokenContainer } from '../../errors';

/** A box of the ISO base media file format (ISO/IEC 14496-12, section 4.2), or a QuickTime atom. */
export interface Box {
  type: string;
  start: number;
  /** Offset of the content after a box's header. */
  content: number;
  /** Offset at which the box ends; in a truncated file it may be beyond the end of the parent box. */
  end: number;
}

/** Size in bytes of the shortest box: length and type. */
export const SHORTEST_BOX = 8;

export const LONGEST_HEADER = 16;

/** Maximum number of boxes read per parent. A fragmented video has one or two per second. */
const BOXES = 200_000;

/** Parses the header of the box at `start` in a parent that ends at `to`; undefined if it is invalid. */
const boxAt = (header: Buffer, start: number, to: number): Box | undefined => {
  if (header.length < SHORTEST_BOX) {
    return undefined;
  }
  const type = header.toString('latin1', 4, 8);
  const short = header.readUInt32BE(0);
  const isLong = short === 1 && header.length === LONGEST_HEADER;
  const content = start + (isLong ? LONGEST_HEADER : SHORTEST_BOX);
  const length = isLong ? Number(header.readBigUInt64BE(8)) : short;
  const end = length === 0 ? to : start + length;
  return end < content ? undefined : { type, start, content, end };
};

/** Reads the boxes between two offsets. Stops at an invalid box and after one that extends beyond `to`. */
export const readBoxes = async (source: ByteSource, from: number, to: number): Promise<Box[]> => {
  const boxes: Box[] = [];
  let at = from;
  while (at + SHORTEST_BOX <= to && boxes.length < BOXES) {
    const box = boxAt(await source.read(at, LONGEST_HEADER), at, to);
    if (box === undefined) {
      break;
    }
    boxes.push(box);
    at = box.end;
  }
  return boxes;
};

/** Reads the boxes between two offsets in memory. Omits a box that extends beyond `to`. */
export const boxesIn = (bytes: Buffer, from: number, to: number): Box[] => {
  const boxes: Box[] = [];
  let at = from;
  while (at + SHORTEST_BOX <= to && boxes.length < BOXES) {
    const box = boxAt(bytes.subarray(at, at + LONGEST_HEADER), at, to);
    if (box === undefined || box.end > to) {
      break;
    }
    boxes.push(box);
    at = box.end;
  }
  return boxes;
};

/**
 * Reads the child boxes of a box. Four zero bytes may follow the last child.
 * @throws BrokenContainer if the children do not fill the box
 */
export const childrenOf = async (source: ByteSource, { content, end }: Box): Promise<Box[]> => {
  const boxes = await readBoxes(source, content, end);
  const last = boxes.at(-1)?.end ?? content;
  if (last > end || end - last >= SHORTEST_BOX) {
    throw new BrokenContainer();
  }
  return boxes;
};

/** Follows a path of box types from `parent`, taking the first child of each type. */
export const findBox = async (
  source: ByteSource,
  parent: Box,
  ...path: string[]
): Promise<Box | undefined> => {
  let box: Box | undefined = parent;
  for (const type of path) {
    const children: Box[] = box === undefined ? [] : await childrenOf(source, box);
    box = children.find((child) => child.type === type);
  }
  return box;
};

/** Reads up to `limit` bytes of a box's content; empty if there is no box. */
export const readContent = async (
  source: ByteSource,
  box: Box | undefined,
  limit: number
): Promise<Buffer> =>
  box === undefined
    ? Buffer.alloc(0)
    : source.read(box.content, Math.min(box.end - box.content, limit));
