/** A piece of HTML that is safe to put into a page as it is. */
export class Markup {
  constructor(readonly source: string) {}
}

export type MarkupValue =
  Markup | string | number | null | undefined | false | readonly MarkupValue[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const toSource = (value: MarkupValue): string => {
  if (value instanceof Markup) return value.source;
  if (Array.isArray(value)) return value.map(toSource).join('');
  if (value === null || value === undefined || value === false) return '';
  return escapeText(`${value as string | number}`);
};

/**
 * Template tag: everything interpolated is escaped, unless it is `Markup` itself. Lists are joined;
 * `null`, `undefined` and `false` leave nothing. An attribute's value must stand in quotes.
 */
export const markup = (parts: TemplateStringsArray, ...values: MarkupValue[]): Markup =>
  new Markup(parts.reduce((source, part, index) => source + toSource(values[index - 1]) + part));
