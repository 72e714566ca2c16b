import type { ByteSource } from '../../../bytes/byte-source';
import type { Patch } from '../../../bytes/patch';
import type { Box } from '../../iso-box';

import { readBoxes, readContent } from './boxes';

/** Flags of `tfhd` (ISO/IEC 14496-12, section 8.8.7). */
const BASE_OFFSET = 0x1;
const DESCRIPTION_INDEX = 0x2;
const DEFAULT_DURATION = 0x8;
const DEFAULT_SIZE = 0x10;
/** Flags of `trun` (section 8.8.8). */
const DATA_OFFSET = 0x1;
const FIRST_FLAGS = 0x4;
const SAMPLE_DURATION = 0x100;
const SAMPLE_SIZE = 0x200;
const SAMPLE_FLAGS = 0x400;
const SAMPLE_TIME_OFFSET = 0x800;

const RUN_BYTES = 1024 * 1024;

interface FragmentHeader {
  track: number;
  base: number | undefined;
  sampleSize: number;
}

const flagsOf = (content: Buffer): number => content.readUInt32BE(0) & 0xffffff;

const parseHeader = (content: Buffer): FragmentHeader | undefined => {
  if (content.length < 8) {
    return undefined;
  }
  const flags = flagsOf(content);
  let at = 8;
  let base: number | undefined;
  if (flags & BASE_OFFSET && content.length >= at + 8) {
    base = Number(content.readBigUInt64BE(at));
    at += 8;
  }
  at += flags & DESCRIPTION_INDEX ? 4 : 0;
  at += flags & DEFAULT_DURATION ? 4 : 0;
  const hasSize = (flags & DEFAULT_SIZE) !== 0 && content.length >= at + 4;
  return {
    track: content.readUInt32BE(4),
    base,
    sampleSize: hasSize ? content.readUInt32BE(at) : 0,
  };
};

/** Where the samples of a run lie; undefined if that is not told. */
const parseRun = (
  content: Buffer,
  { base, sampleSize }: FragmentHeader,
  fragmentStart: number
): Patch | undefined => {
  if (content.length < 12) {
    return undefined;
  }
  const flags = flagsOf(content);
  if ((flags & DATA_OFFSET) === 0) {
    return undefined;
  }
  const count = content.readUInt32BE(4);
  const offset = (base ?? fragmentStart) + content.readInt32BE(8);
  const width = [SAMPLE_DURATION, SAMPLE_SIZE, SAMPLE_FLAGS, SAMPLE_TIME_OFFSET].reduce(
    (sum, flag) => sum + (flags & flag ? 4 : 0),
    0
  );
  if ((flags & SAMPLE_SIZE) === 0) {
    return { offset, length: count * sampleSize };
  }
  const first = 12 + (flags & FIRST_FLAGS ? 4 : 0) + (flags & SAMPLE_DURATION ? 4 : 0);
  let length = 0;
  for (let at = first; at + 4 <= content.length; at += width) {
    length += content.readUInt32BE(at);
  }
  return { offset, length };
};

/**
 * What blanks the samples that a fragment has for some tracks.
 * @param fragment the `moof` box
 * @param numbers those of the tracks
 */
export const blankFragmentsOf = async (
  source: ByteSource,
  fragment: Box,
  numbers: Set<number>
): Promise<Patch[]> => {
  const patches: Patch[] = [];
  const parts = await readBoxes(source, fragment.content, fragment.end);
  for (const part of parts.filter(({ type }) => type === 'traf')) {
    const boxes = await readBoxes(source, part.content, part.end);
    const contentOf = (box: Box | undefined) => readContent(source, box, RUN_BYTES);
    const header = parseHeader(await contentOf(boxes.find(({ type }) => type === 'tfhd')));
    if (header === undefined || !numbers.has(header.track)) {
      continue;
    }
    for (const run of boxes.filter(({ type }) => type === 'trun')) {
      const samples = parseRun(await contentOf(run), header, fragment.start);
      if (samples !== undefined) {
        patches.push(samples);
      }
    }
  }
  return patches;
};
