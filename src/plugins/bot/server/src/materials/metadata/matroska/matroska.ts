import type { ByteSource } from '../../../bytes/byte-source';
import { addAll, write, type Patch } from '../../../bytes/patch';
import { isKeptName, tellsPlace } from '../film-tags';
import { cleanPictureInPlace } from '../pictures/embedded-picture';

import { readElement, voidElement, type Element } from './ebml';

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

/** The elements between two offsets, to the first that is none or that runs over the end. */
const childrenOf = async (source: ByteSource, from: number, to: number): Promise<Element[]> => {
  const children: Element[] = [];
  for (let at = from; at < to && children.length < ELEMENTS;) {
    const element = await readElement(source, at);
    if (element?.end === undefined || element.end > to) {
      break;
    }
    children.push(element);
    at = element.end;
  }
  return children;
};

const contentOf = async (
  source: ByteSource,
  elements: Element[],
  id: number,
  limit: number
): Promise<Buffer> => {
  const element = elements.find((candidate) => candidate.id === id);
  return element?.end === undefined
    ? Buffer.alloc(0)
    : source.read(element.content, Math.min(element.end - element.content, limit));
};

const voided = ({ start, end = start }: Element): Patch => voidElement(start, end - start);

/** A check sum over what is changed would be wrong; none is needed. */
const voidCheckSums = (elements: Element[]): Patch[] =>
  elements.filter(({ id }) => id === CRC_32).map(voided);

const isKeptTag = async (source: ByteSource, { content, end = 0 }: Element): Promise<boolean> => {
  const parts = await childrenOf(source, content, end);
  const name = (await contentOf(source, parts, TAG_NAME, NAME_BYTES)).toString('utf8');
  const text = (await contentOf(source, parts, TAG_STRING, TEXT_BYTES)).toString('utf8');
  // A tag in a tag says more of it: who, and where.
  const isPlain = parts.every(({ id }) => id !== SIMPLE_TAG);
  return isPlain && isKeptName(name.replaceAll('\0', '')) && !tellsPlace(text);
};

const cleanTags = async (source: ByteSource, from: number, to: number): Promise<Patch[]> => {
  const patches: Patch[] = [];
  const tags = await childrenOf(source, from, to);
  addAll(patches, voidCheckSums(tags));
  for (const tag of tags.filter(({ id }) => id === TAG)) {
    const parts = await childrenOf(source, tag.content, tag.end ?? to);
    const simple = parts.filter(({ id }) => id === SIMPLE_TAG);
    const removed: Element[] = [];
    for (const part of simple) {
      if (!(await isKeptTag(source, part))) {
        removed.push(part);
      }
    }
    // A tag must hold something.
    addAll(
      patches,
      removed.length === simple.length
        ? [voided(tag)]
        : [...removed.map(voided), ...voidCheckSums(parts)]
    );
  }
  return patches;
};

const cleanAttachments = async (
  source: ByteSource,
  { content, end = content }: Element
): Promise<Patch[]> => {
  const files = await childrenOf(source, content, end);
  const patches = voidCheckSums(files);
  for (const file of files.filter(({ id }) => id === ATTACHED_FILE)) {
    const parts = await childrenOf(source, file.content, file.end ?? end);
    const name = (await contentOf(source, parts, FILE_NAME, NAME_BYTES)).toString('utf8');
    const mime = (await contentOf(source, parts, FILE_MIME, NAME_BYTES)).toString('utf8');
    if (PLACE_FILE.test(name) || PLACE_FILE.test(mime)) {
      patches.push(voided(file));
      continue;
    }
    const data = parts.find(({ id }) => id === FILE_DATA);
    if (mime.startsWith('image/') && data?.end !== undefined) {
      if (data.end - data.content > PICTURE_BYTES) {
        patches.push(voided(file));
        continue;
      }
      const picture = await contentOf(source, parts, FILE_DATA, PICTURE_BYTES);
      patches.push(write(data.content, cleanPictureInPlace(picture)));
      addAll(patches, voidCheckSums(parts));
    }
  }
  return patches;
};

const cleanPart = async (source: ByteSource, part: Element, end: number): Promise<Patch[]> => {
  switch (part.id) {
    case TAGS:
      return cleanTags(source, part.content, end);
    case ATTACHMENTS:
      return cleanAttachments(source, { ...part, end });
    default:
      return IN_SEGMENT.has(part.id) ? [] : [voidElement(part.start, end - part.start)];
  }
};

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

const cleanSegment = async (source: ByteSource, from: number, to: number): Promise<Patch[]> => {
  const patches: Patch[] = [];
  let at = from;
  for (let count = 0; at < to && count < ELEMENTS; count += 1) {
    const part = await readElement(source, at);
    if (part === undefined) {
      break;
    }
    if (part.end === undefined) {
      at = part.id === CLUSTER ? await endOfCluster(source, part.content, to) : to;
      continue;
    }
    const end = Math.min(part.end, to);
    addAll(patches, await cleanPart(source, part, end));
    at = end;
  }
  return patches;
};

/**
 * Finds what to overwrite in a film of Matroska or WebM, so that it does not tell any more where
 * it was taken. Tags become void elements of the same length.
 */
export const matroskaPatches = async (source: ByteSource): Promise<Patch[]> => {
  const patches: Patch[] = [];
  for (let at = 0; at < source.size;) {
    const element = await readElement(source, at);
    if (element === undefined) {
      break;
    }
    const end = Math.min(element.end ?? source.size, source.size);
    if (element.id === SEGMENT) {
      addAll(patches, await cleanSegment(source, element.content, end));
    }
    at = end;
  }
  return patches;
};
