import { useIntl } from 'react-intl';

import english from '../../translations/en.json';

import { keyInPanel, type Text } from './languages';

export type Key = keyof typeof english;
type Values = Record<string, string | number>;

/** Who did something; `name` is known of people who may be named. */
export interface Actor {
  who: string | null;
  name?: string | null;
}

export const text = (key: Key): Text => ({ id: keyInPanel(key), defaultMessage: english[key] });

/** Whether there is a text under a key that is made of what the server has told. */
export const hasText = (key: string): key is Key => key in english;

/** Writes texts, names and times in the language of the panel. */
export const useText = () => {
  const intl = useIntl();
  const say = (key: Key, values?: Values): string => intl.formatMessage(text(key), values);
  return {
    say,
    /** A text whose key is made of what the server has told. */
    sayOf: (group: string, name: string): string => say(`${group}.${name}` as Key),
    /** The texts of a group, under the rest of their keys. */
    sayAll: (group: string): Record<string, string> =>
      Object.fromEntries(
        (Object.keys(english) as Key[])
          .filter((key) => key.startsWith(`${group}.`))
          .map((key) => [key.slice(group.length + 1), say(key)])
      ),
    nameOf: ({ who, name }: Actor): string => name ?? say(`page.who.${who}` as Key),
    titleOf: ({ title }: { title: string | null }): string => title?.trim() || say('page.untitled'),
    /** A moment, as the person's own clock shows it. */
    when: (at: string | number): string =>
      intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' }),
    list: (values: string[]): string => intl.formatList(values),
    number: (value: number): string => intl.formatNumber(value),
    size: (kilobytes: number): string => {
      const power = kilobytes < 1_000 ? 0 : kilobytes < 1_000_000 ? 1 : 2;
      return intl.formatNumber(kilobytes / 1_000 ** power, {
        style: 'unit',
        unit: ['kilobyte', 'megabyte', 'gigabyte'][power],
        maximumFractionDigits: 1,
      });
    },
  };
};
