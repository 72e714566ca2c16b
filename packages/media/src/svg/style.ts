import { generate, ident, parse, walk, type CssNode } from 'css-tree';

/** At-rules that load nothing and that SVGs use. */
const KEPT_RULES = new Set(['media', 'supports', 'keyframes', '-webkit-keyframes']);

/**
 * Matches CSS properties that load resources, or ran scripts in old browsers; `ACTIVE_FUNCTIONS` matches functions that
 * do so. Names are decoded before they are compared, because escapes such as `u\72l()` could hide them.
 */
const ACTIVE_PROPERTIES = /^(?:-moz-binding|behavior|-ms-behavior|src)$/i;
const ACTIVE_FUNCTIONS =
  /^(?:url|expression|image-set|-webkit-image-set|src|image|attr|element|cross-fade)$/i;

const isLocal = (address: string): boolean => /^\s*#[^\s]*\s*$/.test(address);

const isHarmless = (node: CssNode): boolean => {
  if (node.type === 'Url') {
    return isLocal(node.value);
  }
  if (node.type === 'Function') {
    return !ACTIVE_FUNCTIONS.test(ident.decode(node.name));
  }
  if (node.type === 'Raw') {
    // A browser may understand content that the parser does not.
    return !/[\\(@]|script|import/i.test(node.value);
  }
  return node.type !== 'String' || !/[<>@]|script:|https?:|^\/\//i.test(node.value);
};

const areAllHarmless = (tree: CssNode): boolean => {
  let result = true;
  walk(tree, (node) => {
    result &&= isHarmless(node);
  });
  return result;
};

/** Removes from a parsed style everything that loads resources or runs scripts. Keeps colours and lines. */
const clean = (tree: CssNode): string => {
  walk(tree, (node, item, list) => {
    if (node.type === 'Atrule' && !KEPT_RULES.has(ident.decode(node.name).toLowerCase())) {
      list?.remove(item);
    } else if (node.type === 'Atrule' && node.prelude && !areAllHarmless(node.prelude)) {
      list?.remove(item);
    } else if (node.type === 'Declaration') {
      const isActive =
        ACTIVE_PROPERTIES.test(ident.decode(node.property)) || !areAllHarmless(node.value);
      if (isActive) {
        list?.remove(item);
      }
    } else if (node.type === 'Raw' || node.type === 'Comment') {
      list?.remove(item);
    }
  });
  return generate(tree);
};

/** Removes imports, external addresses and script properties from a style sheet. */
export const cleanStyleSheet = (css: string): string =>
  clean(parse(css, { context: 'stylesheet', parseCustomProperty: true }));

/** Removes external addresses and script properties from the value of a `style` attribute. */
export const cleanDeclarations = (css: string): string =>
  clean(parse(css, { context: 'declarationList', parseCustomProperty: true }));

const ADDRESS = /url\s*\(/i;

/** Whether an attribute value refers to nothing outside the document. */
export const isHarmlessValue = (value: string): boolean => {
  if (!ADDRESS.test(value) && !value.includes('\\')) {
    return true;
  }
  try {
    return areAllHarmless(parse(value, { context: 'value' }));
  } catch {
    return false; // thrown for text that is not a CSS value
  }
};
