import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer as allOf } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import sharp from 'sharp';

import { bytesInMemory } from '../bytes/received-bytes';
import { MediaError } from '../errors';
import { createMedia, type SafeFile } from '../media';

const USAGE = `fleet-bot-media <file> [--out <file>]

Says what a file is, and what would be changed to make it safe to publish.
  --out <file>  writes the safe copy there; it must not exist yet

It ends with 0 for a file that is accepted, 1 for one that is refused, 2 if it cannot do its work.`;

const MEBIBYTE = 1024 * 1024;

/** Limits for processing a file: the default memory and CPU seconds of a site, but only one process. */
const LIMITS = { processes: 1, waitingBytes: Infinity, memoryBytes: 1024 * MEBIBYTE, seconds: 5 };
const IMAGES = { breakpoints: {}, mostPixels: 100_000_000 };

const print = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

/**
 * Names of the metadata that `sharp` finds in an image and `mediabunny` in any other file. Empty for an unreadable
 * file.
 */
const metadataNames = async (bytes: Buffer, mime: string): Promise<string[]> => {
  try {
    if (mime.startsWith('image/')) {
      const { exif, iptc, xmp, comments = [] } = await sharp(bytes).metadata();
      const found = Object.entries({ EXIF: exif, IPTC: iptc, XMP: xmp }).filter(([, it]) => it);
      return [...found.map(([name]) => name), ...comments.map((it) => `comment "${it.keyword}"`)];
    }
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
    const { raw = {} } = await input.getMetadataTags().finally(() => input.dispose());
    return Object.keys(raw).map((name) => `tag "${name}"`);
  } catch {
    return [];
  }
};

const describe = async (before: Buffer, mime: string, safe: SafeFile): Promise<Buffer> => {
  const { identity, width, height, duration, title } = safe;
  const after = await allOf(safe.content.stream());
  const left = await metadataNames(after, identity.mime);
  const removed = (await metadataNames(before, mime)).filter((name) => !left.includes(name));
  const size = `${before.length} bytes`;
  print(`type      ${mime}${identity.mime === mime ? '' : `, stored as ${identity.mime}`}`);
  if (width !== undefined) print(`pixels    ${width} x ${height}`);
  if (duration !== undefined) print(`duration  ${duration.toFixed(1)} seconds`);
  if (title !== undefined) print(`title     ${title}`);
  print(`size      ${after.equals(before) ? `${size}, unchanged` : `${size} -> ${after.length}`}`);
  if (removed.length > 0) print(`removed   ${removed.join(', ')}`);
  return after;
};

const run = async (file: string, out: string | undefined): Promise<number> => {
  const media = createMedia({
    ...LIMITS,
    programs: path.join(__dirname, '..'),
    onCrash: () => undefined,
  });
  try {
    const content = await readFile(file);
    const bytes = bytesInMemory(content);
    const inspected = await media.inspect(bytes, path.basename(file));
    const safe = await media.makeSafe(bytes, inspected, async () => IMAGES);
    const after = await describe(content, inspected.identity.mime, safe);
    if (out !== undefined) {
      await writeFile(out, after, { flag: 'wx' });
    }
    return 0;
  } catch (error) {
    if (error instanceof MediaError) {
      print(`refused   ${error.message} (${error.code})`);
      return 1;
    }
    throw error;
  } finally {
    media.stop();
  }
};

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [file, ...others] = positionals;
  if (values.help !== true && file !== undefined && others.length === 0) {
    return run(file, values.out);
  }
  (values.help === true ? print : complain)(USAGE);
  return values.help === true ? 0 : 2;
};

main().then(
  (code) => (process.exitCode = code),
  (error: Error) => {
    complain(error.message);
    process.exitCode = 2;
  }
);
