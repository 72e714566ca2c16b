/** Types for the parts of jsdom in use. Its own types would declare browser globals in the whole server. */
declare module 'jsdom' {
  export interface DomAttribute {
    readonly localName: string;
    readonly name: string;
    readonly namespaceURI: string | null;
    value: string;
  }

  export interface DomNode {
    readonly childNodes: Iterable<DomNode>;
    textContent: string | null;
  }

  export interface DomElement extends DomNode {
    readonly localName: string;
    readonly prefix: string | null;
    readonly namespaceURI: string | null;
    readonly attributes: Iterable<DomAttribute>;
    readonly firstElementChild: DomElement | null;
    readonly nextElementSibling: DomElement | null;
    getAttribute(name: string): string | null;
    getAttributeNS(namespace: string, name: string): string | null;
    removeAttributeNode(attribute: DomAttribute): void;
    setAttributeNode(attribute: DomAttribute): void;
    querySelector(selector: string): DomElement | null;
    querySelectorAll(selector: string): Iterable<DomElement>;
    append(...nodes: DomNode[]): void;
    replaceWith(node: DomNode): void;
  }

  export interface DomDocument {
    readonly documentElement: DomElement;
    querySelectorAll(selector: string): Iterable<DomElement>;
    createElementNS(namespace: string, name: string): DomElement;
  }

  export interface DomWindow {
    readonly document: DomDocument;
    readonly XMLSerializer: new () => { serializeToString(node: DomNode): string };
  }

  export class JSDOM {
    /** Parses a document. @throws if `contentType` is an XML type and the text is not well-formed */
    constructor(text: string, options: { contentType: string });
    readonly window: DomWindow;
  }
}
