import type { ByteSource } from '../../../bytes/byte-source';
import { SHORTEST_BOX, type Box } from '../../iso-box';

/** Boxes that are looked at in one parent; a film in fragments has one or two for each second. */
const BOXES = 200_000;

/**
 * The boxes between two offsets. One that claims more than there is ends with its parent, which is
 * how a film that was cut off is read; what is no box at all is one with the type that its bytes make.
 */
export const readBoxes = async (source: ByteSource, from: number, to: number): Promise<Box[]> => {
  const boxes: Box[] = [];
  let start = from;
  while (start + SHORTEST_BOX <= to && boxes.length < BOXES) {
    const header = await source.read(start, 16);
    if (header.length < SHORTEST_BOX) {
      break;
    }
    const type = header.toString('latin1', 4, 8);
    let length = header.readUInt32BE(0);
    let content = start + SHORTEST_BOX;
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

/** The first of the boxes in `parent` that has a type, and in that one the first of the next type ... */
export const findBox = async (
  source: ByteSource,
  parent: Box,
  ...path: string[]
): Promise<Box | undefined> => {
  let box: Box | undefined = parent;
  for (const type of path) {
    const children: Box[] = box === undefined ? [] : await readBoxes(source, box.content, box.end);
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
