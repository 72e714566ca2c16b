import type { ByteSource } from '../../bytes/received-bytes';
import type { Range } from '../../bytes/ranges';
import { containsLocation } from './coordinates';

import { childrenOf, findBox, readContent, type Box } from './boxes';

/**
 * Handler types (codes in the box `hdlr`) of MP4 and QuickTime tracks with pictures, sound, text, time codes or parts
 * of MPEG-4 systems. Any other track contains measurements of a camera, drone or phone, including the location.
 */
const KEPT_HANDLERS = new Set([
  ...['vide', 'soun', 'auxv', 'pict', 'hint', 'tmcd', 'clcp', 'subp', 'subt', 'sbtl', 'text'],
  ...['odsm', 'sdsm', 'ocsm', 'mjsm', 'mp7s', 'ipsm', 'm7sm', 'MPEG', 'musi', 'qd3d', 'sprt'],
]);

/** Handler types (`hdlr` codes) of MP4 text tracks, in which drones write their location. */
const TEXT_HANDLERS = new Set(['subp', 'subt', 'sbtl', 'text']);

/** Number of chunks of a text track that are searched for coordinates. */
const CHUNKS_READ = 16;
const CHUNK_BYTES = 4096;

/** Maximum size of a table in a telemetry track, in bytes. The rest of a longer table is ignored. */
const TABLE_BYTES = 16 * 1024 * 1024;

const readNumbers = (table: Buffer, from: number, width: 4 | 8): number[] => {
  const numbers: number[] = [];
  for (let at = from; at + width <= table.length; at += width) {
    numbers.push(width === 8 ? Number(table.readBigUInt64BE(at)) : table.readUInt32BE(at));
  }
  return numbers;
};

/** Chunks of a track in playback order, from its sample table (ISO/IEC 14496-12, section 8.7). */
const chunksOf = async (source: ByteSource, track: Box): Promise<Range[]> => {
  const sampleTable = await findBox(source, track, 'mdia', 'minf', 'stbl');
  const boxes = sampleTable === undefined ? [] : await childrenOf(source, sampleTable);
  const read = async (type: string, from: number, width: 4 | 8 = 4): Promise<number[]> => {
    const box = boxes.find((one) => one.type === type);
    return readNumbers(await readContent(source, box, TABLE_BYTES), from, width);
  };
  const [same = 0, , ...sizes] = await read('stsz', 4);
  /**
   * Table of runs of chunks, three numbers per run: first chunk (counted from 1), samples per chunk, description index.
   */
  const runs = await read('stsc', 8);
  const offsets = [...(await read('stco', 8)), ...(await read('co64', 8, 8))];

  let run = 0;
  let sample = 0;
  return offsets.map((start, chunk) => {
    while ((runs[run + 3] ?? Infinity) <= chunk + 1) {
      run += 3;
    }
    const from = sample;
    sample += runs[run + 1] ?? 1;
    const length =
      same === 0
        ? sizes.slice(from, sample).reduce((sum, size) => sum + size, 0)
        : same * (sample - from);
    return { start, end: start + length };
  });
};

const textTellsPlace = async (source: ByteSource, chunks: Range[]): Promise<boolean> => {
  for (const { start, end } of chunks.slice(0, CHUNKS_READ)) {
    const text = await source.read(start, Math.min(end - start, CHUNK_BYTES));
    if (containsLocation(text)) {
      return true;
    }
  }
  return false;
};

/**
 * Ranges of the samples of a telemetry track. Ignores samples in fragments, which no camera writes.
 * @returns undefined for any other track
 * @throws BrokenContainer
 */
export const telemetryIn = async (source: ByteSource, track: Box): Promise<Range[] | undefined> => {
  const handler = await readContent(source, await findBox(source, track, 'mdia', 'hdlr'), 256);
  const kind = handler.toString('latin1', 8, 12);
  // A track without a handler cannot be played, so it is not blanked.
  if (kind.length < 4 || (KEPT_HANDLERS.has(kind) && !TEXT_HANDLERS.has(kind))) {
    return undefined;
  }
  const chunks = await chunksOf(source, track);
  const isText = TEXT_HANDLERS.has(kind);
  return isText && !(await textTellsPlace(source, chunks)) ? undefined : chunks;
};
