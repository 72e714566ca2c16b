/**
 * Markup that a browser could run, wherever it stands in a file: a picture with a page in its
 * comment is a picture to a viewer and a page to whoever sniffs.
 */
const MARKUP = /<(?:script|html|svg|iframe|object|embed|body|head|!doctype\s+html|\?php)[\s>/]/i;

/** How each of `MARKUP` goes on behind its `<`. */
const MARKUP_STARTS = new Set(['sc', 'ht', 'sv', 'if', 'ob', 'em', 'bo', 'he', '!d', '?p']);

/** The next byte that is not 0; what is left of a letter in UTF-16 and UTF-32. */
const skipZeros = (bytes: Buffer, from: number): number => {
  let at = from;
  while (bytes[at] === 0) {
    at += 1;
  }
  return at;
};

/** False for most files, and cheap: it makes no text of them. */
const mayContainMarkup = (bytes: Buffer): boolean => {
  for (let at = bytes.indexOf('<'); at !== -1; at = bytes.indexOf('<', at + 1)) {
    const first = skipZeros(bytes, at + 1);
    const second = skipZeros(bytes, first + 1);
    const start = String.fromCharCode(bytes[first] ?? 0, bytes[second] ?? 0);
    if (MARKUP_STARTS.has(start.toLowerCase())) {
      return true;
    }
  }
  return false;
};

/** True if these bytes hold markup that a browser could run, in UTF-8, UTF-16 or UTF-32. */
export const containsMarkup = (bytes: Buffer): boolean =>
  mayContainMarkup(bytes) && MARKUP.test(bytes.toString('latin1').replaceAll('\0', ''));
