import { memoize } from 'lodash';
import sharp from 'sharp';

import { box } from '../box';
import { convertFile } from '../programs';

/** Encodes a HEIC with libheif. @param png the image */
export const heic = (png: Buffer, ...options: string[]): Promise<Buffer> =>
  convertFile('heif-enc', { bytes: png, name: 'a.png' }, 'a.heic', (input, output) => [
    ...options,
    input,
    '-o',
    output,
  ]);

const number = (value: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(value, 0, size);
  return bytes;
};

const fullBox = (type: string, version: number, flags: number, ...content: Buffer[]): Buffer =>
  box(type, number(version, 1), number(flags, 3), ...content);

/** Content of the first box of a type, at any level. */
const contentOf = (file: Buffer, type: string): Buffer => {
  const at = file.indexOf(type, 0, 'latin1');
  return file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4));
};

export interface Grid {
  /** Colours of the tiles, row by row. */
  colours: string[][];
  /** Number of quarter turns of the image, anticlockwise. */
  turns: number;
  profile: Buffer;
  exif: Buffer;
}

/** Builds a HEIC from separately encoded tiles that form one image, rotated, with a colour profile and EXIF. */
const gridOf = (
  tiles: Buffer[],
  { rows, columns, side }: { rows: number; columns: number; side: number },
  { turns, profile, exif }: Omit<Grid, 'colours'>
): Buffer => {
  const [width, height] = [columns * side, rows * side];
  const ids = tiles.map((_, index) => index + 1);
  const gridId = ids.length + 1;
  const exifId = ids.length + 2;

  const info = (id: number, type: string, flags: number) =>
    fullBox('infe', 2, flags, number(id, 2), number(0, 2), Buffer.from(`${type}\0`, 'latin1'));
  const size = (w: number, h: number) => fullBox('ispe', 0, 0, number(w, 4), number(h, 4));
  const properties = box(
    'ipco',
    box('hvcC', contentOf(tiles[0] ?? Buffer.alloc(0), 'hvcC')),
    size(side, side),
    size(width, height),
    box('irot', number(turns, 1)),
    box('colr', Buffer.from('prof'), profile)
  );
  const associated = (id: number, ...numbers: number[]) =>
    Buffer.concat([number(id, 2), number(numbers.length, 1), Buffer.from(numbers)]);
  const associations = fullBox(
    'ipma',
    ...([0, 0] as const),
    number(ids.length + 1, 4),
    ...ids.map((id) => associated(id, 0x81, 2, 5)),
    associated(gridId, 3, 0x84, 5)
  );
  const grid = Buffer.concat([
    Buffer.from([0, 0, rows - 1, columns - 1]),
    number(width, 2),
    number(height, 2),
  ]);
  const exifItem = Buffer.concat([number(0, 4), exif]);
  const data = [...tiles.map((tile) => contentOf(tile, 'mdat')), exifItem];

  const build = (start: number): Buffer => {
    let at = start;
    const location = (id: number, method: number, offset: number, length: number) =>
      Buffer.concat([
        ...[number(id, 2), number(method, 2), number(0, 2), number(1, 2)],
        ...[number(offset, 4), number(length, 4)],
      ]);
    const stored = data.map((bytes, index) => {
      const entry = location(ids[index] ?? exifId, 0, at, bytes.length);
      at += bytes.length;
      return entry;
    });
    const entries = [...stored, location(gridId, 1, 0, grid.length)];
    const meta = fullBox(
      'meta',
      ...([0, 0] as const),
      fullBox('hdlr', 0, 0, number(0, 4), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, 0, number(gridId, 2)),
      fullBox(
        'iinf',
        ...([0, 0] as const),
        number(ids.length + 2, 2),
        ...ids.map((id) => info(id, 'hvc1', 1)),
        info(gridId, 'grid', 0),
        info(exifId, 'Exif', 1)
      ),
      fullBox(
        'iref',
        ...([0, 0] as const),
        box('dimg', number(gridId, 2), number(ids.length, 2), ...ids.map((id) => number(id, 2))),
        box('cdsc', number(exifId, 2), number(1, 2), number(gridId, 2))
      ),
      box('iprp', properties, associations),
      fullBox('iloc', 1, 0, number(0x4400, 2), number(entries.length, 2), ...entries),
      box('idat', grid)
    );
    return Buffer.concat([
      box('ftyp', Buffer.from('heic\0\0\0\0mif1heicmiaf', 'latin1')),
      meta,
      box('mdat', ...data),
    ]);
  };
  const dataLength = data.reduce((sum, { length }) => sum + length, 0);
  return build(build(0).length - dataLength);
};

/** A PNG of blurred noise, which takes about as many bytes to encode as a photo. */
const detailed = (side: number): Promise<Buffer> =>
  sharp({
    create: {
      ...{ width: side, height: side, channels: 3, background: '#888' },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .blur(2)
    .png()
    .toBuffer();

const SIDE = 128;

/** Creates a HEIC as phones write it, from tiles in plain colours. */
export const phoneHeic = async ({ colours, ...rest }: Grid): Promise<Buffer> => {
  const tileOf = memoize(async (background: string) => {
    const plain = sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } });
    return heic(await plain.png().toBuffer());
  });
  const tiles = await Promise.all(colours.flat().map(tileOf));
  const [rows, columns] = [colours.length, colours[0]?.length ?? 0];
  return gridOf(tiles, { rows, columns, side: SIDE }, rest);
};

/** Creates a photo of 48 megapixels in about 5 MB and 192 tiles, like a phone at its highest resolution. */
export const largePhoneHeic = async (): Promise<Buffer> => {
  const [rows, columns, side] = [12, 16, 512];
  const tile = await heic(await detailed(side), '-q', '50');
  return gridOf(
    Array.from({ length: rows * columns }, () => tile),
    { rows, columns, side },
    { turns: 0, profile: Buffer.alloc(0), exif: Buffer.from('Exif\0\0') }
  );
};

/** Creates a HEIC of 48 tiles, as many as a phone writes and more than old decoders accept; 768 times 1,024 pixels. */
export const tiledHeic = (): Promise<Buffer> => {
  const colours = Array.from({ length: 8 }, (_unusedRow, row) =>
    Array.from({ length: 6 }, (_unused, column) => ((row + column) % 2 ? '#ff0000' : '#0000ff'))
  );
  return phoneHeic({ colours, turns: 0, profile: Buffer.alloc(0), exif: Buffer.from('Exif\0\0') });
};
