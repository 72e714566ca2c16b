/**
 * Markup that a browser could run, wherever it stands in a file: a picture with a page in its
 * comment is a picture to a viewer and a page to whoever sniffs.
 */
const MARKUP = /<(?:script|html|svg|iframe|object|embed|body|head|!doctype\s+html|\?php)[\s>/]/i;

/** True if these bytes hold markup that a browser could run, in UTF-8, UTF-16 or UTF-32. */
export const containsMarkup = (bytes: Buffer): boolean =>
  MARKUP.test(bytes.toString('latin1').replaceAll('\0', ''));

/** What may stand before the first element of a document: marks, comments, declarations. */
const PROLOGUE =
  /^(?:\s|<\?[^>]*\?>|<!--(?:(?!-->)[\s\S])*-->|<!doctype(?:[^>[]|\[[^\]]*\])*>)*<([a-z_][\w.-]*(?::[a-z_][\w.-]*)?)[\s/>]/i;

/** How much of a document is read for its first element. */
const PROLOGUE_LENGTH = 16 * 1024;

/** The name of the first element of a page or of an XML document; undefined for other texts. */
export const rootElement = (text: string): string | undefined =>
  PROLOGUE.exec(text.slice(0, PROLOGUE_LENGTH))?.[1]?.toLowerCase();

/**
 * What a browser runs that shows a document as XML: elements of pages and of vector graphics, by
 * their namespaces, and style sheets that make such elements. An entity can hide either.
 */
const ACTIVE =
  /http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg)|<\?xml-stylesheet|XSL\/Transform|<!ENTITY/i;

/** True if something in this XML could run in a browser that does not take it for plain text. */
export const isActiveXml = (text: string): boolean => ACTIVE.test(text);

export const isSvg = (text: string): boolean => /^(?:[^:]+:)?svg$/.test(rootElement(text) ?? '');
