import type { DomElement } from 'jsdom';

const XLINK = 'http://www.w3.org/1999/xlink';

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
export const countDrawn = (root: DomElement, limit: number): number => {
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
