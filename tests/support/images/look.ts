import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import sharp from 'sharp';

import { exiftool } from '../exiftool';
import { inFolder, runProgram, withFile } from '../programs';

/** Names that ImageMagick has for the EXIF orientations from 1 on. */
const ORIENTATIONS = [
  ...['TopLeft', 'TopRight', 'BottomRight', 'BottomLeft'],
  ...['LeftTop', 'RightTop', 'RightBottom', 'LeftBottom'],
];

/**
 * Digest of the pixels of all pages or frames, as ImageMagick decodes and rotates them, with 16 bits per channel.
 * @param ext file extension with its dot
 * @param orientation EXIF value; by default that of the image
 */
export const pixelDigest = (image: Buffer, ext: string, orientation?: number): Promise<string> =>
  withFile(image, `image${ext}`, async (file) => {
    const orient =
      orientation === undefined ? [] : ['-orient', ORIENTATIONS[orientation - 1] ?? ''];
    const pixels = await runProgram(
      'convert',
      ...['-quiet', file, ...orient, '-auto-orient', '-depth', '16', 'rgba:-']
    );
    if (pixels.length === 0) throw new Error('ImageMagick saw no pixels');
    return createHash('sha256').update(pixels).digest('hex');
  });

/** Width and height of the first picture as stored, in pixels. */
export const storedSize = async (image: Buffer): Promise<number[]> => {
  const { width, height } = await sharp(image).metadata();
  return [width, height];
};

/** ICC colour profile of an image. */
export const colourProfile = async (image: Buffer): Promise<Buffer | undefined> =>
  (await sharp(image).metadata()).icc;

/** Difference of two pictures: the mean error of a channel, from 0 to 1. */
export const meanError = (one: Buffer, other: Buffer, exts: [string, string]): Promise<number> =>
  withFile(one, `one${exts[0]}`, (first) =>
    withFile(other, `other${exts[1]}`, async (second) => {
      const said = await runProgram(
        'convert',
        ...['-quiet', first, second, '-metric', 'RMSE', '-compare', '-format', '%[distortion]'],
        'info:'
      );
      return Number(said.toString());
    })
  );

/** Groups of tags that describe the file, its structure and its colours. */
const HARMLESS =
  /^(?:ExifTool|File|System|Composite|JFIF|Adobe|ICC.*|PNG|PNG-pHYs|RIFF|GIF|Meta|QuickTime|Track\d+)$/;
/** TIFF tags that describe pixels, and the only EXIF entry that a JPEG keeps. */
const ABOUT_PIXELS =
  /^(?:IFD\d|SubIFD\d?):(?:Orientation|Image(?:Width|Height)|BitsPerSample|Compression|PhotometricInterpretation|FillOrder|Strip(?:Offsets|ByteCounts)|SamplesPerPixel|RowsPerStrip|[XY]Resolution|ResolutionUnit|PlanarConfiguration|Predictor|PageNumber|WhitePoint|PrimaryChromaticities|InkSet|ExtraSamples|SampleFormat|JPEGTables|SubfileType|ColorMap|T[46]Options|Tile\w+|YCbCr\w+|ReferenceBlackWhite|Thumbnail(?:Offset|Length)|JPEG\w+|JPGFromRaw\w*|NumberOfInks|PreviewImage(?:Start|Length)?|S(?:Min|Max)SampleValue|(?:Old)?SubfileType)$/;

/** Tags that ExifTool finds in files and that are not needed to show them; empty for clean files. */
export const foundMetadata = (images: Buffer[], ext: string): Promise<string[]> =>
  inFolder(async (folder) => {
    const files = images.map((_, index) => path.join(folder, `${index}${ext}`));
    await Promise.all(images.map((image, index) => writeFile(files[index] ?? '', image)));
    const said = await exiftool('-j', '-a', '-u', '-U', '-G1', '-s', '-ee', ...files);
    return (JSON.parse(said) as Record<string, unknown>[])
      .flatMap((facts) => Object.keys(facts))
      .filter((name) => {
        const [family = ''] = name.split(':');
        return name !== 'SourceFile' && !HARMLESS.test(family) && !ABOUT_PIXELS.test(name);
      });
  });
