import type { ByteSource } from '../../../bytes/byte-source';
import { addAll, type Patch } from '../../../bytes/patch';
import type { Box } from '../../iso-box';
import { tellsPlace } from '../film-tags';

import { findBox, readContent } from './boxes';
import { chunksOf, type Range } from './samples';

/**
 * Tracks that are neither seen nor heard: what a camera, a drone or a phone measured while it
 * filmed, its place among it. GoPro, DJI, Sony, Insta360, Google's camera and others each have a
 * kind of their own, so the kinds that stay are listed.
 */
export interface Telemetry {
  /** The boxes of those tracks. */
  boxes: Set<Box>;
  /** Their numbers, by which fragments refer to them. */
  numbers: Set<number>;
  /** What blanks their samples. */
  samples: Patch[];
}

/** Handlers of pictures, sound, texts and time codes, and of the parts of MPEG-4 systems. */
const KEPT_HANDLERS = new Set([
  ...['vide', 'soun', 'auxv', 'pict', 'hint', 'tmcd', 'clcp', 'subp', 'subt', 'sbtl', 'text'],
  ...['odsm', 'sdsm', 'ocsm', 'mjsm', 'mp7s', 'ipsm', 'm7sm', 'MPEG', 'musi', 'qd3d', 'sprt'],
]);

/** Handlers of texts, in which drones write where they are. */
const TEXT_HANDLERS = new Set(['subp', 'subt', 'sbtl', 'text']);

/** Apple's timed metadata: kept if its keys are not about a place (as for a Live Photo). */
const APPLE_METADATA = 'mebx';
const PLACE_KEY = /location|gps|geo|direction|coordinate/i;

/** Chunks of a text that are read to know what is written there. */
const CHUNKS_READ = 16;
const CHUNK_BYTES = 4096;

/** Where dashcams list the blocks with their place, each of them an offset and a length. */
const DASHCAM_INDEX = 'gps ';
const DASHCAM_BLOCK = 'freeGPS ';
const DASHCAM_BLOCKS = 100_000;

const trackNumber = async (source: ByteSource, track: Box): Promise<number> => {
  const header = await readContent(source, await findBox(source, track, 'tkhd'), 24);
  const at = header[0] === 1 ? 20 : 12;
  return header.length >= at + 4 ? header.readUInt32BE(at) : 0;
};

const textTellsPlace = async (source: ByteSource, chunks: Range[]): Promise<boolean> => {
  for (const { offset, length } of chunks.slice(0, CHUNKS_READ)) {
    const text = await source.read(offset, Math.min(length, CHUNK_BYTES));
    if (tellsPlace(text.toString('utf8').replaceAll('\0', ''))) {
      return true;
    }
  }
  return false;
};

const chunksOfTrack = async (source: ByteSource, track: Box): Promise<Range[]> => {
  const sampleTable = await findBox(source, track, 'mdia', 'minf', 'stbl');
  return sampleTable === undefined ? [] : chunksOf(source, sampleTable);
};

/** The chunks of a track of telemetry; undefined for any other track, whose chunks are not read. */
const telemetryIn = async (source: ByteSource, track: Box): Promise<Range[] | undefined> => {
  const handler = await readContent(source, await findBox(source, track, 'mdia', 'hdlr'), 256);
  if (handler.length < 12) {
    return undefined; // not a track that anything could play
  }
  const kind = handler.toString('latin1', 8, 12);
  if (!KEPT_HANDLERS.has(kind)) {
    const description = await findBox(source, track, 'mdia', 'minf', 'stbl', 'stsd');
    const text = (await readContent(source, description, CHUNK_BYTES)).toString('latin1');
    const isKept = text.slice(12, 16) === APPLE_METADATA && !PLACE_KEY.test(text);
    return isKept ? undefined : chunksOfTrack(source, track);
  }
  if (!TEXT_HANDLERS.has(kind)) {
    return undefined;
  }
  const chunks = await chunksOfTrack(source, track);
  return (await textTellsPlace(source, chunks)) ? chunks : undefined;
};

const dashcamBlocks = async (source: ByteSource, index: Box): Promise<Patch[]> => {
  const table = await readContent(source, index, 8 * DASHCAM_BLOCKS);
  const blocks: Patch[] = [];
  for (let at = 8; at + 8 <= table.length; at += 8) {
    const offset = table.readUInt32BE(at);
    const block = await source.read(offset, 12);
    if (block.toString('latin1', 4, 12) === DASHCAM_BLOCK) {
      blocks.push({ offset: offset + 8, length: Math.max(table.readUInt32BE(at + 4), 12) - 8 });
    }
  }
  return blocks;
};

/**
 * Finds the tracks of telemetry of a film.
 * @param boxes those in its `moov`
 */
export const findTelemetry = async (source: ByteSource, boxes: Box[]): Promise<Telemetry> => {
  const found: Telemetry = { boxes: new Set(), numbers: new Set(), samples: [] };
  for (const box of boxes) {
    if (box.type === DASHCAM_INDEX) {
      addAll(found.samples, await dashcamBlocks(source, box));
    }
    if (box.type !== 'trak') {
      continue;
    }
    const chunks = await telemetryIn(source, box);
    if (chunks !== undefined) {
      found.boxes.add(box);
      found.numbers.add(await trackNumber(source, box));
      addAll(found.samples, chunks);
    }
  }
  return found;
};
