import { applyEdits } from '../bytes/edits';
import type { Cleaned } from '../images/containers/cleaned';
import { cleanGif } from '../images/containers/gif';
import { cleanJpeg } from '../images/containers/jpeg';
import { cleanPng } from '../images/containers/png';
import { cleanWebp } from '../images/containers/webp';
import { jpegOrientation } from '../images/exif';

/** Cleaners of pictures embedded in an SVG, by their signatures. */
const KINDS: [start: RegExp, clean: (picture: Buffer) => Cleaned][] = [
  [/^\xff\xd8\xff/, (picture) => cleanJpeg(picture, jpegOrientation(picture))],
  [/^\x89PNG\r\n/, cleanPng],
  [/^GIF8/, cleanGif],
  [/^[^]{8}WEBP/, cleanWebp],
];

/** Removes metadata from an embedded picture. Other bytes stay unchanged. */
export const cleanPicture = (picture: Buffer): Buffer => {
  const begin = picture.toString('latin1', 0, 12);
  const [, clean] = KINDS.find(([start]) => start.test(begin)) ?? [];
  return clean === undefined ? picture : applyEdits(picture, clean(picture).edits);
};
