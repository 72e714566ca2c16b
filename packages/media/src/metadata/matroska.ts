import { type Patch, write, type Patches } from '../bytes/edits';
import type { ByteSource } from '../bytes/received-bytes';
import { BrokenContainer } from '../errors';

import { cleanPictureInPlace } from './embedded-picture';
import { isKeptName, tellsPlace } from './film-tags';

/** An element of EBML (RFC 8794), the container of Matroska and WebM. */
interface Element {
  id: number;
  start: number;
  /** Where what it holds begins. */
  content: number;
  /** Undefined for one of unknown length, as a live stream has. */
  end: number | undefined;
}

const VOID = 0xec;
const HEADER_BYTES = 12;

/** The bytes of a number of variable length by its first byte; 0 if that starts none. */
const widthOf = (first: number): number => Math.clz32(first) - 23;

/** @returns undefined where no element is */
const readElement = async (source: ByteSource, start: number): Promise<Element | undefined> => {
  const header = await source.read(start, HEADER_BYTES);
  const idWidth = widthOf(header[0] ?? 0);
  const sizeWidth = widthOf(header[idWidth] ?? 0);
  if (idWidth > 4 || sizeWidth > 8 || header.length < idWidth + sizeWidth) {
    return undefined;
  }
  const id = header.readUIntBE(0, idWidth);
  const sizeBytes = Buffer.from(header.subarray(idWidth, idWidth + sizeWidth));
  const marker = 0x80 >> (sizeWidth - 1);
  sizeBytes.writeUInt8((sizeBytes[0] ?? 0) & (marker - 1));
  const size = sizeBytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const isUnknown = size === 2 ** (7 * sizeWidth) - 1;
  const content = start + idWidth + sizeWidth;
  return { id, start, content, end: isUnknown ? undefined : content + size };
};

/** A patch that makes `length` bytes, two or more, an element that readers skip. */
const voidElement = (offset: number, length: number): Patch => {
  const size = length - 2;
  if (size < 0x7f) {
    return { offset, length, bytes: Buffer.from([VOID, 0x80 | size]) };
  }
  const bytes = Buffer.alloc(9);
  bytes.writeUInt8(VOID);
  bytes.writeUIntBE(length - 9, 3, 6);
  bytes.writeUInt8(0x01, 1);
  return { offset, length, bytes };
};

/** Elements of Matroska (RFC 9559) by their IDs. */
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TAGS = 0x1254c367;
const TAG = 0x7373;
const SIMPLE_TAG = 0x67c8;
const TAG_NAME = 0x45a3;
const TAG_STRING = 0x4487;
const ATTACHMENTS = 0x1941a469;
const ATTACHED_FILE = 0x61a7;
const FILE_NAME = 0x466e;
const FILE_MIME = 0x4660;
const FILE_DATA = 0x465c;
const CRC_32 = 0xbf;

/** What a segment is made of: seek head, info, tracks, cues, chapters, and those above. */
const IN_SEGMENT = new Set([
  ...[0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1c53bb6b, 0x1043a770],
  ...[CLUSTER, TAGS, ATTACHMENTS, CRC_32],
]);

/** Attached files that are there to tell a place: tracks of a satellite receiver, and XMP. */
const PLACE_FILE = /\.(?:gpx|kml|kmz|nmea|tcx|fit|xmp|exif)$|(?:gpx|kml|nmea|rdf)/i;

const ELEMENTS = 1_000_000;
const NAME_BYTES = 4096;
const TEXT_BYTES = 64 * 1024;
const PICTURE_BYTES = 16 * 1024 * 1024;

/** An element whose length is known. */
type Whole = Element & { end: number };

/** The elements that one is made of. @throws BrokenContainer if they do not fill it */
const childrenOf = async (source: ByteSource, { content, end }: Whole): Promise<Whole[]> => {
  const children: Whole[] = [];
  for (let at = content; at < end;) {
    const element = await readElement(source, at);
    if (element?.end === undefined || element.end > end || children.length === ELEMENTS) {
      throw new BrokenContainer();
    }
    children.push({ ...element, end: element.end });
    at = element.end;
  }
  return children;
};

const contentOf = async (
  source: ByteSource,
  elements: Whole[],
  id: number,
  limit: number
): Promise<Buffer> => {
  const element = elements.find((candidate) => candidate.id === id);
  return element === undefined
    ? Buffer.alloc(0)
    : source.read(element.content, Math.min(element.end - element.content, limit));
};

const voided = ({ start, end }: Whole): Patch => voidElement(start, end - start);

