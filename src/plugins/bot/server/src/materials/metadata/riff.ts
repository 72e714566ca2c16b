import type { ByteSource } from '../../bytes/byte-source';
import { addAll, type Patch } from '../../bytes/patch';

import { tellsPlace } from './film-tags';

/** A chunk of RIFF, the container of AVI. A list has a name of its own. */
interface Chunk {
  id: string;
  list: string;
  start: number;
  content: number;
  end: number;
}

const HEADER_BYTES = 8;
const LIST_HEADER_BYTES = 12;
const CHUNKS = 100_000;
const TEXT_BYTES = 64 * 1024;

/** Boxes at the top of a film; the others (XMP, the makers' own) become junk. */
const KEPT_AT_TOP = new Set(['LIST hdrl', 'LIST movi', 'LIST INFO', 'idx1']);
const KEPT_IN_HEADER = new Set(['avih', 'LIST strl', 'LIST odml', 'vprp']);
/** All of a stream but `strd`, where cameras put EXIF. */
const KEPT_IN_STREAM = new Set(['strh', 'strf', 'strn', 'indx', 'vprp']);
/** Title, artist, rights and the like (https://exiftool.org/TagNames/RIFF.html#Info). */
const KEPT_INFO = new Set([
  ...['IARL', 'IART', 'ICMT', 'ICOP', 'ICRD', 'IDIT', 'IENG', 'IGNR', 'IKEY', 'ILNG', 'IMED'],
  ...['INAM', 'IPRD', 'IPRT', 'ISBJ', 'ISFT', 'ISMP', 'ISRC', 'ITCH', 'IFRM', 'ITRK', 'IWRI'],
]);

const readChunks = async (source: ByteSource, from: number, to: number): Promise<Chunk[]> => {
  const chunks: Chunk[] = [];
  let start = from;
  while (start + HEADER_BYTES <= to && chunks.length < CHUNKS) {
    const header = await source.read(start, LIST_HEADER_BYTES);
    if (header.length < HEADER_BYTES) {
      break;
    }
    const type = header.toString('latin1', 0, 4);
    const length = header.readUInt32LE(4);
    const isList = type === 'LIST' || type === 'RIFF';
    const list = isList ? header.toString('latin1', 8, 12) : '';
    chunks.push({
      id: isList ? `${type} ${list}` : type,
      list,
      start,
      content: start + (isList ? LIST_HEADER_BYTES : HEADER_BYTES),
      end: Math.min(start + HEADER_BYTES + length, to),
    });
    start += HEADER_BYTES + length + (length % 2);
  }
  return chunks;
};

/** Makes a chunk one that readers skip, as long as it was. */
const junk = ({ start, end }: Chunk): Patch => {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write('JUNK', 'latin1');
  bytes.writeUInt32LE(Math.max(end - start - HEADER_BYTES, 0), 4);
  return { offset: start, length: end - start, bytes };
};

const cleanInfo = async (source: ByteSource, { content, end }: Chunk): Promise<Patch[]> => {
  const patches: Patch[] = [];
  for (const info of await readChunks(source, content, end)) {
    const text = await source.read(info.content, Math.min(info.end - info.content, TEXT_BYTES));
    if (!KEPT_INFO.has(info.id) || tellsPlace(text.toString('utf8'))) {
      patches.push(junk(info));
    }
  }
  return patches;
};

const cleanHeader = async (source: ByteSource, { content, end }: Chunk): Promise<Patch[]> => {
  const patches: Patch[] = [];
  for (const chunk of await readChunks(source, content, end)) {
    if (!KEPT_IN_HEADER.has(chunk.id)) {
      patches.push(junk(chunk));
    } else if (chunk.id === 'LIST strl') {
      const parts = await readChunks(source, chunk.content, chunk.end);
      addAll(patches, parts.filter(({ id }) => !KEPT_IN_STREAM.has(id)).map(junk));
    }
  }
  return patches;
};

const cleanChunk = async (source: ByteSource, chunk: Chunk): Promise<Patch[]> => {
  if (!KEPT_AT_TOP.has(chunk.id)) {
    return [junk(chunk)];
  }
  switch (chunk.list) {
    case 'INFO':
      return cleanInfo(source, chunk);
    case 'hdrl':
      return cleanHeader(source, chunk);
    default:
      return [];
  }
};

/**
 * Finds what to overwrite in an AVI, so that it does not tell any more where it was taken. What is
 * removed becomes junk of the same length.
 */
export const riffPatches = async (source: ByteSource): Promise<Patch[]> => {
  const patches: Patch[] = [];
  for (const part of await readChunks(source, 0, source.size)) {
    if (!part.id.startsWith('RIFF')) {
      patches.push(junk(part));
      continue;
    }
    for (const chunk of await readChunks(source, part.content, part.end)) {
      addAll(patches, await cleanChunk(source, chunk));
    }
  }
  return patches;
};
