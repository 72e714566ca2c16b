import type { ScheduledPublication } from '@fleet-bot/protocol';

import { startOfDay } from '../../../core/start-of-day';

export const VIEWS = ['week', 'day'] as const;
export type View = (typeof VIEWS)[number];

/** A scheduled time of a publication, at which it will be published or unpublished. */
export interface ScheduledEvent extends ScheduledPublication {
  key: string;
  which: 'publishAt' | 'unpublishAt';
  at: Date;
}

/** A day of the week view, or an hour of the day view, with its events. */
export interface Slot {
  start: Date;
  scheduledEvents: ScheduledEvent[];
}

/** Moves a time by days and hours, in the user's time zone. */
export const shifted = (from: Date, days: number, hours = 0): Date => {
  const moved = new Date(from);
  moved.setDate(moved.getDate() + days);
  moved.setHours(moved.getHours() + hours);
  return moved;
};

/** The start of the day or week around a date. The first day of the week depends on the language. */
export const startOf = (view: View, date: Date, language: string): Date => {
  const day = startOfDay(0, date);
  if (view === 'day') return day;
  const { weekInfo } = new Intl.Locale(language) as { weekInfo?: { firstDay: number } };
  const first = (weekInfo?.firstDay ?? 1) % 7;
  return shifted(day, -((day.getDay() - first + 7) % 7));
};

/**
 * The slots of the week view (days) or the day view (hours).
 * @param moved new times of moved events that are not saved yet, keyed by event
 */
export const slotsOf = (
  view: View,
  from: Date,
  publications: readonly ScheduledPublication[],
  moved: ReadonlyMap<string, Date>
): Slot[] => {
  const scheduledEvents = publications.flatMap((publication) =>
    (['publishAt', 'unpublishAt'] as const).flatMap((which): ScheduledEvent[] => {
      const key = `${publication.id} ${which}`;
      const time = publication[which];
      return time === null
        ? []
        : [{ ...publication, key, which, at: moved.get(key) ?? new Date(time) }];
    })
  );
  scheduledEvents.sort((one, other) => one.at.getTime() - other.at.getTime());
  const [count, days, hours] = view === 'week' ? [7, 1, 0] : [24, 0, 1];
  return Array.from({ length: count }, (_, index) => {
    const start = shifted(from, index * days, index * hours);
    const end = shifted(start, days, hours);
    return { start, scheduledEvents: scheduledEvents.filter(({ at }) => at >= start && at < end) };
  });
};

/** The arrow keys that move an event: left and right by a day, up and down by an hour. */
export const KEYS: Readonly<Record<string, readonly [days: number, hours: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
