import { useIntl } from 'react-intl';

import english from '../../translations/en.json';

import { keyInPanel, type Text } from './languages';

export type Key = keyof typeof english;
type Values = Record<string, string | number>;

/** The bot, user or program that did something. `name` is set for users whose name may be shown. */
export interface Actor {
  who: string | null;
  name?: string | null;
}

/** A text of the plugin in the form that the panel expects. */
export const text = (key: Key): Text => ({ id: keyInPanel(key), defaultMessage: english[key] });

/** Whether a key that was built from an answer of the server has a text. */
export const hasText = (key: string): key is Key => key in english;

/** Formats texts, names, dates and numbers in the language of the panel. */
export const useText = () => {
  const intl = useIntl();
  const t = (key: Key, values?: Values): string => intl.formatMessage(text(key), values);
  return {
    t,
    /** A text whose key is built from an answer of the server. */
    tOf: (group: string, name: string): string => t(`${group}.${name}` as Key),
    /** All texts of a group, keyed without the group prefix. */
    tAll: (group: string): Record<string, string> =>
      Object.fromEntries(
        (Object.keys(english) as Key[])
          .filter((key) => key.startsWith(`${group}.`))
          .map((key) => [key.slice(group.length + 1), t(key)])
      ),
    nameOf: ({ who, name }: Actor): string => name ?? t(`page.who.${who}` as Key),
    titleOf: ({ title }: { title: string | null }): string => title?.trim() || t('page.untitled'),
    /** A date and time in the user's time zone. */
    formatDateTime: (at: string | number): string =>
      intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' }),
    /** A day in the user's time zone, without its year. */
    formatDay: (at: string): string => intl.formatDate(at, { day: 'numeric', month: 'short' }),
    formatList: (values: string[]): string => intl.formatList(values),
    formatNumber: (value: number): string => intl.formatNumber(value),
    formatSize: (kilobytes: number): string => {
      const power = kilobytes < 1_000 ? 0 : kilobytes < 1_000_000 ? 1 : 2;
      return intl.formatNumber(kilobytes / 1_000 ** power, {
        style: 'unit',
        unit: ['kilobyte', 'megabyte', 'gigabyte'][power],
        maximumFractionDigits: 1,
      });
    },
  };
};
