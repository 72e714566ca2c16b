import path from 'node:path';

import { splitDatedName } from './dates';

const ATX = /^\s*# +(.+?)[ \t]*#*[ \t]*(?:\r?\n|$)/;
const UNDERLINED = /^\s*(\S[^\n]*?)[ \t]*\r?\n=+[ \t]*(?:\r?\n|$)/;

/** Splits off a level 1 heading at the start of a text: pages show the title already. Undefined without a heading. */
export const headingOf = (text: string): { title: string; rest: string } | undefined => {
  const found = ATX.exec(text) ?? UNDERLINED.exec(text);
  return found?.[1] ? { title: found[1], rest: text.slice(found[0].length) } : undefined;
};

/** Decodes percent-encoding. Returns invalidly encoded text, such as `100%`, unchanged. */
export const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

/** Escapes brackets and backslashes for the text of a Markdown link. */
export const escapeBrackets = (text: string): string => text.replace(/[[\]\\]/g, '\\$&');

/** Whether a name has a file extension. `Rust-1.52.0` has none, so it may be the address of a page. */
export const hasExtension = (name: string): boolean =>
  /\.(?:[a-z]\w*|3g[p2]|7z)(?:[?#].*)?$/i.test(name);

const INLINE_TAG = /<\/?(?:a|b|br|code|em|i|kbd|mark|s|small|span|strong|sub|sup|u)\b[^<>]*>/gi;

/** Removes inline HTML tags from a title or excerpt, because these fields are plain text. */
export const withoutTags = (text: string): string => text.replace(INLINE_TAG, '');

/** File name without date and extension. For an index file, the name of its folder. */
export const nameOfFile = (file: string): string => {
  const { dir, name } = path.posix.parse(file);
  const own = /^_?index$/i.test(name) ? path.posix.basename(dir) || name : name;
  return splitDatedName(own)?.rest ?? own;
};

/** Derives a title from a file name: "Where its at" from `2019-05-04-where-its-at.md`. */
export const nameInWords = (file: string): string => {
  const words = nameOfFile(file).replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Matches fenced code, also in lists and quotes, and inline code within a paragraph. */
export const CODE =
  /^[ \t>]*(`{3,}|~{3,})[^]*?^[ \t>]*\1[^\n]*$|(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[^])*?[^`]\2(?!`)/gm;

/** Applies a change to a Markdown text except to its fenced and inline code. */
export const changeProse = (text: string, change: (prose: string) => string): string => {
  let [changed, end] = ['', 0];
  for (const code of text.matchAll(CODE)) {
    changed += change(text.slice(end, code.index)) + code[0];
    end = code.index + code[0].length;
  }
  return changed + change(text.slice(end));
};
