import { z } from 'zod';

/** Line ends, including Word's (U+000B). Each separates two words. */
const BREAK = /[\t-\r\u0085\u2028\u2029]/g;

/**
 * Characters that are removed from titles and names: control characters, which make a whole XML feed unreadable, and
 * characters that change the direction of the following text (Unicode UAX 9, section 2).
 */
const NOT_TEXT = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]/gu;

/** A text without visible characters: spaces, zero-width characters, blanks of Braille and Hangul. */
const INVISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Normalises a title or name for storage: on one line, without control characters; empty if nothing is visible. */
export const oneLine = (text: string): string => {
  const line = text.replace(BREAK, ' ').replace(NOT_TEXT, '');
  return INVISIBLE.test(line) ? '' : line;
};

/**
 * Whether a text has more than `limit` characters (code points), as databases count them. JavaScript counts UTF-16
 * units, of which an emoji has several.
 */
export const isLongerThan = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > 2 * limit || Array.from(text).length > limit);

/** Schema of a text that every database can store: without NUL characters (PostgreSQL) and lone surrogates. */
export const storableText = (field: string) =>
  z
    .string({ error: `${field} must be a text` })
    .refine((text) => !text.includes('\0'), `${field} must not contain a NUL character`)
    .refine((text) => !/\p{Cs}/u.test(text), `${field} must be valid Unicode`);

/** Schema of a text with at most `limit` characters. Adds the limit to the JSON Schema, unlike a refinement. */
export const atMost = <Text extends z.ZodType<string>>(field: string, limit: number, text: Text) =>
  text
    .refine(
      (value) => !isLongerThan(value, limit),
      `${field} must have at most ${limit} characters`
    )
    .meta({ maxLength: limit });

const notEmpty = (field: string, limit: number) =>
  atMost(field, limit, z.string().min(1, `${field} must not be empty`));

/** Schema of a title or name on one line. */
export const line = (field: string, limit: number) =>
  storableText(field)
    .transform((text) => oneLine(text).trim())
    .pipe(notEmpty(field, limit))
    .meta({ minLength: 1, maxLength: limit });

/** Schema of a search text, normalised like the stored texts, but with its trailing space. */
export const searchedText = (parameter: string, limit: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(notEmpty(parameter, limit))
    .meta({ minLength: 1, maxLength: limit });

/** Schema of a SHA-256 digest. */
export const digest = (field: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/i, `${field} must be 64 hexadecimal digits`)
    .toLowerCase()
    .describe('A SHA-256 in hexadecimal digits');

const A_TIME = 'a time with an offset, such as 2030-01-31T08:00:00+01:00';
/** Latest accepted time: the end of the last year with four digits. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
/** Earliest accepted time: the first year that MySQL can store reliably, plus a day for time zones. */
export const EARLIEST = Date.UTC(1001, 0, 2);

/** Schema of a time in a request (RFC 3339), with millisecond precision. */
export const moment = (field: string) =>
  z.iso
    .datetime({ offset: true, error: `${field} must be ${A_TIME}` })
    .transform((text) => new Date(text))
    .refine((date) => date.getTime() <= LATEST, `${field} must be before the year 10000`)
    .describe(`It is ${A_TIME}, before the year 10000`);

const A_DATE = 'a time with an offset or a date, such as 2019-05-31T08:00:00+02:00 or 2019-05-31';

/** Schema of a time in the past: with an offset (RFC 3339), or a date, which means its start in UTC. */
export const pastMoment = (field: string, alternative: string) =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: `${field} must be ${A_DATE}`,
    })
    .transform((text) => new Date(text))
    .refine((date) => date.getTime() >= EARLIEST, `${field} must be after the year 1000`)
    .refine(
      (date) => date.getTime() <= Date.now(),
      `${field} must not be in the future. ${alternative}`
    )
    .describe(`It is ${A_DATE}, not in the future`);

/** Schema of a time in an answer. */
export const time = z.iso.datetime().describe('In UTC');

/** Schema of a value that must be one of some words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(
  field: string,
  words: Words
) => z.enum(words, { error: `${field} must be one of ${words.join(', ')}` });

/** Schema of a boolean query parameter. */
export const flag = (parameter: string) =>
  z
    .enum(['true', 'false'], { error: `${parameter} must be true or false` })
    .transform((word) => word === 'true');

/** Schema of the page size of a list. @param standard default; @param maximum larger values are reduced to it */
export const pageLimit = (standard: number, maximum: number) =>
  z
    .string()
    .regex(/^0*[1-9]\d*$/, 'limit must be a positive integer')
    .transform((digits) => Math.min(Number(digits), maximum))
    .default(standard)
    .describe(
      `Items on a page, ${standard} if it is not given; a number above ${maximum} means ${maximum}`
    );
