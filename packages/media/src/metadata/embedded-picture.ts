import { applyEdits } from '../bytes/edits';
import type { Cleaned } from '../images/containers/cleaned';
import { cleanGif } from '../images/containers/gif';
import { cleanJpeg } from '../images/containers/jpeg';
import { cleanPng } from '../images/containers/png';
import { cleanWebp } from '../images/containers/webp';
import { jpegOrientation } from '../images/exif';

/** Pictures inside another file: the cover of a film, a photograph in a drawing. */
interface Kind {
  magic: string;
  /** Where it stands. */
  at: number;
  clean: (picture: Buffer) => Cleaned;
}

const KINDS: Kind[] = [
  {
    magic: '\xff\xd8\xff',
    at: 0,
    clean: (picture) => cleanJpeg(picture, jpegOrientation(picture)),
  },
  { magic: '\x89PNG\r\n\x1a\n', at: 0, clean: cleanPng },
  { magic: 'GIF8', at: 0, clean: cleanGif },
  { magic: 'WEBP', at: 8, clean: cleanWebp },
];

/** A picture without what was written beside its pixels; bytes of another kind as they are. */
export const cleanPicture = (picture: Buffer): Buffer => {
  const kind = KINDS.find(
    ({ magic, at }) => picture.toString('latin1', at, at + magic.length) === magic
  );
  return kind === undefined ? picture : applyEdits(picture, kind.clean(picture).edits);
};

/** A picture that changes each time that it is looked at is no picture. */
const ROUNDS = 8;

/**
 * The same where no byte may move: what it is shorter by follows its end, as zeros. Of a damaged
 * picture more can be read once something was taken out, so it is looked at until nothing changes.
 */
export const cleanPictureInPlace = (picture: Buffer): Buffer => {
  let before = picture;
  for (let round = 0; round < ROUNDS; round += 1) {
    const after = Buffer.concat([cleanPicture(before)], picture.length);
    if (after.equals(before)) {
      return after;
    }
    before = after;
  }
  return Buffer.alloc(picture.length);
};
