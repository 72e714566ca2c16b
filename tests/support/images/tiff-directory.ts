/** Types of values in a TIFF. */
export const [ASCII, SHORT, LONG] = [2, 3, 4] as const;

export type TiffEntry = [tag: number, type: number, count: number, value: number];

/** The last directory of a TIFF file, in little-endian byte order. */
export const tiffDirectory = (entries: TiffEntry[]): Buffer => {
  const directory = Buffer.alloc(2 + entries.length * 12 + 4);
  directory.writeUInt16LE(entries.length);
  entries.forEach(([tag, type, count, value], index) => {
    const at = 2 + index * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(count, at + 4);
    directory.writeUInt32LE(value, at + 8);
  });
  return directory;
};