/** A check sum over what is changed would be wrong; none is needed. */
const voidCheckSums = (elements: Whole[]): Patch[] =>
  elements.filter(({ id }) => id === CRC_32).map(voided);

const isKeptTag = async (source: ByteSource, tag: Whole): Promise<boolean> => {
  const parts = await childrenOf(source, tag);
  const name = (await contentOf(source, parts, TAG_NAME, NAME_BYTES)).toString('utf8');
  const text = (await contentOf(source, parts, TAG_STRING, TEXT_BYTES)).toString('utf8');
  // A tag in a tag says more of it: who, and where.
  const isPlain = parts.every(({ id }) => id !== SIMPLE_TAG);
  return isPlain && isKeptName(name.replaceAll('\0', '')) && !tellsPlace(text);
};

async function* cleanTags(source: ByteSource, tags: Whole[]): Patches {
  for (const tag of tags.filter(({ id }) => id === TAG)) {
    const parts = await childrenOf(source, tag);
    const simple = parts.filter(({ id }) => id === SIMPLE_TAG);
    const removed: Whole[] = [];
    for (const one of simple) {
      if (!(await isKeptTag(source, one))) {
        removed.push(one);
      }
    }
    // A tag must hold something.
    yield* removed.length === simple.length
      ? [voided(tag)]
      : [...removed.map(voided), ...voidCheckSums(parts)];
  }
}

async function* cleanAttachments(source: ByteSource, files: Whole[]): Patches {
  for (const file of files.filter(({ id }) => id === ATTACHED_FILE)) {
    const parts = await childrenOf(source, file);
    const name = (await contentOf(source, parts, FILE_NAME, NAME_BYTES)).toString('utf8');
    const mime = (await contentOf(source, parts, FILE_MIME, NAME_BYTES)).toString('utf8');
    const data = parts.find(({ id }) => id === FILE_DATA);
    const size = data === undefined ? 0 : data.end - data.content;
    const isPicture = mime.startsWith('image/') && data !== undefined;
    if (PLACE_FILE.test(name) || PLACE_FILE.test(mime) || (isPicture && size > PICTURE_BYTES)) {
      yield voided(file);
    } else if (isPicture) {
      const picture = await source.read(data.content, size);
      yield write(data.content, cleanPictureInPlace(picture));
      yield* voidCheckSums(parts);
    }
  }
}

async function* cleanPart(source: ByteSource, part: Whole): Patches {
  if (part.id === TAGS || part.id === ATTACHMENTS) {
    const parts = await childrenOf(source, part);
    yield* voidCheckSums(parts);
    yield* (part.id === TAGS ? cleanTags : cleanAttachments)(source, parts);
  } else if (!IN_SEGMENT.has(part.id)) {
    yield voided(part);
  }
}

/** The end of a cluster of unknown length: where the next part of the segment stands. */
const endOfCluster = async (source: ByteSource, from: number, to: number): Promise<number> => {
  let at = from;
  while (at < to) {
    const element = await readElement(source, at);
    if (element === undefined || IN_SEGMENT.has(element.id)) {
      return at;
    }
    at = element.end ?? to;
  }
  return to;
};

/** @throws BrokenContainer unless its parts fill it; the last cluster may be cut off */
async function* cleanSegment(source: ByteSource, { content, end }: Whole): Patches {
  let at = content;
  for (let count = 0; at < end; count += 1) {
    const part = await readElement(source, at);
    if (part === undefined || count === ELEMENTS) {
      throw new BrokenContainer();
    }
    const partEnd = part.end ?? (await endOfCluster(source, part.content, end));
    if (part.id !== CLUSTER) {
      if (part.end === undefined || partEnd > end) {
        throw new BrokenContainer();
      }
      yield* cleanPart(source, { ...part, end: partEnd });
    }
    at = partEnd;
  }
}

/**
 * Finds what to overwrite in a film of Matroska or WebM, so that it does not tell any more where
 * it was taken. Tags become void elements of the same length.
 * @throws BrokenContainer for one whose parts do not add up
 */
export async function* matroskaPatches(source: ByteSource): Patches {
  const { size } = source;
  let hasSegment = false;
  let at = 0;
  let element = await readElement(source, at);
  for (; element !== undefined; element = await readElement(source, at)) {
    const end = Math.min(element.end ?? size, size);
    if (element.id === SEGMENT) {
      hasSegment = true;
      yield* cleanSegment(source, { ...element, end });
    }
    at = end;
  }
  if (!hasSegment) {
    throw new BrokenContainer();
  }
  if (at < size) {
    // What follows the last element belongs to nothing.
    yield { offset: at, length: size - at };
  }
}
