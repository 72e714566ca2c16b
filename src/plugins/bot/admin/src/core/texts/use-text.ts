import { useIntl } from 'react-intl';

import type { TextKey } from './languages';
import { text } from './text';

type Values = Record<string, string | number>;

/** Writes texts and times in the language of the panel. */
export const useText = () => {
  const intl = useIntl();
  return {
    /** A text of this plugin, filled in. */
    say: (key: TextKey, values?: Values): string => intl.formatMessage(text(key), values),
    /** A moment, as the person's own clock shows it. */
    when: (at: string | number): string =>
      intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' }),
    list: (values: string[]): string => intl.formatList(values),
    number: (value: number): string => intl.formatNumber(value),
    weekday: (at: string): string => intl.formatDate(at, { weekday: 'short' }),
  };
};
