import { createIntl } from 'react-intl';

import { ENGLISH, knownTexts, type TextKey } from './languages';

/** A text in the language that the panel is in now, for where no component is asked for it. */
export const textNow = (key: TextKey): string =>
  knownTexts(document.documentElement.lang)?.[key] ?? ENGLISH[key];

/** The same of a text with values in it. */
export const sayNow = (key: TextKey, values: Record<string, string>): string => {
  const { lang } = document.documentElement;
  const intl = createIntl({ locale: lang || 'en', messages: { [key]: textNow(key) } });
  return intl.formatMessage({ id: key }, values);
};
