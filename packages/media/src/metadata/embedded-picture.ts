import { applyEdits } from '../bytes/edits';
import type { Cleaned } from '../images/containers/cleaned';
import { cleanGif } from '../images/containers/gif';
import { cleanJpeg } from '../images/containers/jpeg';
import { cleanPng } from '../images/containers/png';
import { cleanWebp } from '../images/containers/webp';
import { jpegOrientation } from '../images/exif';

/** Pictures inside another file, by how they begin: the cover of a film, a photograph in a drawing. */
const KINDS: [start: RegExp, clean: (picture: Buffer) => Cleaned][] = [
  [/^\xff\xd8\xff/, (picture) => cleanJpeg(picture, jpegOrientation(picture))],
  [/^\x89PNG\r\n/, cleanPng],
  [/^GIF8/, cleanGif],
  [/^[^]{8}WEBP/, cleanWebp],
];

/** A picture without what was written beside its pixels; bytes of another kind as they are. */
export const cleanPicture = (picture: Buffer): Buffer => {
  const begin = picture.toString('latin1', 0, 12);
  const [, clean] = KINDS.find(([start]) => start.test(begin)) ?? [];
  return clean === undefined ? picture : applyEdits(picture, clean(picture).edits);
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
