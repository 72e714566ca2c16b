import { markup, type Markup } from '../../../markup';
import type { Language } from '../translations/language';

/** Renders a date as a day, with the exact time for machines. */
export const renderDate = (date: Date, language: Language): Markup =>
  markup`<time datetime="${date.toISOString()}">${language.day(date)}</time>`;
