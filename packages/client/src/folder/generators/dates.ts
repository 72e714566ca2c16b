import { EARLIEST } from '@fleet-bot/protocol';

const LOCAL =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2})(:\d{2}(?::\d{2}(?:\.\d+)?)?))?(?: ?(Z|[+-]\d{2}:?\d{2}|UTC))?$/;

const twoDigits = (digits: string): string => digits.padStart(2, '0');

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/**
 * Converts a front matter date to RFC 3339 in UTC; a date without an offset is taken as UTC. Returns undefined for
 * other values and for dates before `EARLIEST`, because generators write the year 1 for a missing date.
 */
export const momentOf = (value: unknown): string | undefined => {
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    // TomlDate.toISOString() omits the offset if the file has none, so the time is converted to a plain Date.
    return value.getTime() < EARLIEST ? undefined : new Date(value.getTime()).toISOString();
  }
  const [, year, month = '', day = '', hour = '0', minutes = ':00', offset = 'Z'] =
    LOCAL.exec(textOf(value)) ?? [];
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  const zone = offset === 'UTC' ? 'Z' : offset;
  const at = Date.parse(`${date}T${twoDigits(hour)}${minutes}${zone}`);
  return at >= EARLIEST ? new Date(at).toISOString() : undefined;
};

/** Matches a date in a path, in one file name (`2019-05-31-a`) or as folders (`2019/05/31/a`). */
const DAY = /(?:^|\/)(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?=[-_/]|$)/;

const dayIn = (path: string) => {
  const found = DAY.exec(path);
  if (found === null) return undefined;
  const [all, year, , month, day] = found;
  return {
    parts: [year, twoDigits(month), twoDigits(day)],
    behind: path.slice(found.index + all.length),
  };
};

/**
 * The date in a file path or URL path of a static site generator, in RFC 3339: from `2019/05/31/storm` or
 * `_posts/2019-05-31-storm.md`.
 */
export const dateInPath = (path = ''): string | undefined => {
  const day = dayIn(path);
  return day && momentOf(day.parts.join('-'));
};

/** Splits a file name that begins with a date: `2019-05-31-storm` into `['2019', '05', '31']` and `storm`. */
export const splitDatedName = (name: string): { day: string[]; rest: string } | undefined => {
  const found = name.includes('/') ? undefined : dayIn(name);
  const rest = found?.behind.slice(1);
  return found && rest ? { day: found.parts, rest } : undefined;
};
