/** What became of the requests of an hour. */
export interface HourCounts {
  requests: number;
  /** How many were refused, by the code of the error. */
  refused: Record<string, number>;
}

/** What is known of the requests of the last days. */
export interface RequestCounts {
  /** When the bot has asked last, and when it was last answered as it wanted; milliseconds. */
  lastRequestAt: number | null;
  lastSuccessAt: number | null;
  /** By the hour in UTC, as `2026-11-22T07`. */
  hours: Record<string, HourCounts>;
}

const HOUR_MILLISECONDS = 3_600_000;
/** A day in any time zone, and the one before. */
const HOURS_KEPT = 48;

export const NO_REQUESTS: RequestCounts = { lastRequestAt: null, lastSuccessAt: null, hours: {} };

export const hourOf = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 'YYYY-MM-DDTHH'.length);

const addHour = (
  { requests, refused }: HourCounts,
  more: HourCounts = { requests: 0, refused: {} }
): HourCounts => {
  const codes = new Set([...Object.keys(refused), ...Object.keys(more.refused)]);
  return {
    requests: requests + more.requests,
    refused: Object.fromEntries(
      [...codes].map((code) => [code, (refused[code] ?? 0) + (more.refused[code] ?? 0)])
    ),
  };
};

const later = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/**
 * Adds what two instances have counted, or one at two times.
 * @param now hours that are two days older are dropped
 */
export const addCounts = (one: RequestCounts, other: RequestCounts, now: number): RequestCounts => {
  const first = hourOf(now - HOURS_KEPT * HOUR_MILLISECONDS);
  const hours = new Set([...Object.keys(one.hours), ...Object.keys(other.hours)]);
  const none: HourCounts = { requests: 0, refused: {} };
  return {
    lastRequestAt: later(one.lastRequestAt, other.lastRequestAt),
    lastSuccessAt: later(one.lastSuccessAt, other.lastSuccessAt),
    hours: Object.fromEntries(
      [...hours]
        .filter((hour) => hour >= first)
        .sort()
        .map((hour) => [hour, addHour(one.hours[hour] ?? none, other.hours[hour])])
    ),
  };
};
