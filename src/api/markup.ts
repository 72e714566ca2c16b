/** A piece of HTML that is safe to insert into a page. */
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
 * Template tag that escapes every interpolated value except `Markup`. Joins arrays; renders `null`, `undefined` and
 * `false` as nothing. Attribute values must be quoted in the template.
 */
export const markup = (parts: TemplateStringsArray, ...values: MarkupValue[]): Markup =>
  new Markup(parts.reduce((source, part, index) => source + toSource(values[index - 1]) + part));
