import { crc32 } from 'node:zlib';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
// The first date of the format: 1 January 1980.
const DATE = 0x21;

const header = (signature: number, fields: [size: 2 | 4, value: number][]): Buffer => {
  const buffer = Buffer.alloc(4 + fields.reduce((length, [size]) => length + size, 0));
  let offset = buffer.writeUInt32LE(signature);
  for (const [size, value] of fields) {
    offset = size === 2 ? buffer.writeUInt16LE(value, offset) : buffer.writeUInt32LE(value, offset);
  }
  return buffer;
};

/** A zip archive of the entries, without compression. */
export const zip = (entries: Record<string, string | Buffer>): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;

  for (const [entry, value] of Object.entries(entries)) {
    const name = Buffer.from(entry);
    const content = Buffer.from(value);
    const shared: [2 | 4, number][] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [2, DATE],
      [4, crc32(content)],
      [4, content.length],
      [4, content.length],
      [2, name.length],
      [2, 0],
    ];
    const local = Buffer.concat([header(LOCAL_HEADER, [[2, VERSION], ...shared]), name, content]);
    directory.push(
      header(CENTRAL_HEADER, [
        [2, VERSION],
        [2, VERSION],
        ...shared,
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, offset],
      ]),
      name
    );
    files.push(local);
    offset += local.length;
  }

  const central = Buffer.concat(directory);
  const count = Object.keys(entries).length;
  const end = header(END, [
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, central.length],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([...files, central, end]);
};
