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
  /** With its dot. */
  ext: string;
  /** The encoding of a text, as `charset` of a Content-Type names it. */
  charset?: string;
  /** True for a text whose whole name stays, with `ext` behind it. */
  keepsName?: boolean;
}

/** Bytes from each end of a file that are looked at. */
export const EDGE_BYTES = 64 * 1024;

const UNKNOWN: FileIdentity = { mime: 'application/octet-stream', ext: '.bin' };

/** Kinds of bytes that are texts as well, or that a picture must not be taken for. */
const TEXTS_BY_MAGIC =
  /^(?:image\/gif|model\/stl|application\/(?:pdf|postscript|eps|rtf|pgp-encrypted|x\.autodesk\.fbx))$/;

const XML = 'application/xml';
const COMPOUND_FILE = 'application/x-cfb';

/** Texts that their first words tell; their extension is that of their type. */
const TEXT_FORMATS = new Set(['text/calendar', 'text/vcard', 'text/vtt']);

const refuse = (what: string) => new MediaError('file-type-not-allowed', `${what} is not accepted`);

/** The class of the root of a compound file ([MS-CFB], sections 2.2 and 2.6.1). */
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

/** False for the start of most files that are no text, and cheap. */
const maybeText = (head: Buffer): boolean =>
  hasByteOrderMark(head) || !head.subarray(0, 512).includes(0);

/**
 * Reads what may be a text. It is believed before a magic number that letters can make: "BMW ..."
 * is no bitmap, and the byte order mark of UTF-16 no MP3.
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
  // A drawing in a text that is named as one, as a logo at the start of Markdown, stays a text.
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

/** The first bytes of a printer's job, which can hold a PDF. */
const PRINT_JOB = '\x1b%-12345X';
/** Bytes within which readers look for the beginning of a PDF (ISO 32000-1, annex H.3). */
const PDF_WITHIN = 1024;
const PDF: DetectedType = { mime: 'application/pdf', ext: 'pdf' };

const isPrintedPdf = (head: Buffer): boolean => {
  const job = head.subarray(0, Math.max(head.indexOf('%PDF-'), 0));
  const isJob = job.toString('latin1', 0, PRINT_JOB.length) === PRINT_JOB;
  return isJob && job.length < PDF_WITHIN && !job.includes('%!PS') && !containsMarkup(job);
};

/** How a PDF ends; one that was changed has several ends. */
const PDF_END = '%%EOF';

/**
 * True for what a browser shows in place and could take for a page. A PDF may be about pages; it
 * is none unless one follows its end.
 */
const hidesPage = (mime: string, head: Buffer, tail: Buffer): boolean => {
  if (mime === 'application/pdf') {
    const end = tail.length === 0 ? head : tail;
    return containsMarkup(end.subarray(Math.max(end.lastIndexOf(PDF_END), 0)));
  }
  return isShownInline(mime) && (containsMarkup(head) || containsMarkup(tail));
};

/**
 * Tells what a file is. The bytes decide; the name chooses only among kinds of text, and among
 * kinds of one container, that cannot be told apart otherwise. What the bytes do not tell keeps its
 * extension, unless that is one by which it could be run.
 * @param name the file name that the client sent
 * @throws `file-type-not-allowed` for what is made to run on a reader's machine, and for what
 *   browsers show in place with a page at its start or end
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

/** What a container of films is called with nothing but sound in it. */
const SOUNDS: Record<string, FileIdentity> = {
  'video/3gpp': { mime: 'audio/3gpp', ext: '.3gp' },
  'video/3gpp2': { mime: 'audio/3gpp2', ext: '.3g2' },
  'video/matroska': { mime: 'audio/matroska', ext: '.mka' },
  'video/mp4': M4A,
  'video/quicktime': M4A,
  'video/webm': { mime: 'audio/webm', ext: '.weba' },
  'video/x-m4v': M4A,
};

/** Extensions that a sound in an MP4 keeps: a book, a tone of a telephone. */
const SOUND_EXTENSION = /^\.m4[abr]$/;

/**
 * What a file is whose container holds films as well, and that has nothing to be seen in it.
 * @param name the file name that the client sent
 */
export const soundIn = (container: FileIdentity, name: string): FileIdentity => {
  const sound = SOUNDS[container.mime] ?? container;
  const extension = path.extname(name).toLowerCase();
  return sound === M4A && SOUND_EXTENSION.test(extension) ? { ...M4A, ext: extension } : sound;
};
