import { markup, type Markup } from '../text/markup';
import type { Language } from '../words/language';

/** A day in words with the exact time for machines. */
export const publishedOn = (date: Date, language: Language): Markup =>
  markup`<time datetime="${date.toISOString()}">${language.day(date)}</time>`;
