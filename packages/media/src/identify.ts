import path from 'node:path';

import { edgesOf, type ReceivedBytes } from './bytes/received-bytes';
import { containsMarkup, isActiveXml, isSvg } from './documents/active-content';
import {
  isKeptByBytes,
  isTextExtension,
  isXmlExtension,
  PLAIN_TEXT,
  textTypeOf,
  typeWithin,
} from './documents/extensions';
import { believedType, detectType, type DetectedType } from './documents/proofs';
import { refusedKindOf } from './documents/refused-kinds';
import { hasByteOrderMark, readText, type DecodedText } from './documents/text-encoding';
import { MediaError } from './errors';
import { isShownInline } from './inline-type';

export interface FileIdentity {
  mime: string;
  /** Extension with its dot, such as `.png`. */
  ext: string;
  /** Encoding of a text, as used for `charset` in a Content-Type. */
  charset?: string;
  /** True for a text that keeps its full name and gets `ext` appended. */
  keepsName?: boolean;
}

/** Number of bytes examined at each end of a file. */
export const EDGE_BYTES = 64 * 1024;

const UNKNOWN: FileIdentity = { mime: 'application/octet-stream', ext: '.bin' };

/** Types with a signature that are also texts, or that must not be mistaken for a text. */
const TEXTS_BY_MAGIC =
  /^(?:image\/gif|model\/stl|application\/(?:pdf|postscript|eps|rtf|pgp-encrypted|x\.autodesk\.fbx))$/;

const XML = 'application/xml';
const COMPOUND_FILE = 'application/x-cfb';

/** Text formats detected by their first words. They get the extension of their type. */
const TEXT_FORMATS = new Set(['text/calendar', 'text/vcard', 'text/vtt']);

const refuse = (what: string) => new MediaError('file-type-not-allowed', `${what} is not accepted`);

/** The root class ID of a compound file ([MS-CFB], sections 2.2 and 2.6.1). */
const readCompoundClass = async (
  bytes: ReceivedBytes,
  head: Buffer
): Promise<string | undefined> => {
  if (head.length < 52) {
    return undefined;
  }
  const sectorSize = 2 ** (head.readUInt16LE(30) % 16);
  const root = (head.readUInt32LE(48) + 1) * sectorSize;
  return (await bytes.read(root + 80, 16)).toString('hex');
};

/** Fast check whether a file may be a text. False for most binary files. */
const maybeText = (head: Buffer): boolean =>
  hasByteOrderMark(head) || !head.subarray(0, 512).includes(0);

/**
 * Reads a file as text if that is plausible. A text wins over a signature made of letters: "BMW ..." is not a bitmap,
 * and a UTF-16 byte order mark is not MP3.
 */
const readIfText = (
  detected: DetectedType | undefined,
  head: Buffer,
  tail: Buffer
): Promise<DecodedText | undefined> | undefined => {
  const isKnown = detected !== undefined && TEXTS_BY_MAGIC.test(detected.mime);
  const isLikely = detected === undefined || maybeText(head);
  return isLikely && !isKnown ? readText(head, tail) : undefined;
};

const identifyText = (
  { text, charset }: DecodedText,
  extension: string,
  detected: DetectedType | undefined
): FileIdentity => {
  const mime = textTypeOf(extension);
  // A text named as such that starts with SVG, such as Markdown with a logo, remains a text.
  if (isSvg(text) && !isTextExtension(extension)) {
    return { mime: 'image/svg+xml', ext: '.svg', charset };
  }
  if (detected !== undefined && TEXT_FORMATS.has(detected.mime)) {
    return { mime: detected.mime, ext: `.${detected.ext}`, charset };
  }
  if (mime === undefined || (isXmlExtension(extension) && isActiveXml(text))) {
    return { ...PLAIN_TEXT, charset, keepsName: extension !== '' };
  }
  return { mime, ext: extension, charset };
};

const identifyBytes = ({ mime, ext }: DetectedType, extension: string): FileIdentity => {
  const named = typeWithin(mime, extension);
  if (named !== undefined) {
    return { mime: named, ext: extension };
  }
  return mime === COMPOUND_FILE ? UNKNOWN : { mime, ext: `.${ext}` };
};

