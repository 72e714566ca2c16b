import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import sharp from 'sharp';

import { exiftool } from '../exiftool';
import { inFolder, runProgram, withFile } from '../programs';

/** How ImageMagick calls the orientations that EXIF counts from 1. */
const ORIENTATIONS = [
  ...['TopLeft', 'TopRight', 'BottomRight', 'BottomLeft'],
  ...['LeftTop', 'RightTop', 'RightBottom', 'LeftBottom'],
];

/**
 * The pixels of all pages or frames of an image as ImageMagick decodes and turns them, 16 bits a
 * channel, as a digest.
 * @param ext with its dot
 * @param orientation how to turn it; without one, as the image says
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

/** The colour profile of an image. */
export const colourProfile = async (image: Buffer): Promise<Buffer | undefined> =>
  (await sharp(image).metadata()).icc;

/** How much two pictures differ, as the mean error of a channel between 0 and 1. */
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

/** Families of facts that are about the file, its structure and its colours. */
const HARMLESS =
  /^(?:ExifTool|File|System|Composite|JFIF|Adobe|ICC.*|PNG|PNG-pHYs|RIFF|GIF|Meta|QuickTime|Track\d+)$/;
/** What a TIFF says of its pixels, and the only entry of EXIF that a JPEG keeps. */
const ABOUT_PIXELS =
  /^(?:IFD\d|SubIFD\d?):(?:Orientation|Image(?:Width|Height)|BitsPerSample|Compression|PhotometricInterpretation|FillOrder|Strip(?:Offsets|ByteCounts)|SamplesPerPixel|RowsPerStrip|[XY]Resolution|ResolutionUnit|PlanarConfiguration|Predictor|PageNumber|WhitePoint|PrimaryChromaticities|InkSet|ExtraSamples|SampleFormat|JPEGTables|SubfileType|ColorMap|T[46]Options|Tile\w+|YCbCr\w+|ReferenceBlackWhite|Thumbnail(?:Offset|Length)|JPEG\w+|JPGFromRaw\w*|NumberOfInks|PreviewImage(?:Start|Length)?|S(?:Min|Max)SampleValue|(?:Old)?SubfileType)$/;

/** What ExifTool finds in files beside what it needs to show them; nothing, in clean ones. */
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
