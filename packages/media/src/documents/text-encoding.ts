export interface DecodedText {
  /** From the start of the file, as much of it as was looked at. */
  text: string;
  /** As `charset` of a Content-Type names it. */
  charset: string;
}

const MARKS: [mark: Buffer, charset: string][] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
];

/** Bytes that are shown to the detector: enough for it, and the work of a millisecond. */
const SAMPLE_BYTES = 4096;

/** C0 controls other than tab, line feed, form feed, carriage return and escape. */
// eslint-disable-next-line no-control-regex -- these characters are what is looked for
const CONTROLS = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/g;
/** C1 controls, which no text has, and characters that a decoder puts where it knows none. */
const UNLIKELY = /[\x80-\x9f\ufffd\ufffe\uffff]/;

/** Of a hundred characters in UTF-8, how many may be controls: a log of a terminal has some. */
const CONTROL_SHARE = 0.05;

/** Of encodings that are as likely as each other, the one that is met most. */
const COMMON = 'windows-1252';
const AS_LIKELY = 0.01;

/** What the detector calls encodings that the web has another name for. */
const WEB_NAMES: Record<string, string> = {
  cp874: 'windows-874',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  macroman: 'macintosh',
};

const decode = (bytes: Buffer, charset: string): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined; // not in this encoding, or one that browsers do not know
  }
};

/** What DOS wrote behind a text, once or up to the end of a block. */
const DOS_END = 0x1a;

const withoutDosEnd = (bytes: Buffer): Buffer => {
  let end = bytes.length;
  while (bytes[end - 1] === DOS_END) {
    end -= 1;
  }
  return bytes.subarray(0, end);
};

/** Programs in C leave zeros behind a text. */
const ZEROS_AT_END = /(?<!\0)\0+$/;

const hasFewControls = (text: string): boolean =>
  !text.includes('\0') && (text.match(CONTROLS)?.length ?? 0) <= text.length * CONTROL_SHARE;

/** The bytes around the first that is not ASCII: what stands before tells no encoding. */
const sampleOf = (bytes: Buffer): Buffer => {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const lineStart = bytes.lastIndexOf(0x0a, first) + 1;
  const start = Math.max(lineStart, first - SAMPLE_BYTES / 4);
  return bytes.subarray(start, start + SAMPLE_BYTES);
};

const guessLegacy = async (bytes: Buffer): Promise<DecodedText | undefined> => {
  // Loaded by the first text that is not in UTF-8: its tables take 25 MB.
  const { detectAll } = await import('jschardet');
  const candidates = detectAll(sampleOf(bytes)).flatMap(({ encoding, confidence }) => {
    const name = String(encoding).toLowerCase();
    const charset = WEB_NAMES[name] ?? name;
    const text = decode(bytes, charset);
    return text !== undefined && !UNLIKELY.test(text) ? [{ charset, text, confidence }] : [];
  });
  const [best] = candidates;
  const common = candidates.find(({ charset }) => charset === COMMON);
  return common !== undefined && (best?.confidence ?? 0) - common.confidence < AS_LIKELY
    ? common
    : best;
};

/** True for the end of a text in UTF-8, which may begin within a character. */
const isUtf8Tail = (tail: Buffer): boolean => {
  const start = tail.findIndex((byte) => (byte & 0xc0) !== 0x80);
  return tail.length === 0 || (start <= 3 && decode(tail.subarray(start), 'utf-8') !== undefined);
};

/** Japanese mail is in ASCII with escapes. */
// eslint-disable-next-line no-control-regex -- escapes are what is looked for
const ISO_2022_JP = /\x1b(?:\$[@B]|\([JI])/;

const markOf = (bytes: Buffer) =>
  MARKS.find(([mark]) => bytes.subarray(0, mark.length).equals(mark));

/**
 * A whole text without its byte order mark. A character that is not of its encoding becomes U+FFFD.
 * @param charset as `readText` found it
 */
export const decodeText = (bytes: Buffer, charset: string): string =>
  new TextDecoder(charset).decode(bytes);

/** True if these bytes begin with a byte order mark, as texts do and hardly anything else. */
export const hasByteOrderMark = (bytes: Buffer): boolean => markOf(bytes) !== undefined;

/**
 * Reads a file as text, in whatever encoding it is: by its byte order mark, as UTF-8, or in one of
 * the encodings of the time before, told by their letters.
 * @param head the first bytes; a character that is cut at its end is no harm
 * @param tail the last ones, for a text that has its first letter beyond ASCII there
 * @returns undefined if it is no text
 */
export const readText = async (head: Buffer, tail: Buffer): Promise<DecodedText | undefined> => {
  const marked = markOf(head);
  if (marked !== undefined) {
    const [, charset] = marked;
    const text = decode(head, charset)?.replace(ZEROS_AT_END, '');
    if (text !== undefined && hasFewControls(text)) {
      return { text, charset };
    }
  }
  const text = decode(head, 'utf-8');
  if (text !== undefined && hasFewControls(text)) {
    if (!isUtf8Tail(tail)) {
      return guessLegacy(withoutDosEnd(Buffer.concat([head, tail])));
    }
    return { text, charset: ISO_2022_JP.test(text) ? 'iso-2022-jp' : 'utf-8' };
  }
  const body = withoutDosEnd(head);
  const hasControls = body.toString('latin1').search(CONTROLS) !== -1;
  return hasControls ? undefined : guessLegacy(body);
};
