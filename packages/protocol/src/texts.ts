import { z } from 'zod';

/** Ends of lines, Word's (U+000B) among them: each parts two words. */
const BREAK = /[\t-\r\u0085\u2028\u2029]/g;

/**
 * Characters that are no part of a title or a name: controls, which XML cannot hold and which make a whole feed
 * unreadable; and those that change the direction of whatever follows on the line (Unicode UAX 9, section 2).
 */
const NOT_TEXT = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]/gu;

/** A text of nothing that can be seen: spaces, characters of no width, blanks of Braille and Hangul. */
const INVISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** A title or a name as it is stored: on one line, without control characters; empty if nothing of it can be seen. */
export const oneLine = (text: string): string => {
  const line = text.replace(BREAK, ' ').replace(NOT_TEXT, '');
  return INVISIBLE.test(line) ? '' : line;
};

/**
 * Whether a text has more than `limit` characters (code points), as databases count them: an
 * emoji is one, or a few that are joined, where JavaScript counts UTF-16 units.
 */
export const isLongerThan = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > 2 * limit || Array.from(text).length > limit);

/**
 * Text that every database can hold: PostgreSQL takes no NUL character, and half of a surrogate
 * pair is no text at all.
 */
export const storableText = (field: string) =>
  z
    .string({ error: `${field} must be a text` })
    .refine((text) => !text.includes('\0'), `${field} must not contain a NUL character`)
    .refine((text) => !/\p{Cs}/u.test(text), `${field} must be valid Unicode`);

/** Text of at most so many characters. What JSON Schema is told of them, a refinement would not tell. */
export const atMost = <Text extends z.ZodType<string>>(field: string, limit: number, text: Text) =>
  text
    .refine(
      (value) => !isLongerThan(value, limit),
      `${field} must have at most ${limit} characters`
    )
    .meta({ maxLength: limit });

const notEmpty = (field: string, limit: number) =>
  atMost(field, limit, z.string().min(1, `${field} must not be empty`));

/** A title or a name: brought onto one line. */
export const line = (field: string, limit: number) =>
  storableText(field)
    .transform((text) => oneLine(text).trim())
    .pipe(notEmpty(field, limit))
    .meta({ minLength: 1, maxLength: limit });

/** What a list is asked for by a text: as it is stored, with a space at its end. */
export const searchedText = (parameter: string, limit: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(notEmpty(parameter, limit))
    .meta({ minLength: 1, maxLength: limit });

/** A SHA-256. */
export const digest = (field: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/i, `${field} must be 64 hexadecimal digits`)
    .toLowerCase()
    .describe('A SHA-256 in hexadecimal digits');

const A_TIME = 'a time with an offset, such as 2030-01-31T08:00:00+01:00';
/** The end of the last year that a date is written in with four digits. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
/** The first year that MySQL can hold with certainty, and a day for a time zone. */
export const EARLIEST = Date.UTC(1001, 0, 2);

/** A moment as a request gives it (RFC 3339), kept to the millisecond. */
export const moment = (field: string) =>
  z.iso
    .datetime({ offset: true, error: `${field} must be ${A_TIME}` })
    .transform((text) => new Date(text))
    .refine((date) => date.getTime() <= LATEST, `${field} must be before the year 10000`)
    .describe(`It is ${A_TIME}, before the year 10000`);

const A_DATE = 'a time with an offset or a date, such as 2019-05-31T08:00:00+02:00 or 2019-05-31';

/** A moment of the past: a time with an offset (RFC 3339), or a date, which means its first moment in UTC. */
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

/** A moment as an answer gives it. */
export const time = z.iso.datetime().describe('In UTC');

/** One of a few words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(
  field: string,
  words: Words
) => z.enum(words, { error: `${field} must be one of ${words.join(', ')}` });

/** A yes or no in a query. */
export const flag = (parameter: string) =>
  z
    .enum(['true', 'false'], { error: `${parameter} must be true or false` })
    .transform((word) => word === 'true');

/** How many items a page of a list has. */
export const pageLimit = (standard: number, maximum: number) =>
  z
    .string()
    .regex(/^0*[1-9]\d*$/, 'limit must be a positive integer')
    .transform((digits) => Math.min(Number(digits), maximum))
    .default(standard)
    .describe(
      `Items on a page, ${standard} if it is not given; a number above ${maximum} means ${maximum}`
    );
