import type { Definition, Nodes, Root } from 'mdast';

/** A node and all that is inside of it, in the order of the text, however deep that is. */
function* nodesIn(root: Nodes): Generator<Nodes> {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    if ('children' in node) {
      for (const child of [...node.children].reverse()) open.push(child);
    }
  }
}

/** The definitions of a text by their names; of several the first one counts (CommonMark, 4.7). */
export const definitionsIn = (root: Root): Map<string, Definition> => {
  const definitions = new Map<string, Definition>();
  for (const node of nodesIn(root)) {
    if (node.type === 'definition' && !definitions.has(node.identifier)) {
      definitions.set(node.identifier, node);
    }
  }
  return definitions;
};

/** The names of the definitions that something refers to. */
export const usesIn = (root: Nodes): Set<string> => {
  const uses = new Set<string>();
  for (const node of nodesIn(root)) {
    if (node.type === 'linkReference' || node.type === 'imageReference') uses.add(node.identifier);
  }
  return uses;
};

/** The addresses of the images of a text, and those that they may refer to. */
export const imageUrlsIn = (root: Root): string[] => {
  const urls: string[] = [];
  for (const node of nodesIn(root)) {
    if (node.type === 'image' || node.type === 'definition') urls.push(node.url);
  }
  return urls;
};

/** Whether there are more than so many levels below a node. */
export const isDeeperThan = (node: Nodes, levels: number): boolean =>
  levels < 0 ||
  ('children' in node && node.children.some((child) => isDeeperThan(child, levels - 1)));
