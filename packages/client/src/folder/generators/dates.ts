import { EARLIEST } from '@fleet-bot/protocol';

const LOCAL =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2})(:\d{2}(?::\d{2}(?:\.\d+)?)?))?(?: ?(Z|[+-]\d{2}:?\d{2}|UTC))?$/;

const twoDigits = (digits: string): string => digits.padStart(2, '0');

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/**
 * Converts a date to RFC 3339 in UTC. Dates without an offset are read as UTC. Dates before those that sites take are
 * left out: generators write the year 1 for a missing date.
 */
export const momentOf = (value: unknown): string | undefined => {
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    // TomlDate.toISOString() leaves the offset out if the file has none.
    return value.getTime() < EARLIEST ? undefined : new Date(value.getTime()).toISOString();
  }
  const [, year, month = '', day = '', hour = '0', minutes = ':00', offset = 'Z'] =
    LOCAL.exec(textOf(value)) ?? [];
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  const zone = offset === 'UTC' ? 'Z' : offset;
  const at = Date.parse(`${date}T${twoDigits(hour)}${minutes}${zone}`);
  return at >= EARLIEST ? new Date(at).toISOString() : undefined;
};

/** A day in a path, with its parts in names of files or of folders. */
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

/** The date in a path, as generators write it: `2019/05/31/storm`, `_posts/2019-05-31-storm.md`. */
export const dateInPath = (path = ''): string | undefined => {
  const day = dayIn(path);
  return day && momentOf(day.parts.join('-'));
};

/** Splits the name of a file that begins with its day, as `2019-05-31-storm`. */
export const splitDatedName = (name: string): { day: string[]; rest: string } | undefined => {
  const found = name.includes('/') ? undefined : dayIn(name);
  const rest = found?.behind.slice(1);
  return found && rest ? { day: found.parts, rest } : undefined;
};
