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

/** True if this is a vector graphic, by its first element. */
export const isSvg = (text: string): boolean => /^(?:[^:]+:)?svg$/.test(rootElement(text) ?? '');
