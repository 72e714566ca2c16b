/**
 * Markup that a browser could run, wherever it stands in a file: a picture with a page in its
 * comment is a picture to a viewer and a page to whoever sniffs.
 */
const MARKUP = /<(?:script|html|svg|iframe|object|embed|body|head|!doctype\s+html|\?php)[\s>/]/i;

/** How a text starts that is a program or a document with a program in it. */
const PROGRAM = /^(?:\uFEFF)?\s*(?:#!|<\?xml|<\?php|<!doctype|<!--|<[a-z][a-z0-9:-]*[\s>/])/i;

/** Types that run, or that carry what runs, by what `file-type` calls them. */
const ACTIVE_TYPES = new Set([
  'application/java-archive',
  'application/java-vm',
  'application/mac-binary',
  'application/vnd.android.package-archive',
  'application/wasm',
  'application/x-apple-diskimage',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-msdownload',
  'application/x-msi',
  'application/x-ms-regedit',
  'application/x-ms-shortcut',
  'application/x.ms.shortcut',
  'application/x-nintendo-nes-rom',
  'application/x-shockwave-flash',
  'application/x-xpinstall',
  'application/vnd.ms-htmlhelp',
  'application/x-google-chrome-extension',
  'application/x-deb',
  'application/x-rpm',
  'application/vnd.microsoft.portable-executable',
  'application/xml',
  'image/svg+xml',
  'text/html',
]);

/** True for a type that this site does not store, whatever its name says. */
export const isActiveType = (mime: string): boolean => ACTIVE_TYPES.has(mime);

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

/** True if this text starts like a program, a page or an XML document. */
export const startsLikeProgram = (text: string): boolean => PROGRAM.test(text);
