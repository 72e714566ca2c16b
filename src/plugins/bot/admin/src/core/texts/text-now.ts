import { ENGLISH, knownTexts, type TextKey } from './languages';

/** A text in the language that the panel is in now, for where no component is asked for it. */
export const textNow = (key: TextKey): string =>
  knownTexts(document.documentElement.lang)?.[key] ?? ENGLISH[key];
