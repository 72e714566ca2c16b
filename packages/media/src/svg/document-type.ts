/**
 * The document type of an XML document. Illustrator names namespaces by entities that it declares
 * there; all else that can be declared there has no place in a drawing.
 */
const START = /^(?:\s|<\?[^>]*\?>|<!--(?:(?!-->)[\s\S])*-->)*<!DOCTYPE\b/i;
const ENTITY = /<!ENTITY\s+([A-Za-z_][\w.-]*)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;
const ENTITIES = 64;

/** How many times its length a drawing may grow by its entities. */
const GROWTH = 2;

/** Where the document type ends that starts before `from`; undefined if it does not. */
const endOfDocumentType = (text: string, from: number): number | undefined => {
  let quote = '';
  let isInside = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      quote = character === quote ? '' : quote;
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (character === '[' || character === ']') {
      isInside = character === '[';
    } else if (character === '>' && !isInside) {
      return at + 1;
    }
  }
  return undefined;
};

const readEntities = (declarations: string): Map<string, string> | undefined => {
  const entities = new Map<string, string>();
  for (const [, name = '', doubled, single] of declarations.matchAll(ENTITY)) {
    entities.set(name, doubled ?? single ?? '');
  }
  const arePlain = [...entities.values()].every((value) => !/[<&%]/.test(value));
  return arePlain && entities.size <= ENTITIES ? entities : undefined;
};

/**
 * Takes the document type from an XML document, and puts what its entities stand for in their
 * place. An entity is one of plain characters: no other entity, no markup, nothing from elsewhere.
 * @returns undefined for a document that is not to be read
 */
export const withoutDocumentType = (text: string): string | undefined => {
  const start = START.exec(text)?.[0].length;
  if (start === undefined) {
    return text;
  }
  const end = endOfDocumentType(text, start);
  const entities = end === undefined ? undefined : readEntities(text.slice(start, end));
  if (end === undefined || entities === undefined) {
    return undefined;
  }
  const body = text.slice(end);
  let growth = 0;
  const expanded = body.replace(/&([A-Za-z_][\w.-]*);/g, (reference, name: string) => {
    const value = entities.get(name);
    growth += value?.length ?? 0;
    return growth > text.length * GROWTH ? reference : (value ?? reference);
  });
  return growth > text.length * GROWTH ? undefined : expanded;
};
