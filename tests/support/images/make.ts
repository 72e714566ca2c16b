import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { exiftool } from '../exiftool';
import { png } from '../files';
import { convertFile, inFolder, runProgram, withFile } from '../programs';

/** A text that is easy to find in bytes. */
export const SECRET = 'Trafalgar-Square-51.508';

/** Creates an image with ImageMagick from a colourful PNG. @param args ImageMagick's options */
export const magick = async (
  ext: string,
  args: string[] = [],
  size = { width: 400, height: 300 }
): Promise<Buffer> => {
  const { content } = await png(size);
  return convertFile('convert', { bytes: content, name: 'a.png' }, `a${ext}`, (input, output) => [
    '-quiet',
    input,
    ...args,
    output,
  ]);
};

/** Creates an image with an encoder that takes a PNG and an output path. */
export const encoded = async (
  program: string,
  ext: string,
  args: (input: string, output: string) => string[],
  size = { width: 400, height: 300 }
): Promise<Buffer> => {
  const { content } = await png(size);
  return convertFile(program, { bytes: content, name: 'a.png' }, `a${ext}`, args);
};

/** Creates an animated AVIF of three pictures, with a text in its XMP. */
export const animatedAvif = async (): Promise<Buffer> => {
  const pictures = await Promise.all(
    ['red', 'green', 'blue'].map((tint) => magick('.png', ['-fill', tint, '-colorize', '50']))
  );
  return inFolder(async (folder) => {
    const files = pictures.map((_, index) => path.join(folder, `${index}.png`));
    await Promise.all(pictures.map((picture, index) => writeFile(files[index] ?? '', picture)));
    const output = path.join(folder, 'a.avif');
    const xmp = path.join(folder, 'a.xmp');
    await writeFile(xmp, `<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`);
    await runProgram('avifenc', '-s', '10', '--xmp', xmp, ...files, output);
    return readFile(output);
  });
};

const TAGS = [
  ...['-GPSLatitude=51.508', '-GPSLatitudeRef=N', '-GPSLongitude=0.128', '-GPSLongitudeRef=W'],
  ...['Artist', 'Model', 'ImageDescription', 'UserComment'].map((tag) => `-EXIF:${tag}=${SECRET}`),
  ...['Creator', 'Description', 'GPSLatitude'].map((tag) =>
    tag === 'GPSLatitude' ? '-XMP:GPSLatitude=51.508' : `-XMP:${tag}=${SECRET}`
  ),
  `-IPTC:City=${SECRET}`,
  `-Comment=${SECRET}`,
];

/**
 * Writes a location, a name and a device into an image, in every metadata form of its format.
 * @param orientation EXIF value
 */
export const withMetadata = (image: Buffer, ext: string, orientation = 1): Promise<Buffer> =>
  withFile(image, `a${ext}`, async (file) => {
    const turned = `-EXIF:Orientation=${orientation}`;
    await exiftool('-q', '-m', '-n', '-overwrite_original', turned, ...TAGS, file);
    return readFile(file);
  });
