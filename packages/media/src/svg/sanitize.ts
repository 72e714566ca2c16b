import createDOMPurify from 'dompurify';
import { JSDOM, type DomAttribute, type DomDocument, type DomElement } from 'jsdom';

import { cleanPicture } from './embedded-picture';

import { cleanDeclarations, cleanStyleSheet, isHarmlessValue } from './style';

/** An SVG that runs no scripts and loads no resources. */
export interface SafeSvg {
  text: string;
  /** Size in pixels, if the SVG declares it. */
  width?: number;
  height?: number;
}

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

const DRAWN = 'path, rect, circle, ellipse, line, polyline, polygon, text, image, use';

/** Maximum number of elements in the file, and of elements drawn after expanding `use`. */
const ELEMENTS = 50_000;

/** Maximum nesting depth of SVG elements. Drawing programs stay far below this limit. */
const DEPTH = 256;
const TAG = /<(\/?)[^\s<>!?/][^<>]*?(\/?)>/g;

/** Allowed namespaces of attributes: none, `xml:` and `xlink:`. */
const KEPT_NAMESPACES = new Set([
  null,
  'http://www.w3.org/XML/1998/namespace',
  XLINK,
  'http://www.w3.org/2000/xmlns/',
]);

/** A raster picture embedded as a data URL. */
const EMBEDDED_IMAGE = /^(data:image\/(?:png|jpeg|jpg|gif|webp);base64,)([A-Za-z0-9+/=\s]*)$/;

/** Removes metadata from an embedded picture, such as its location. */
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

/** Removes namespace prefixes from SVG elements, because DOMPurify knows elements only without a prefix. */
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

/** ID of the element in the same document that a `use` element repeats. */
const targetOf = (element: DomElement): string | undefined => {
  const address = element.getAttribute('href') ?? element.getAttributeNS(XLINK, 'href');
  return element.localName === 'use' && address?.startsWith('#') ? address.slice(1) : undefined;
};

/**
 * Number of elements drawn after expanding `use`. A few lines with nested `use` can expand to so many elements that a
 * browser hangs.
 * @param limit counting stops above this number
 * @returns `Infinity` for a circular reference
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

/** Whether an SVG has too many or too deep elements. Counts tags in the text, which is much faster than a DOM. */
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
/**
 * Matches entity declarations as Illustrator writes them: values of plain characters, without entities, markup or
 * external files.
 */
const ENTITY = /<!ENTITY\s+([A-Za-z_][\w.-]*)\s+(?:"([^"<&%]*)"|'([^'<&%]*)')\s*>/g;

/** Maximum total length of expanded entities, as a multiple of the text length. */
const GROWTH = 2;

/** Replaces entities and removes the document type. A reference that remains makes the document not well-formed. */
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
    return undefined; // thrown for XML that is not well-formed
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
 * Makes an SVG safe: removes scripts, event handlers, foreign objects, animated links, imports, external addresses,
 * document type and metadata. Keeps the elements and attributes that DOMPurify allows for SVG, and `use` within the
 * document.
 * @returns undefined if nothing visible remains, or if the SVG is not well-formed, too large, or references itself
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
  // Style sheets come first, because DOMPurify removes CDATA sections.
  for (const style of [...root.querySelectorAll('style')]) {
    style.textContent = cleanStyleSheet(style.textContent ?? '');
  }
  // DOMPurify's types expect a browser window.
  createDOMPurify(window as never).sanitize(root, {
    IN_PLACE: true,
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ['use'],
    FORBID_TAGS: ['metadata'],
    ALLOW_DATA_ATTR: false,
    KEEP_CONTENT: false,
    // No script accesses the drawing by element IDs, so `id="title"` is harmless.
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
