import type { ScheduledPublication } from '@fleet-bot/protocol';

import { startOfDay } from '../../../core/start-of-day';

export const VIEWS = ['week', 'day'] as const;
export type View = (typeof VIEWS)[number];

/** One of the two times of a publication. */
export interface Moment extends ScheduledPublication {
  key: string;
  which: 'publishAt' | 'unpublishAt';
  at: Date;
}

/** A day of a week, or an hour of a day, with what happens then. */
export interface Slot {
  start: Date;
  moments: Moment[];
}

/** The same time of another day, or another hour of it, by the clock of whoever looks. */
export const shifted = (from: Date, days: number, hours = 0): Date => {
  const moved = new Date(from);
  moved.setDate(moved.getDate() + days);
  moved.setHours(moved.getHours() + hours);
  return moved;
};

/** When the day or the week around a moment begins; weeks begin as they do where the language is spoken. */
export const beginningOf = (view: View, moment: Date, language: string): Date => {
  const day = startOfDay(0, moment);
  if (view === 'day') return day;
  const { weekInfo } = new Intl.Locale(language) as { weekInfo?: { firstDay: number } };
  const first = (weekInfo?.firstDay ?? 1) % 7;
  return shifted(day, -((day.getDay() - first + 7) % 7));
};

/**
 * The days of a week or the hours of a day.
 * @param moved times that were changed here and are not yet saved, by the keys of their moments
 */
export const slotsOf = (
  view: View,
  from: Date,
  publications: readonly ScheduledPublication[],
  moved: ReadonlyMap<string, Date>
): Slot[] => {
  const moments = publications.flatMap((publication) =>
    (['publishAt', 'unpublishAt'] as const).flatMap((which): Moment[] => {
      const key = `${publication.id} ${which}`;
      const time = publication[which];
      return time === null
        ? []
        : [{ ...publication, key, which, at: moved.get(key) ?? new Date(time) }];
    })
  );
  moments.sort((one, other) => one.at.getTime() - other.at.getTime());
  const [count, days, hours] = view === 'week' ? [7, 1, 0] : [24, 0, 1];
  return Array.from({ length: count }, (_, index) => {
    const start = shifted(from, index * days, index * hours);
    const end = shifted(start, days, hours);
    return { start, moments: moments.filter(({ at }) => at >= start && at < end) };
  });
};

/** Where keys move a moment to: a day with the arrows along the week, an hour with those along the day. */
export const KEYS: Readonly<Record<string, readonly [days: number, hours: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
