import { crc32, deflateSync } from 'node:zlib';

import sharp from 'sharp';

import { ASCII, LONG, SHORT, tiffDirectory } from '../support/images/tiff-directory';

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** A chunk of a PNG file with its length and checksum. */
export const pngChunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length);
  frame.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
};

/** Makes a PNG that declares a size in its header and has almost no data. */
export const pngOfSize = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1024))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Inserts chunks into a PNG right after its header. */
export const withPngChunks = (png: Buffer, ...chunks: Buffer[]): Buffer => {
  const afterHeader = pngSignature.length + 25;
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)]);
};

/** Makes an animated PNG with many frames of full size, each of a few bytes. */
export const apngOfFrames = (width: number, height: number, frames: number): Buffer => {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames);
  const frame = (index: number) => {
    const data = Buffer.alloc(26);
    data.writeUInt32BE(index);
    data.writeUInt32BE(width, 4);
    data.writeUInt32BE(height, 8);
    return pngChunk('fcTL', data);
  };
  const chunks = Array.from({ length: frames }, (_, index) => frame(index));
  return withPngChunks(pngOfSize(width, height), pngChunk('acTL', control), ...chunks);
};

/** Makes a WebP of one colour that needs no bit for a pixel: 30 bytes for any size. */
export const webpOfOneColour = (width: number, height: number): Buffer => {
  // The header, no transform, no cache, and one group of five codes with one symbol each.
  const bits = [
    ...[...Array(14).keys()].map((bit) => ((width - 1) >> bit) & 1),
    ...[...Array(14).keys()].map((bit) => ((height - 1) >> bit) & 1),
    ...[0, 0, 0, 0],
    ...[0, 0, 0],
    ...Array.from({ length: 5 }, () => [1, 0, 0, 0]).flat(),
  ];
  const data = Buffer.alloc(1 + Math.ceil(bits.length / 8) + 1);
  data[0] = 0x2f;
  bits.forEach((bit, index) => {
    const at = 1 + (index >> 3);
    data[at] = (data[at] ?? 0) | (bit << (index & 7));
  });
  const padded = Buffer.concat([data, Buffer.alloc(data.length % 2)]);
  const head = Buffer.from('RIFF\0\0\0\0WEBPVP8L\0\0\0\0', 'latin1');
  head.writeUInt32LE(padded.length + 12, 4);
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, padded]);
};

/** Offsets of the segments with this marker in a JPEG. */
const segmentsOf = (jpeg: Buffer, marker: number): number[] => {
  const found: number[] = [];
  for (let at = 2; at !== -1 && at + 4 < jpeg.length;) {
    if (jpeg[at + 1] === marker) found.push(at);
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    at = jpeg[at + 1] === 0xda ? jpeg.indexOf(Buffer.from([0xff, 0xc4]), end) : end;
  }
  return found;
};

/**
 * Makes a valid JPEG with hundreds of scans of a few bytes each: every empty frequency has its own scans, bit by bit.
 * @param progressive a grey image of one colour
 */
const withManyScans = (progressive: Buffer): Buffer => {
  const starts = segmentsOf(progressive, 0xda);
  const tables = segmentsOf(progressive, 0xc4);
  const [, second = 0] = starts;
  const table = tables.filter((at) => at < second).at(-1) ?? 0;
  const scan = progressive.subarray(
    second,
    starts[2] === undefined ? -2 : tables.find((at) => at > second)
  );
  const scans = Array.from({ length: 63 * 4 }, (_, index) => {
    const copy = Buffer.from(scan);
    const bit = 3 - (index % 4);
    const frequency = 1 + Math.floor(index / 4);
    copy.set([frequency, frequency, bit === 3 ? bit : ((bit + 1) << 4) | bit], 7);
    return copy;
  });
  return Buffer.concat([
    progressive.subarray(0, second),
    progressive.subarray(table, second),
    ...scans,
    progressive.subarray(-2),
  ]);
};

/** Makes an image of one colour with the maximum number of scans. */
export const jpegOfManyScans = async (width: number, height: number): Promise<Buffer> =>
  withManyScans(
    await sharp({ create: { width, height, channels: 3, background: 'grey' } })
      .toColourspace('b-w')
      .jpeg({ progressive: true })
      .toBuffer()
  );

/** Makes a GIF with many frames of full size, each of a few bytes. */
export const gifOfFrames = (width: number, height: number, frames: number): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width);
  size.writeUInt16LE(height, 2);
  const frame = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0]),
    size,
    // Clear code, one pixel, end code: the decoder fills the rest.
    Buffer.from([0, 2, 2, 0x4c, 0x01, 0]),
  ]);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff]),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ]);
};

/** Inserts a segment into a JPEG right after its start. `marker` is the second byte, for example 0xfe. */
export const withJpegSegment = (jpeg: Buffer, marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
};

/** Makes a grey TIFF of 300 by 300 pixels, with `place` in its description and its GPS directory. */
export const tiffWithPlace = (place: string): Buffer => {
  const side = 300;
  const pixels = Buffer.alloc(side * side, 128);
  const text = Buffer.from(`${place}\0`, 'latin1');
  const textAt = 8 + pixels.length;
  const gpsAt = textAt + text.length + (text.length % 2);
  const AREA_INFORMATION = 28;
  const gps = tiffDirectory([[AREA_INFORMATION, ASCII, text.length, textAt]]);
  const head = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  head.writeUInt32LE(gpsAt + gps.length, 4);
  return Buffer.concat([
    head,
    pixels,
    text,
    Buffer.alloc(text.length % 2),
    gps,
    tiffDirectory([
      [256, SHORT, 1, side],
      [257, SHORT, 1, side],
      [258, SHORT, 1, 8],
      [259, SHORT, 1, 1],
      [262, SHORT, 1, 1],
      [270, ASCII, text.length, textAt],
      [273, LONG, 1, 8],
      [277, SHORT, 1, 1],
      [278, SHORT, 1, side],
      [279, LONG, 1, pixels.length],
      [34853, LONG, 1, gpsAt],
    ]),
  ]);
};

/** Makes a bitmap of two by two pixels. */
export const bmp = (): Buffer => {
  const file = Buffer.alloc(70);
  file.write('BM');
  file.writeUInt32LE(70, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(2, 18);
  file.writeInt32LE(2, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  return file;
};

/** Makes an icon file with an embedded image. */
export const icon = (png: Buffer): Buffer => {
  const head = Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  head.writeUInt32LE(png.length, 14);
  return Buffer.concat([head, png]);
};
