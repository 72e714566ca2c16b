import _ from 'lodash';
import { parseFragment } from 'parse5';

import { ID_PREFIX, SCHEMA, SYNONYMS } from './elements';

/** A start tag with allowed attributes only. */
export interface StartTag {
  name: string;
  /** Allowed attributes by their HTML names. */
  attributes: Record<string, string>;
}

/** Sanitises one start tag; undefined for an element that is not allowed. */
export type Sanitiser = (tag: string) => StartTag | undefined;

const ALLOWED: ReadonlySet<string> = new Set(SCHEMA.tagNames);

/**
 * Element that a page uses for a tag: the replacement from `SYNONYMS`, or else the tag itself. Undefined if the element
 * is not allowed.
 */
export const allowedElement = (name: string): string | undefined => {
  const meant = SYNONYMS[name.toLowerCase()] ?? name.toLowerCase();
  return ALLOWED.has(meant) ? meant : undefined;
};

/** Attributes of one start tag, parsed as in browsers. */
export const attributesOf = (tag: string): Record<string, string> => {
  const [element] = parseFragment(tag).childNodes;
  const attributes = element && 'attrs' in element ? element.attrs : [];
  return Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
};

const withoutPrefix = (id: string): string =>
  id.startsWith(ID_PREFIX) ? id.slice(ID_PREFIX.length) : id;

/**
 * Name and id of an element. The sanitiser later adds a prefix to the id. An `a` element also keeps its name without
 * the prefix, as the target of links from other pages; this name does not conflict with ids of the page.
 */
const namesOf = (tagName: string, { name, id }: Record<string, string>) => {
  const place = withoutPrefix(id || (tagName === 'a' && name) || '');
  if (!place) return {};
  return tagName === 'a' ? { name: place, id: place } : { id: place };
};

/** Loads the sanitiser, an ES module. Only texts with HTML need it. */
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
