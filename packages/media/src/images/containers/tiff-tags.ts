/** Fields of a TIFF that are read here (TIFF 6.0, TIFF technical notes, libtiff's tiff.h). */
export const TAG = {
  WIDTH: 256,
  HEIGHT: 257,
  COMPRESSION: 259,
  PHOTOMETRIC: 262,
  STRIP_OFFSETS: 273,
  ORIENTATION: 274,
  STRIP_LENGTHS: 279,
  TILE_OFFSETS: 324,
  TILE_LENGTHS: 325,
  SUB_DIRECTORIES: 330,
  JPEG_OFFSET: 513,
  JPEG_LENGTH: 514,
  JPEG_TABLES: [519, 520, 521],
  EXIF: 34665,
  GPS: 34853,
  INTEROPERABILITY: 40965,
} as const;

/** Directories of metadata, by the field that says where they stand. */
export const METADATA_DIRECTORIES: ReadonlySet<number> = new Set([
  TAG.EXIF,
  TAG.GPS,
  TAG.INTEROPERABILITY,
]);

const span = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** What is needed to decode a picture, to print it in its size and to show its colours. */
export const KEPT_TAGS: ReadonlySet<number> = new Set([
  ...span(254, 259),
  ...span(262, 266),
  ...[273, 274, ...span(277, 284), 286, 287],
  ...span(290, 293),
  ...[296, 297, 301, ...span(317, 328), 330],
  ...[332, 333, 334, 336, ...span(338, 342), 346, 347],
  ...[512, 513, 514, 515, 517, ...span(518, 521), ...span(529, 532), 559],
  // Old and private ones: SGI's depth and type, prepress images, colour profile, LERC.
  ...[...span(32995, 32998), ...span(34016, 34030), 34675, 37439, 50674],
]);

/** Colour filters of a sensor: the values of a raw file, which is no picture to look at yet. */
export const RAW_PHOTOMETRICS: ReadonlySet<number> = new Set([32803, 34892]);
