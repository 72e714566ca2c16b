import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { owes } from './running';

/** Line that exiftool prints after each command, with the status. */
const DONE = /\{(\d+)\}\s*\{ready1\}\s*$/;

/** Starts an exiftool that runs many commands, because starting takes longer than a command. */
const startExiftool = () => {
  const program = spawn('exiftool', ['-stay_open', 'True', '-@', '-']);
  let complaints = '';
  program.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  program.stdout.setEncoding('utf8');
  const ended = once(program, 'close').then(() => {
    throw new Error(`exiftool has ended: ${complaints}`);
  });
  ended.catch(() => undefined);
  owes(() => {
    program.stdin.end('-stay_open\nFalse\n');
    return ended;
  });

  const answer = async (): Promise<string> => {
    let said = '';
    for (;;) {
      const done = DONE.exec(said);
      if (done?.[1] === '0') return said.slice(0, done.index);
      if (done) throw new Error(`exiftool: ${complaints || said}`);
      const [more] = (await Promise.race([once(program.stdout, 'data'), ended])) as [string];
      said += more;
    }
  };
  return (args: string[]): Promise<string> => {
    program.stdin.write(`${[...args, '-echo3', '{${status}}', '-execute1'].join('\n')}\n`);
    return answer();
  };
};

let readTags: ReturnType<typeof startExiftool> | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs an exiftool command after the previous ones. @returns its output. @throws its error message */
export const exiftool = (...args: string[]): Promise<string> => {
  const run = () => (readTags ??= startExiftool())(args);
  const said = last.then(run, run);
  last = said;
  return said;
};

/** Tags that exiftool reads from a file, by their names with the group. */
export type Metadata = Record<string, string | number>;

/**
 * Reads all metadata with Debian's `libimage-exiftool-perl`, including embedded data: covers, telemetry tracks, boxes
 * of manufacturers.
 * @returns the tags of each file, in the given order
 */
export const readMetadata = async (files: string[]): Promise<Metadata[]> => {
  const options = ['-json', '-G1', '-a', '-ee', '-u', '-n'];
  return JSON.parse(await exiftool(...options, ...files)) as Metadata[];
};

const PLACE = /gps|location|latitude|longitude|\bcity|geo|coordinates/i;

/** Names of tags that contain a location. */
export const placeTags = (metadata: Metadata): string[] =>
  Object.entries(metadata)
    .filter(([name, value]) => PLACE.test(name.replace(/^[^:]*:/, '')) && String(value).trim())
    .map(([name]) => name);

/** Writes tags into a file with exiftool, such as `-Keys:GPSCoordinates=51.5,-0.12`. */
export const writeMetadata = (file: string, ...tags: string[]): Promise<unknown> =>
  exiftool('-q', '-overwrite_original', ...tags, file);
