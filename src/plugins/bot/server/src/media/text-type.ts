/** Text types that a name may ask for; all of them are inert. The rest is plain text. */
const TEXT_TYPES: Record<string, string> = {
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.srt': 'application/x-subrip',
  '.tsv': 'text/tab-separated-values',
  '.txt': 'text/plain',
  '.vtt': 'text/vtt',
};

/** C0 controls other than tab, line feed, form feed, carriage return and escape. */
// eslint-disable-next-line no-control-regex -- these characters are what is looked for
const NOT_TEXT = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/**
 * Reads the start of a file as text.
 * @param head the first bytes; a character cut at its end is no harm
 * @returns undefined if it is not UTF-8 text
 */
export const decodeText = (head: Buffer): string | undefined => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return NOT_TEXT.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
};

/** The type of a text file, with the extension that goes with it. */
export const textTypeOf = (extension: string): { mime: string; ext: string } => {
  const mime = TEXT_TYPES[extension.toLowerCase()];
  return mime === undefined
    ? { mime: 'text/plain', ext: '.txt' }
    : { mime, ext: extension.toLowerCase() };
};
