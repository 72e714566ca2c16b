import type { ByteSource } from '../../bytes/received-bytes';
import { BrokenContainer } from '../../errors';

/** A box of the ISO base media file format (ISO/IEC 14496-12, section 4.2), or a QuickTime atom. */
export interface Box {
  type: string;
  start: number;
  /** Where what it holds begins. */
  content: number;
  /** May lie behind the end of its parent, in a file that was cut off. */
  end: number;
}

/** How many bytes the shortest box has: its length and its type. */
export const SHORTEST_BOX = 8;

export const LONGEST_HEADER = 16;

/** Boxes that are looked at in one parent; a film in fragments has one or two for each second. */
const BOXES = 200_000;

/** The box at `start` in a parent that ends at `to`, by its header; undefined if there is none. */
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

/** The boxes between two offsets, up to where there is none, or one that ends behind `to`. */
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

/** The same of bytes in memory, without one that ends behind `to`. */
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

/** The boxes that a box is made of. QuickTime may write a 0 of four bytes behind them. @throws BrokenContainer */
export const childrenOf = async (source: ByteSource, { content, end }: Box): Promise<Box[]> => {
  const boxes = await readBoxes(source, content, end);
  const last = boxes.at(-1)?.end ?? content;
  if (last > end || end - last >= SHORTEST_BOX) {
    throw new BrokenContainer();
  }
  return boxes;
};

/** The first of the boxes in `parent` that has a type, and in that one the first of the next type ... */
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

/** What a box holds, up to `limit` bytes of it; nothing if there is no box. */
export const readContent = async (
  source: ByteSource,
  box: Box | undefined,
  limit: number
): Promise<Buffer> =>
  box === undefined
    ? Buffer.alloc(0)
    : source.read(box.content, Math.min(box.end - box.content, limit));
