/**
 * What a film says of itself is kept if it tells what the film is, and to whom it belongs: title,
 * author, rights, chapters, and what players need. Whatever else is written there may tell where it
 * was taken: phones, cameras and drones name such tags as they like, so those that are kept are
 * listed, and no other is.
 */
const KEPT_NAMES = new Set(
  // Matroska's list (https://www.matroska.org/technical/tagging.html), which ffmpeg uses too
  `
    accompaniment actor album album_artist arranger artist author bps category character
    collection comment composer compatible_brands conductor copyright creation_time date
    date_digitized date_encoded date_released date_tagged description director disc
    displayname duration encoded_by encoder encoder_settings encoding episode_id
    episode_sort genre grouping handler_name information keywords language law_rating
    license lyricist lyrics major_brand media_type minor_version number_of_bytes
    number_of_frames original part_number performer producer production_studio publisher
    purpose rating show subject subtitle summary synopsis terms_of_use title title-eng
    total_parts track url vendor_id written_by year _statistics_tags _statistics_writing_app
    _statistics_writing_date_utc
  `
    .trim()
    .split(/\s+/)
);

/** ISO 6709 in degrees, as phones write it ("+51.5080-000.1281+021.0/"). */
const ISO_6709 = /[+-]\d{1,2}(?:\d\d){0,2}\.\d+[+-]\d{1,3}(?:\d\d){0,2}\.\d+/;
/** Two numbers as exact as those of a satellite receiver: "51.5080, -0.1281", "N 5130.4833 W 7.6833". */
const EXACT_PAIR = /\d{1,5}[.,]\d{4,12}[^\d\n]{1,24}\d{1,5}[.,]\d{4,12}/;
/** Degrees and minutes, or a degree with its direction. */
const DEGREES = /\d{1,3}\s?°\s?(?:\d{1,2}(?:[.,]\d+)?\s?['′’]|[NSEW]\b)/;
/** A decimal number that is named as one of degrees. */
const NAMED_DEGREES = /\b(?:lat(?:itude)?|gps\w*|geo\w*)\b\W{0,4}-?\d{1,3}[.,°]\d/i;
/** Sentences of a satellite receiver (NMEA 0183). */
const NMEA = /\bG[A-Z](?:RMC|GGA|GLL),/;

/** True for a text in which a place is told by its coordinates. */
export const tellsPlace = (text: string): boolean =>
  [ISO_6709, EXACT_PAIR, DEGREES, NAMED_DEGREES, NMEA].some((pattern) => pattern.test(text));

/** The same of a text in bytes, with zeros between its letters or not. */
export const bytesTellPlace = (bytes: Buffer): boolean =>
  tellsPlace(bytes.toString('utf8').replaceAll('\0', ''));

/**
 * True for the name of a tag that is kept.
 * @param name as it stands in Matroska, in Apple's keys, in an Ogg comment ...
 */
export const isKeptName = (name: string): boolean =>
  KEPT_NAMES.has(name.toLowerCase().replace(/^com\.apple\.quicktime\./, ''));
