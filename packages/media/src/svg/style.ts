import { generate, ident, parse, walk, type CssNode } from 'css-tree';

/** Rules that load nothing and that drawings use. */
const KEPT_RULES = new Set(['media', 'supports', 'keyframes', '-webkit-keyframes']);

/** What old browsers ran in a style sheet, or loads by another name, as `u\\72l()`. */
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
    // What the parser does not understand, a browser might.
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

/** Takes from a parsed style what loads or runs something; all that is about colours and lines stays. */
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

/** A style sheet without imports, addresses of other files, and old ways to run a script. */
export const cleanStyleSheet = (css: string): string =>
  clean(parse(css, { context: 'stylesheet', parseCustomProperty: true }));

/** The same for the value of a `style` attribute. */
export const cleanDeclarations = (css: string): string =>
  clean(parse(css, { context: 'declarationList', parseCustomProperty: true }));

const ADDRESS = /url\s*\(/i;

/** True for the value of an attribute that names nothing outside of the drawing. */
export const isHarmlessValue = (value: string): boolean => {
  if (!ADDRESS.test(value) && !value.includes('\\')) {
    return true;
  }
  try {
    return areAllHarmless(parse(value, { context: 'value' }));
  } catch {
    return false; // no value of CSS
  }
};
