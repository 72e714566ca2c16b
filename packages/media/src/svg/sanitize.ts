import createDOMPurify from 'dompurify';
import { JSDOM, type DomAttribute, type DomDocument, type DomElement } from 'jsdom';

import { cleanPicture } from './embedded-picture';

import { cleanDeclarations, cleanStyleSheet, isHarmlessValue } from './style';

/** A drawing in which nothing can run, and that loads nothing. */
export interface SafeSvg {
  text: string;
  /** In pixels, if it says so. */
  width?: number;
  height?: number;
}

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

const DRAWN = 'path, rect, circle, ellipse, line, polyline, polygon, text, image, use';

/** Elements that are looked at, and that are drawn with all that is repeated. */
const ELEMENTS = 50_000;

/** How many elements may stand in each other; a program of drawings does not come near. */
const DEPTH = 256;
const TAG = /<(\/?)[^\s<>!?/][^<>]*?(\/?)>/g;

/** Namespaces of attributes: none, `xml:` and `xlink:`. */
const KEPT_NAMESPACES = new Set([
  null,
  'http://www.w3.org/XML/1998/namespace',
  XLINK,
  'http://www.w3.org/2000/xmlns/',
]);

/** Pictures of pixels within the drawing. */
const EMBEDDED_IMAGE = /^(data:image\/(?:png|jpeg|jpg|gif|webp);base64,)([A-Za-z0-9+/=\s]*)$/;

/** A photograph in a drawing tells where it was taken as any other does. */
const withoutMetadata = (address: string): string =>
  address.replace(
    EMBEDDED_IMAGE,
    (_all, head: string, data: string) =>
      head + cleanPicture(Buffer.from(data, 'base64')).toString('base64')
  );

const isLink = ({ localName }: DomAttribute): boolean =>
  localName === 'href' || localName === 'src';

const isKeptAttribute = (element: DomElement, attribute: DomAttribute): boolean => {
  const { localName, name, namespaceURI, value } = attribute;
  if (!KEPT_NAMESPACES.has(namespaceURI) || name === 'xml:base' || /^on/i.test(localName)) {
    return false;
  }
  if (name.startsWith('xmlns')) {
    return value === SVG || value === XLINK;
  }
  if (isLink(attribute)) {
    const isImage = element.localName === 'image' || element.localName === 'feImage';
    return /^#/.test(value) || (isImage && EMBEDDED_IMAGE.test(value));
  }
  return localName === 'style' || isHarmlessValue(value);
};

const cleanAttributes = (element: DomElement): void => {
  for (const attribute of [...element.attributes]) {
    if (!isKeptAttribute(element, attribute)) {
      element.removeAttributeNode(attribute);
    } else if (attribute.localName === 'style') {
      attribute.value = cleanDeclarations(attribute.value);
    } else if (isLink(attribute)) {
      attribute.value = withoutMetadata(attribute.value);
    }
  }
};

/** DOMPurify knows elements by the names that they have in a page: without a prefix. */
const withoutPrefixes = (document: DomDocument): void => {
  for (const element of [...document.querySelectorAll('*')]) {
    if (element.prefix === null || element.namespaceURI !== SVG) {
      continue;
    }
    const plain = document.createElementNS(SVG, element.localName);
    for (const attribute of [...element.attributes]) {
      element.removeAttributeNode(attribute);
      plain.setAttributeNode(attribute);
    }
    plain.append(...element.childNodes);
    element.replaceWith(plain);
  }
};

/** What a `use` element repeats: the name of another element of the same drawing. */
const targetOf = (element: DomElement): string | undefined => {
  const address = element.getAttribute('href') ?? element.getAttributeNS(XLINK, 'href');
  return element.localName === 'use' && address?.startsWith('#') ? address.slice(1) : undefined;
};

/**
 * How many elements a drawing has once each `use` is drawn: ten that repeat ten that repeat ten ...
 * take a few lines and stop a browser.
 * @param limit counted no further
 * @returns `Infinity` for one that repeats itself
 */
const countDrawn = (root: DomElement, limit: number): number => {
  const named = new Map(
    [...root.querySelectorAll('[id]')].map((element) => [element.getAttribute('id'), element])
  );
  const known = new Map<DomElement, number>();
  const open = new Set<DomElement>();

  const count = (element: DomElement): number => {
    const before = known.get(element);
    if (before !== undefined) {
      return before;
    }
    if (open.has(element)) {
      return Infinity;
    }
    open.add(element);
    let sum = 1;
    const target = named.get(targetOf(element) ?? '');
    if (target !== undefined) {
      sum += count(target);
    }
    for (let part = element.firstElementChild; part !== null; part = part.nextElementSibling) {
      sum += count(part);
      if (sum > limit) {
        break;
      }
    }
    open.delete(element);
    known.set(element, sum);
    return sum;
  };

  return count(root);
};

