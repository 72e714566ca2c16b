/** Matches ISO 6709 coordinates in degrees, as phones write them ("+51.5080-000.1281+021.0/"). */
const ISO_6709 = /[+-]\d{1,2}(?:\d\d){0,2}\.\d+[+-]\d{1,3}(?:\d\d){0,2}\.\d+/;
/** Matches two numbers with the precision of GPS: "51.5080, -0.1281", "N 5130.4833 W 7.6833". */
const EXACT_PAIR = /\d{1,5}[.,]\d{4,12}[^\d\n]{1,24}\d{1,5}[.,]\d{4,12}/;
/** Matches geographic coordinates in a text: degrees with minutes, or degrees with a direction such as N. */
const DEGREES = /\d{1,3}\s?°\s?(?:\d{1,2}(?:[.,]\d+)?\s?['′’]|[NSEW]\b)/;
/** Matches a decimal number that is labelled as latitude, GPS or geographic position (`lat`, `gps...`, `geo...`). */
const NAMED_DEGREES = /\b(?:lat(?:itude)?|gps\w*|geo\w*)\b\W{0,4}-?\d{1,3}[.,°]\d/i;
/** Matches GPS sentences of NMEA 0183. */
const NMEA = /\bG[A-Z](?:RMC|GGA|GLL),/;

/** Whether bytes are text that contains geographic coordinates. Zeros between letters are ignored. */
export const containsLocation = (bytes: Buffer): boolean => {
  const text = bytes.toString('utf8').replaceAll('\0', '');
  return [ISO_6709, EXACT_PAIR, DEGREES, NAMED_DEGREES, NMEA].some((pattern) => pattern.test(text));
};
