/** A piece of HTML that is safe to put into a page as it is. */
export class Html {
  constructor(readonly source: string) {}
}

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const toSource = (value: HtmlValue): string => {
  if (value instanceof Html) return value.source;
  if (Array.isArray(value)) return value.map(toSource).join('');
  if (value === null || value === undefined || value === false) return '';
  return escapeText(String(value));
};

/**
 * Template tag: everything interpolated is escaped, unless it is `Html` itself. Lists are joined;
 * `null`, `undefined` and `false` leave nothing. An attribute's value must stand in quotes.
 */
export const html = (parts: TemplateStringsArray, ...values: HtmlValue[]): Html =>
  new Html(parts.reduce((source, part, index) => source + toSource(values[index - 1]) + part));
