import _ from 'lodash';
import { parseFragment } from 'parse5';

import { ID_PREFIX, SCHEMA, SYNONYMS } from './elements';

/** A start tag without anything that a text may not use. */
export interface StartTag {
  name: string;
  /** Allowed attributes with values, by their names in HTML. */
  attributes: Record<string, string>;
}

/** Reads one start tag; undefined for an element that a text may not use. */
export type Sanitiser = (tag: string) => StartTag | undefined;

const ALLOWED: ReadonlySet<string> = new Set(SCHEMA.tagNames);

/** The element that a tag stands for, if a text may use it. */
export const allowedElement = (name: string): string | undefined => {
  const meant = SYNONYMS[name.toLowerCase()] ?? name.toLowerCase();
  return ALLOWED.has(meant) ? meant : undefined;
};

/** The attributes of one start tag, as browsers read them. */
export const attributesOf = (tag: string): Record<string, string> => {
  const [element] = parseFragment(tag).childNodes;
  const attributes = element && 'attrs' in element ? element.attrs : [];
  return Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
};

const withoutPrefix = (id: string): string =>
  id.startsWith(ID_PREFIX) ? id.slice(ID_PREFIX.length) : id;

/**
 * The names of an element: its id, which gets a prefix. A link as a place in the text keeps the name that was written as
 * well, for links from other pages; that one hides nothing.
 */
const namesOf = (tagName: string, { name, id }: Record<string, string>) => {
  const place = withoutPrefix(id || (tagName === 'a' && name) || '');
  if (!place) return {};
  return tagName === 'a' ? { name: place, id: place } : { id: place };
};

/** Loads the sanitiser, an ES module. Texts without HTML do not need it. */
export const loadSanitiser = _.once(async (): Promise<Sanitiser> => {
  const { sanitize } = await import('hast-util-sanitize');
  return (tag) => {
    const written = /^<([a-z][a-z\d-]*)/i.exec(tag)?.[1] ?? '';
    const tagName = allowedElement(written);
    if (tagName === undefined) return undefined;
    const properties = attributesOf(tag);
    if (written.toLowerCase() === 'center') properties.align = 'center';
    Object.assign(properties, namesOf(tagName, properties));
    const safe = sanitize({ type: 'element', tagName, properties, children: [] }, SCHEMA);
    if (safe.type !== 'element') return undefined;
    const values = Object.entries(safe.properties).map(([name, value]) => [name, String(value)]);
    return { name: safe.tagName, attributes: Object.fromEntries(values) };
  };
});
