import { runProgram } from './programs';

/** What exiftool reads in a file: name of the tag with its group -> value. */
export type Metadata = Record<string, string | number>;

/**
 * Reads all metadata with Debian's `libimage-exiftool-perl`, of what is embedded too: covers,
 * tracks of telemetry, the makers' own boxes.
 * @returns of each file, in the order asked for
 */
export const readMetadata = async (files: string[]): Promise<Metadata[]> => {
  const options = ['-json', '-G1', '-a', '-ee', '-u', '-n'];
  return JSON.parse((await runProgram('exiftool', ...options, ...files)).toString()) as Metadata[];
};

const PLACE = /gps|location|latitude|longitude|\bcity|geo|coordinates/i;

/** The names of the tags that tell a place. */
export const placeTags = (metadata: Metadata): string[] =>
  Object.entries(metadata)
    .filter(([name, value]) => PLACE.test(name.replace(/^[^:]*:/, '')) && String(value).trim())
    .map(([name]) => name);

/** Writes tags into a file with exiftool, as `-Keys:GPSCoordinates=51.5,-0.12`. */
export const writeMetadata = (file: string, ...tags: string[]): Promise<unknown> =>
  runProgram('exiftool', '-q', '-overwrite_original', ...tags, file);
