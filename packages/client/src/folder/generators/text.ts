import path from 'node:path';

import { splitDatedName } from './dates';

const ATX = /^\s*# +(.+?)[ \t]*#*[ \t]*(?:\r?\n|$)/;
const UNDERLINED = /^\s*(\S[^\n]*?)[ \t]*\r?\n=+[ \t]*(?:\r?\n|$)/;

/** The heading at the beginning of a text, and the text below it. Pages show the title anyway. */
export const headingOf = (text: string): { title: string; rest: string } | undefined => {
  const found = ATX.exec(text) ?? UNDERLINED.exec(text);
  return found?.[1] ? { title: found[1], rest: text.slice(found[0].length) } : undefined;
};

/** Decodes a part of an address. A text that is not encoded, as `100%`, stays as it is. */
export const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

/** Escapes the brackets of a text that stands between brackets in Markdown. */
export const escapeBrackets = (text: string): string => text.replace(/[[\]\\]/g, '\\$&');

/** True for a name with an extension. Names without one can be addresses of pages, and so can `Rust-1.52.0`. */
export const hasExtension = (name: string): boolean =>
  /\.(?:[a-z]\w*|3g[p2]|7z)(?:[?#].*)?$/i.test(name);

const INLINE_TAG = /<\/?(?:a|b|br|code|em|i|kbd|mark|s|small|span|strong|sub|sup|u)\b[^<>]*>/gi;

/** Removes inline tags from a title or an excerpt, which are plain text on a site. */
export const withoutTags = (text: string): string => text.replace(INLINE_TAG, '');

/** A file's name without its date and extension, the folder's name for an index. */
export const nameOfFile = (file: string): string => {
  const { dir, name } = path.posix.parse(file);
  const own = /^_?index$/i.test(name) ? path.posix.basename(dir) || name : name;
  return splitDatedName(own)?.rest ?? own;
};

/** A title from a file's name: "Where its at" for `2019-05-04-where-its-at.md`. */
export const nameInWords = (file: string): string => {
  const words = nameOfFile(file).replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A fence to its end, in lists and quotes too, or code between backticks within a paragraph. */
const CODE =
  /^[ \t>]*(`{3,}|~{3,})[^]*?^[ \t>]*\1[^\n]*$|(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[^])*?[^`]\2(?!`)/gm;

/** Changes a Markdown text, but for its code in fences and between backticks. */
export const changeProse = (text: string, change: (prose: string) => string): string => {
  let [changed, end] = ['', 0];
  for (const code of text.matchAll(CODE)) {
    changed += change(text.slice(end, code.index)) + code[0];
    end = code.index + code[0].length;
  }
  return changed + change(text.slice(end));
};
