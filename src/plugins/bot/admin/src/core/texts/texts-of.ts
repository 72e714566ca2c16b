import { useIntl } from 'react-intl';

import { keyInPanel, type Text, type Texts } from './languages';
import shared from './translations/en.json';

type Values = Record<string, string | number>;

/** Who did something; `name` is known of people who may be named. */
export interface Actor {
  who: string | null;
  name?: string | null;
}

/** Ways to say a feature's texts and those that all features share; `english` are the feature's. */
export const textsOf = <English extends Texts>(english: English) => {
  type Key = Extract<keyof English, string> | keyof typeof shared;
  const all: Texts = { ...shared, ...english };

  const text = (key: Key): Text => ({ id: keyInPanel(key), defaultMessage: all[key] ?? key });

  /** Writes texts, names and times in the language of the panel. */
  const useText = () => {
    const intl = useIntl();
    const say = (key: Key, values?: Values): string => intl.formatMessage(text(key), values);
    return {
      say,
      /** A text whose key is made of what the server has told. */
      sayOf: (group: string, name: string): string => say(`${group}.${name}` as Key),
      nameOf: ({ who, name }: Actor): string => name ?? say(`page.who.${who}` as Key),
      titleOf: ({ title }: { title: string | null }): string =>
        title?.trim() || say('page.untitled'),
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

  return { text, useText };
};

/** For what all features share. */
export const { text, useText } = textsOf({});