const identifyUnknown = (extension: string): FileIdentity =>
  isKeptByBytes(extension) ? { ...UNKNOWN, ext: extension } : UNKNOWN;

/** Signature of a print job (PJL), which may contain a PDF. */
const PRINT_JOB = '\x1b%-12345X';
/** Number of bytes within which readers search for the start of a PDF (ISO 32000-1, annex H.3). */
const PDF_WITHIN = 1024;
const PDF: DetectedType = { mime: 'application/pdf', ext: 'pdf' };

const isPrintedPdf = (head: Buffer): boolean => {
  const job = head.subarray(0, Math.max(head.indexOf('%PDF-'), 0));
  const isJob = job.toString('latin1', 0, PRINT_JOB.length) === PRINT_JOB;
  return isJob && job.length < PDF_WITHIN && !job.includes('%!PS') && !containsMarkup(job);
};

/** End marker of a PDF. A PDF with incremental updates has several. */
const PDF_END = '%%EOF';

/**
 * Whether a file that browsers display inline could be mistaken for a page. A PDF may contain markup in its text; it is
 * refused only if markup follows its last end marker.
 */
const hidesPage = (mime: string, head: Buffer, tail: Buffer): boolean => {
  if (mime === 'application/pdf') {
    const end = tail.length === 0 ? head : tail;
    return containsMarkup(end.subarray(Math.max(end.lastIndexOf(PDF_END), 0)));
  }
  return isShownInline(mime) && (containsMarkup(head) || containsMarkup(tail));
};

/**
 * Identifies a file. Bytes decide; the name only chooses between text formats, and between formats of the same
 * container, that bytes cannot distinguish. Unknown content keeps its extension unless files with this extension can be
 * executed.
 * @param name file name sent by the client
 * @throws `file-type-not-allowed` for files that run on a reader's machine, and for files that browsers display inline
 * with a page at their start or end
 */
export const identify = async (bytes: ReceivedBytes, name: string): Promise<FileIdentity> => {
  const { head, tail } = await bytes.open((source) => edgesOf(source, EDGE_BYTES));
  const extension = path.extname(name).toLowerCase();
  const detected = isPrintedPdf(head)
    ? PDF
    : believedType(await detectType(bytes.content), { size: bytes.size, head, tail, extension });
  const decoded = await readIfText(detected, head, tail);

  const refused = refusedKindOf({
    mime: decoded === undefined ? detected?.mime : undefined,
    head,
    tail,
    text: decoded?.text,
    extension,
    compoundClass:
      detected?.mime === COMPOUND_FILE ? await readCompoundClass(bytes, head) : undefined,
  });
  if (refused !== undefined) {
    throw refuse(`This file is made to run on a machine (${refused.what}): it`);
  }
  if (decoded !== undefined) {
    return identifyText(decoded, extension, detected);
  }
  if (detected === undefined || detected.mime === XML) {
    return identifyUnknown(extension);
  }
  const identity = identifyBytes(detected, extension);
  if (hidesPage(identity.mime, head, tail)) {
    throw refuse(`A file of type ${identity.mime} with a page hidden in it`);
  }
  return identity;
};

const M4A: FileIdentity = { mime: 'audio/mp4', ext: '.m4a' };

/** Audio types for video containers that contain only sound. */
const SOUNDS: Record<string, FileIdentity> = {
  'video/3gpp': { mime: 'audio/3gpp', ext: '.3gp' },
  'video/3gpp2': { mime: 'audio/3gpp2', ext: '.3g2' },
  'video/matroska': { mime: 'audio/matroska', ext: '.mka' },
  'video/mp4': M4A,
  'video/quicktime': M4A,
  'video/webm': { mime: 'audio/webm', ext: '.weba' },
  'video/x-m4v': M4A,
};

/** Extensions that an MP4 with only sound may keep: audiobook (.m4b) and ringtone (.m4r). */
const SOUND_EXTENSION = /^\.m4[abr]$/;

/** The identity of a file in a video container that contains no pictures. @param name file name sent by the client */
export const soundIn = (container: FileIdentity, name: string): FileIdentity => {
  const sound = SOUNDS[container.mime] ?? container;
  const extension = path.extname(name).toLowerCase();
  return sound === M4A && SOUND_EXTENSION.test(extension) ? { ...M4A, ext: extension } : sound;
};
