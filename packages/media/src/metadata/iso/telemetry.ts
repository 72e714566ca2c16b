import type { ByteSource } from '../../bytes/received-bytes';
import type { Range } from '../../bytes/ranges';
import { tellsPlace } from '../film-tags';

import { findBox, readContent, type Box } from './boxes';
import { chunksOf } from './samples';

/**
 * Tracks that are neither seen nor heard: what a camera, a drone or a phone measured while it
 * filmed, its place among it. GoPro, DJI, Sony, Insta360, Google's camera and others each have a
 * kind of their own, so the kinds that stay are listed.
 */
export interface Telemetry {
  tracks: Box[];
  /** Where their samples lie. Those in fragments, which no camera writes, are not looked for. */
  samples: Range[];
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

const textTellsPlace = async (source: ByteSource, chunks: Range[]): Promise<boolean> => {
  for (const { start, end } of chunks.slice(0, CHUNKS_READ)) {
    const text = await source.read(start, Math.min(end - start, CHUNK_BYTES));
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

/**
 * Finds the tracks of telemetry of a film.
 * @param boxes those in its `moov`
 * @throws BrokenContainer
 */
export const findTelemetry = async (source: ByteSource, boxes: Box[]): Promise<Telemetry> => {
  const found: Telemetry = { tracks: [], samples: [] };
  for (const track of boxes.filter(({ type }) => type === 'trak')) {
    const chunks = await telemetryIn(source, track);
    if (chunks !== undefined) {
      found.tracks.push(track);
      found.samples = found.samples.concat(chunks);
    }
  }
  return found;
};