/** Counted in the text: to build the elements of such a drawing takes seconds, or minutes. */
const isTooLarge = (text: string): boolean => {
  let depth = 0;
  let elements = 0;
  for (const [, closing, empty] of text.matchAll(TAG)) {
    elements += closing === '/' ? 0 : 1;
    depth += closing === '/' ? -1 : empty === '/' ? 0 : 1;
    if (depth > DEPTH || elements > ELEMENTS) {
      return true;
    }
  }
  return false;
};

const DOCUMENT_TYPE =
  /^(?:\s|<\?[^>]*\?>|<!--(?:(?!-->)[\s\S])*-->)*<!DOCTYPE(?:[^>["']|"[^"]*"|'[^']*'|\[(?:[^\]"']|"[^"]*"|'[^']*')*\])*>/i;
/** Illustrator names namespaces by entities: plain characters, no other entity, no markup, nothing from elsewhere. */
const ENTITY = /<!ENTITY\s+([A-Za-z_][\w.-]*)\s+(?:"([^"<&%]*)"|'([^'<&%]*)')\s*>/g;

/** How many times its length a drawing may grow by its entities. */
const GROWTH = 2;

/** Puts what entities stand for in their place. A reference that is left makes the drawing one that is not well-formed. */
const withoutDocumentType = (text: string): string => {
  const [declarations] = DOCUMENT_TYPE.exec(text) ?? [''];
  const entities = new Map(
    [...declarations.matchAll(ENTITY)].map(([, name, doubled, single]) => [name, doubled ?? single])
  );
  let room = text.length * GROWTH;
  return text.slice(declarations.length).replace(/&([A-Za-z_][\w.-]*);/g, (reference, name) => {
    const value = entities.get(String(name));
    room -= value?.length ?? 0;
    return room < 0 || value === undefined ? reference : value;
  });
};

const parseSvg = (text: string): JSDOM | undefined => {
  const body = withoutDocumentType(text);
  if (/<!ENTITY/i.test(body) || isTooLarge(body)) {
    return undefined;
  }
  try {
    return new JSDOM(body, { contentType: 'image/svg+xml' });
  } catch {
    return undefined; // not well-formed
  }
};

const pixels = (length: string | null): number | undefined => {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(?:px)?\s*$/.exec(length ?? '');
  const value = Math.round(Number(match?.[1]));
  return value > 0 ? value : undefined;
};

const sizeOf = (root: DomElement): Pick<SafeSvg, 'width' | 'height'> => {
  const [, , boxWidth, boxHeight] = (root.getAttribute('viewBox') ?? '').trim().split(/[\s,]+/);
  return {
    width: pixels(root.getAttribute('width')) ?? pixels(boxWidth ?? null),
    height: pixels(root.getAttribute('height')) ?? pixels(boxHeight ?? null),
  };
};

/**
 * Makes a vector graphic one in which nothing can run and that loads nothing from elsewhere:
 * without scripts, events, pages within it, animations of links, imports, addresses of other
 * files, document type and metadata. Elements and attributes that are left are those that
 * DOMPurify lists for SVG, and `use` of what is in the same drawing.
 * @returns undefined if nothing is left to be drawn, or if it is not to be read: not well-formed,
 *   too large, or repeating itself without end
 */
export const sanitizeSvg = (text: string): SafeSvg | undefined => {
  const dom = parseSvg(text);
  if (dom === undefined) {
    return undefined;
  }
  const { window } = dom;
  const { document } = window;
  withoutPrefixes(document);
  const root = document.documentElement;
  if (root.namespaceURI !== SVG || root.localName !== 'svg') {
    return undefined;
  }
  // Before DOMPurify, which takes CDATA sections away.
  for (const style of [...root.querySelectorAll('style')]) {
    style.textContent = cleanStyleSheet(style.textContent ?? '');
  }
  // Its types are those of a browser.
  createDOMPurify(window as never).sanitize(root, {
    IN_PLACE: true,
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ['use'],
    FORBID_TAGS: ['metadata'],
    ALLOW_DATA_ATTR: false,
    KEEP_CONTENT: false,
    // Nothing reads the drawing by the names of its parts: `id="title"` does no harm.
    SANITIZE_DOM: false,
  });
  for (const element of [root, ...root.querySelectorAll('*')]) {
    cleanAttributes(element);
  }
  if (root.querySelector(DRAWN) === null || countDrawn(root, ELEMENTS) > ELEMENTS) {
    return undefined;
  }
  return { text: new window.XMLSerializer().serializeToString(root), ...sizeOf(root) };
};
