export interface DecodedText {
  /** Decoded start of the file, as far as it was examined. */
  text: string;
  /** Encoding of the text, as used for `charset` in a Content-Type. */
  charset: string;
}

const MARKS: [mark: Buffer, charset: string][] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
];

/** Number of bytes from which an encoding is detected: enough for a reliable result in about a millisecond. */
const SAMPLE_BYTES = 4096;

/** Matches C0 control characters except tab, line feed, form feed, carriage return and escape. */
// eslint-disable-next-line no-control-regex -- these characters are what is looked for
const CONTROLS = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/g;
/** Matches C1 control characters, which no text contains, and replacement characters of decoders. */
const UNLIKELY = /[\x80-\x9f\ufffd\ufffe\uffff]/;

/** Maximum share of control characters in a UTF-8 text. Terminal logs contain some. */
const CONTROL_SHARE = 0.05;

/** The encoding to prefer among equally likely encodings, because it is the most common. */
const COMMON = 'windows-1252';
const AS_LIKELY = 0.01;

/** Web names of encodings that the detector names differently. */
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
    return undefined; // not in this encoding, or the encoding is unknown to browsers
  }
};

/** End-of-file character of DOS. A text ends with one such character, or with as many as fill its last block. */
const DOS_END = 0x1a;

const withoutDosEnd = (bytes: Buffer): Buffer => {
  let end = bytes.length;
  while (bytes[end - 1] === DOS_END) {
    end -= 1;
  }
  return bytes.subarray(0, end);
};

/** Matches zeros at the end of a text, which some C programs write. */
const ZEROS_AT_END = /(?<!\0)\0+$/;

const hasFewControls = (text: string): boolean =>
  !text.includes('\0') && (text.match(CONTROLS)?.length ?? 0) <= text.length * CONTROL_SHARE;

/**
 * Bytes for detecting the encoding of a text, at most `SAMPLE_BYTES`. Starts in the line of the first non-ASCII byte:
 * ASCII bytes do not help.
 */
const sampleOf = (bytes: Buffer): Buffer => {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const lineStart = bytes.lastIndexOf(0x0a, first) + 1;
  const start = Math.max(lineStart, first - SAMPLE_BYTES / 4);
  return bytes.subarray(start, start + SAMPLE_BYTES);
};

const guessLegacy = async (bytes: Buffer): Promise<DecodedText | undefined> => {
  // The detector is loaded for the first text that is not UTF-8, because its tables take 25 MB.
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

/** Whether bytes are the end of a UTF-8 text. They may start in the middle of a character. */
const isUtf8Tail = (tail: Buffer): boolean => {
  const start = tail.findIndex((byte) => (byte & 0xc0) !== 0x80);
  return tail.length === 0 || (start <= 3 && decode(tail.subarray(start), 'utf-8') !== undefined);
};

/** Matches escape sequences of ISO-2022-JP, an ASCII-based encoding of Japanese mail. */
// eslint-disable-next-line no-control-regex -- escapes are what is looked for
const ISO_2022_JP = /\x1b(?:\$[@B]|\([JI])/;

const markOf = (bytes: Buffer) =>
  MARKS.find(([mark]) => bytes.subarray(0, mark.length).equals(mark));

/**
 * Decodes a complete text and removes its byte order mark. Invalid characters become U+FFFD.
 * @param charset encoding that `readText` detected
 */
export const decodeText = (bytes: Buffer, charset: string): string =>
  new TextDecoder(charset).decode(bytes);

/** Whether bytes start with a byte order mark, which is a strong sign of a text. */
export const hasByteOrderMark = (bytes: Buffer): boolean => markOf(bytes) !== undefined;

/**
 * Reads a file as text. Detects the encoding by byte order mark, then UTF-8, then by the letters of legacy encodings.
 * @param head first bytes; may end in the middle of a character
 * @param tail last bytes, for a text whose first non-ASCII character is near the end
 * @returns undefined if the file is not a text
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
