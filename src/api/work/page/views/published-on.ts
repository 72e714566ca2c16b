import { markup, type Markup } from '../markup';

// The server's own time zone must not show: every instance writes the same day.
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A day in words with the exact time for machines. */
export const publishedOn = (date: Date): Markup =>
  markup`<time datetime="${date.toISOString()}">${day.format(date)}</time>`;
