import type { Definition, Nodes, Root } from 'mdast';

/** Iterates over a node and all its descendants in document order. Not recursive, so depth is unlimited. */
function* nodesIn(root: Nodes): Generator<Nodes> {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    if ('children' in node) {
      for (const child of [...node.children].reverse()) open.push(child);
    }
  }
}

/** Link definitions of a Markdown document by ID. If several have the same ID, the first applies (CommonMark, 4.7). */
export const definitionsIn = (root: Root): Map<string, Definition> => {
  const definitions = new Map<string, Definition>();
  for (const node of nodesIn(root)) {
    if (node.type === 'definition' && !definitions.has(node.identifier)) {
      definitions.set(node.identifier, node);
    }
  }
  return definitions;
};

/** IDs of all definitions that are referenced below a node. */
export const usesIn = (root: Nodes): Set<string> => {
  const uses = new Set<string>();
  for (const node of nodesIn(root)) {
    if (node.type === 'linkReference' || node.type === 'imageReference') uses.add(node.identifier);
  }
  return uses;
};

/** URLs of all images and definitions of a document. */
export const imageUrlsIn = (root: Root): string[] => {
  const urls: string[] = [];
  for (const node of nodesIn(root)) {
    if (node.type === 'image' || node.type === 'definition') urls.push(node.url);
  }
  return urls;
};

/** Whether a node has more than this number of levels below it. */
export const isDeeperThan = (node: Nodes, levels: number): boolean =>
  levels < 0 ||
  ('children' in node && node.children.some((child) => isDeeperThan(child, levels - 1)));
