import { EditList } from '../../bytes/edits';

import { cleaned, type Cleaned } from './cleaned';

const HEADER_LENGTH = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const CONTROL = 0xf9;
const APPLICATION = 0xff;

const PROFILE = 'ICCRGBG1012';
/**
 * Names of the GIF application extensions that define how often an animation repeats, in a sub-block with three bytes
 * of data.
 */
const REPETITIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);
/** Length in bytes of a GIF extension that sets the repetition of an animation, without the terminating 0. */
const REPETITION_LENGTH = 18;

/** Size in bytes of a GIF colour table. `packed` is the byte with flags from the header or the image descriptor. */
const colourTableLength = (packed: number): number =>
  (packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1);

/** End of a chain of sub-blocks that starts at `at`. Each sub-block starts with its length. */
const endOfSubBlocks = (image: Buffer, at: number): number => {
  let end = at;
  for (let length = image[end]; length !== undefined && length !== 0; length = image[end]) {
    end += 1 + length;
  }
  return Math.min(image.length, end + 1);
};

/** Application identifier of an extension block; empty for other blocks. */
const applicationOf = (image: Buffer, at: number): string =>
  image[at + 1] === APPLICATION ? image.toString('latin1', at + 3, at + 14) : '';

/** Position of the next byte that is not 0. Some programs write zeros between blocks. */
const skipZeros = (image: Buffer, from: number): number => {
  let at = from;
  while (image[at] === 0) {
    at += 1;
  }
  return at;
};

/** Removes metadata from a GIF, and all bytes after its end. */
export const cleanGif = (image: Buffer): Cleaned => {
  const list = new EditList();
  let at = Math.min(image.length, HEADER_LENGTH + colourTableLength(image[10] ?? 0));
  list.keep(0, at);
  let hasPicture = false;
  /** Last graphic control extension, which sets the display time of the next picture. */
  let control: { start: number; end: number } | undefined;
  at = skipZeros(image, at);
  for (let kind = image[at]; kind === EXTENSION || kind === IMAGE; kind = image[at]) {
    // The image descriptor is followed by its colour table and one byte for the LZW code size.
    const data = kind === EXTENSION ? at + 2 : at + 11 + colourTableLength(image[at + 9] ?? 0);
    const end = endOfSubBlocks(image, data);
    if (kind === IMAGE) {
      if (control !== undefined) {
        list.keep(control.start, control.end);
      }
      control = undefined;
      list.keep(at, end);
      hasPicture ||= end > data + 1;
    } else if (image[at + 1] === CONTROL) {
      control = { start: at, end };
    } else if (applicationOf(image, at) === PROFILE) {
      list.keep(at, end);
    } else if (REPETITIONS.has(applicationOf(image, at)) && image[at + 14] === 3) {
      list.keep(at, Math.min(end - 1, at + REPETITION_LENGTH));
      list.add(Buffer.alloc(1));
    } else {
      // A plain text extension consumes the control block before it.
      control = image[at + 1] === 0x01 ? undefined : control;
    }
    at = skipZeros(image, end);
  }
  list.add(Buffer.from(';'));
  return cleaned(list.edits, { hasPicture });
};
