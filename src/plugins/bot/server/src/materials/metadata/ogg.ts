import type { ByteSource } from '../../bytes/byte-source';
import { write, type Patch } from '../../bytes/patch';

import { isKeptName, tellsPlace } from './film-tags';
import { oggCrc } from './pictures/crc';

/** A page of Ogg (RFC 3533, section 6). */
interface Page {
  start: number;
  stream: number;
  /** Where what it holds begins. */
  content: number;
  end: number;
}

const HEADER_BYTES = 27;
const CRC_AT = 22;
/** Comments stand in the second packet of each stream, before any sound or picture. */
const PAGES = 512;

/** How the packet of comments begins, by codec; what follows is the same in all. */
const COMMENT_HEADERS = ['\x03vorbis', '\x81theora', 'OpusTags', '\x81kate\0\0\0\0'];

const readPages = async (source: ByteSource): Promise<Page[]> => {
  const pages: Page[] = [];
  let start = 0;
  while (pages.length < PAGES) {
    const header = await source.read(start, HEADER_BYTES + 255);
    if (header.length < HEADER_BYTES || header.toString('latin1', 0, 4) !== 'OggS') {
      break;
    }
    const content = start + HEADER_BYTES + (header[26] ?? 0);
    const segments = header.subarray(HEADER_BYTES, content - start);
    const end = content + segments.reduce((sum, length) => sum + length, 0);
    pages.push({ start, stream: header.readUInt32LE(14), content, end });
    start = end;
  }
  return pages;
};

/** Replaces the values of the comments that are not kept with spaces, in place. */
const blankComments = (packet: Buffer): boolean => {
  const header = COMMENT_HEADERS.find((name) =>
    packet.subarray(0, name.length).equals(Buffer.from(name, 'latin1'))
  );
  if (header === undefined || packet.length < header.length + 4) {
    return false;
  }
  let at = header.length + 4 + packet.readUInt32LE(header.length);
  let changed = false;
  at += 4; // the number of comments
  while (at + 4 <= packet.length) {
    const end = at + 4 + packet.readUInt32LE(at);
    if (end > packet.length) {
      break;
    }
    const [name = '', value = ''] = packet.toString('utf8', at + 4, end).split(/=(.*)/s);
    if (!isKeptName(name) || tellsPlace(value)) {
      packet.fill(' ', at + 4 + Buffer.byteLength(name) + 1, end);
      changed = true;
    }
    at = end;
  }
  return changed;
};

/**
 * Finds what to overwrite in a film of Ogg, so that it does not tell any more where it was taken.
 * Values of comments become spaces, and the check sums of their pages are made anew.
 */
export const oggPatches = async (source: ByteSource): Promise<Patch[]> => {
  const pages = await readPages(source);
  const patches: Patch[] = [];
  for (const stream of new Set(pages.map(({ stream }) => stream))) {
    // The first page has the first packet alone.
    const own = pages.filter((page) => page.stream === stream).slice(1);
    const bytes: Buffer[] = [];
    for (const { content, end } of own) {
      bytes.push(await source.read(content, end - content));
    }
    const packets = Buffer.concat(bytes);
    if (!blankComments(packets)) {
      continue;
    }
    let at = 0;
    for (const { start, content, end } of own) {
      const before = await source.read(start, end - start);
      const page = Buffer.from(before);
      at += packets.copy(page, content - start, at, at + end - content);
      if (!page.equals(before)) {
        page.writeUInt32LE(0, CRC_AT);
        page.writeUInt32LE(oggCrc(page), CRC_AT);
        patches.push(write(start, page));
      }
    }
  }
  return patches;
};
