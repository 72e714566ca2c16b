import { openTiff } from './containers/tiff-directories';
import { jpegSegments, MARKER } from './containers/jpeg-segments';

/** EXIF orientation from 1 to 8: how to rotate or mirror a picture for display (CIPA DC-008, 4.6.4). */
export type Orientation = number;

const HEADER = Buffer.from('Exif\0\0', 'latin1');
const ORIENTATION_TAG = 0x0112;
const SHORT = 3;

/** Whether an orientation requires rotating or mirroring. False for undefined and invalid values. */
export const isTurned = (orientation: Orientation | undefined): orientation is Orientation =>
  orientation !== undefined && orientation >= 2 && orientation <= 8;

/** Whether a picture is displayed with width and height exchanged. */
export const isOnItsSide = (orientation: Orientation | undefined): boolean =>
  orientation !== undefined && orientation >= 5 && orientation <= 8;

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Size of a picture as displayed with this orientation. */
export const sizeSeen = ({ width, height }: Size, orientation: Orientation | undefined) =>
  isOnItsSide(orientation) ? { width: height, height: width } : { width, height };

/** EXIF data that contains only the orientation. */
export const orientationExif = (orientation: Orientation): Buffer => {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION_TAG, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
};

/** A JPEG's EXIF segment that contains only the orientation. */
export const orientationSegment = (orientation: Orientation): Buffer => {
  const tiff = orientationExif(orientation);
  const head = Buffer.from([0xff, 0xe1, 0, 2 + HEADER.length + tiff.length]);
  return Buffer.concat([head, HEADER, tiff]);
};

/** The orientation in the first directory of a TIFF. EXIF data has TIFF format. */
const tiffOrientation = (tiff: Buffer): Orientation | undefined => {
  try {
    const reader = openTiff(tiff);
    return reader?.numbers(reader.directory(reader.first), ORIENTATION_TAG)[0];
  } catch {
    return undefined;
  }
};

/** The EXIF orientation of a JPEG, for JPEGs that no library can decode. */
export const jpegOrientation = (image: Buffer): Orientation | undefined => {
  for (const { marker, start, end } of jpegSegments(image)) {
    const content = image.subarray(start + 4, end);
    if (marker === MARKER.APP1 && content.subarray(0, HEADER.length).equals(HEADER)) {
      return tiffOrientation(content.subarray(HEADER.length));
    }
    if (marker === MARKER.SCAN) {
      break;
    }
  }
  return undefined;
};
