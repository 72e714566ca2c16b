/**
 * Matches markup that a browser could run, anywhere in a file. A client that guesses the type may show a picture as a
 * page if a comment in the picture contains HTML.
 */
const MARKUP = /<(?:script|html|svg|iframe|object|embed|body|head|!doctype\s+html|\?php)[\s>/]/i;

/** Whether the bytes contain markup that a browser could run, in UTF-8, UTF-16 or UTF-32. */
export const containsMarkup = (bytes: Buffer): boolean =>
  MARKUP.test(bytes.toString('latin1').replaceAll('\0', ''));

/**
 * Matches the content before the first element (byte order marks, comments, declarations) and the start of the element.
 * Captures the element's name.
 */
const PROLOGUE =
  /^(?:\s|<\?[^>]*\?>|<!--(?:(?!-->)[\s\S])*-->|<!doctype(?:[^>[]|\[[^\]]*\])*>)*<([a-z_][\w.-]*(?::[a-z_][\w.-]*)?)[\s/>]/i;

/** Number of characters that are searched for the first element. */
const PROLOGUE_LENGTH = 16 * 1024;

/** The lowercase name of the first element of an HTML or XML document; undefined for other texts. */
export const rootElement = (text: string): string | undefined =>
  PROLOGUE.exec(text.slice(0, PROLOGUE_LENGTH))?.[1]?.toLowerCase();

/**
 * Matches content that a browser runs in an XML document: namespaces of HTML and SVG, and style sheets that can create
 * HTML or SVG elements. Also matches entity declarations, because entities can hide such content.
 */
const ACTIVE =
  /http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg)|<\?xml-stylesheet|XSL\/Transform|<!ENTITY/i;

/** Whether this XML contains anything that could run in a browser. */
export const isActiveXml = (text: string): boolean => ACTIVE.test(text);

/** Whether the root element of an XML text is `svg`, with any namespace prefix. */
export const isSvg = (text: string): boolean => /^(?:[^:]+:)?svg$/.test(rootElement(text) ?? '');
