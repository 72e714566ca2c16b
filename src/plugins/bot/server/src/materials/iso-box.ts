/** A box of the ISO base media file format (ISO/IEC 14496-12, section 4.2), or a QuickTime atom. */
export interface Box {
  type: string;
  start: number;
  /** Where what it holds begins. */
  content: number;
  end: number;
}

/** How many bytes the shortest box has: its length and its type. */
export const SHORTEST_BOX = 8;

/** Makes a box: its length, its type and what it holds. */
export const makeBox = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(SHORTEST_BOX);
  head.writeUInt32BE(SHORTEST_BOX + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

/** A box that says nothing, in place of others of `size` bytes; at least 8. */
export const freeBox = (size: number): Buffer => makeBox('free', Buffer.alloc(size - SHORTEST_BOX));
