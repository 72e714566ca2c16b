import { LONG, SHORT, tiffDirectory, type TiffEntry } from './tiff-directory';

const OLD_JPEG = 6;
const YCBCR = 6;

/** A TIFF with a complete JPEG inside, as in TIFF 6.0 before its technical note 2. */
export const oldJpegTiff = (jpeg: Buffer, { width, height }: { width: number; height: number }) => {
  const entries: TiffEntry[] = [
    [256, SHORT, 1, width],
    [257, SHORT, 1, height],
    [258, SHORT, 1, 8],
    [259, SHORT, 1, OLD_JPEG],
    [262, SHORT, 1, YCBCR],
    [273, LONG, 1, 8],
    [277, SHORT, 1, 3],
    [278, SHORT, 1, height],
    [279, LONG, 1, jpeg.length],
    [513, LONG, 1, 8],
    [514, LONG, 1, jpeg.length],
  ];
  const directory = tiffDirectory(entries);
  const padding = Buffer.alloc(jpeg.length % 2);
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(head.length + jpeg.length + padding.length, 4);
  return Buffer.concat([head, jpeg, padding, directory]);
};
