import type { ByteSource } from '../../bytes/received-bytes';
import { blanks, type Patch, type Patches } from '../../bytes/edits';
import { withoutRanges, type Range } from '../../bytes/ranges';
import { BrokenContainer } from '../../errors';

import { childrenOf, LONGEST_HEADER, readBoxes, SHORTEST_BOX, type Box } from './boxes';
import { telemetryIn } from './telemetry';

/** A rule for cleaning boxes: the child boxes to keep, and rules for their children. */
interface Rule {
  keeps: (type: string) => boolean;
  inside?: Record<string, Rule>;
}

const only = (...types: string[]): Rule['keeps'] => {
  const kept = new Set(types);
  return (type) => kept.has(type);
};

/** Whether a box type is metadata that may occur anywhere in the description of a track. */
const areTags = only('udta', 'meta', 'uuid', 'free', 'skip', 'XMP_', 'ID32', 'gps ');
const keeps: Rule['keeps'] = (type) => !areTags(type);

const MEDIA: Rule = { keeps, inside: { minf: { keeps, inside: { stbl: { keeps } } } } };

const TRACK: Rule = {
  keeps: only(
    ...['tkhd', 'edts', 'tref', 'mdia', 'load', 'clip', 'matt', 'imap', 'txas', 'tapt', 'trgr'],
    ...['ludt', 'prfl', 'ctab', 'mere']
  ),
  inside: { mdia: MEDIA },
};

const MOVIE: Rule = {
  keeps: only(
    ...['mvhd', 'trak', 'mvex', 'iods', 'pssh', 'ctab', 'cmov', 'rmra', 'clip', 'mvtr', 'prfl'],
    ...['trgr', 'grpl', 'ludt']
  ),
  inside: { trak: TRACK },
};

const TRACK_FRAGMENT: Rule = {
  keeps: only(
    ...['tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio', 'senc', 'tfxd']
  ),
};

const FILM: Rule = {
  keeps: only(
    ...['ftyp', 'styp', 'pdin', 'moov', 'moof', 'mfra', 'mdat', 'imda', 'sidx', 'ssix', 'prft'],
    ...['wide', 'pnot', 'PICT', 'emsg']
  ),
  inside: {
    moov: MOVIE,
    moof: { keeps: only('mfhd', 'traf', 'pssh'), inside: { traf: TRACK_FRAGMENT } },
  },
};

/** UUIDs of boxes for encryption, streaming and spherical video. */
const KEPT_UUIDS = new Set([
  'a2394f525a9b4f14a2446c427c648df4', // PIFF sample encryption
  '8974dbce7be74c5184f97148f9882554', // PIFF track encryption
  'd08a4f1810f34a82b6c832d8aba183d3', // PIFF protection system
  '6d1d9b0542d544e680e2141daff757b2', // Smooth Streaming, time of a fragment
  'd4807ef2ca3946958e5426cb9e46a79f', // Smooth Streaming, reference of a fragment
  'ffcc8263f8554a938814587a02521fdd', // spherical video
]);

/** Converts a box to free space of the same length. */
const blank = ({ start, end }: Box): Patch => {
  const length = end - start;
  if (length < SHORTEST_BOX) {
    return { offset: start, length };
  }
  const isLong = length > 0xffffffff;
  const bytes = Buffer.alloc(isLong ? LONGEST_HEADER : SHORTEST_BOX);
  bytes.writeUInt32BE(isLong ? 1 : length);
  bytes.write('free', 4, 'latin1');
  if (isLong) {
    bytes.writeBigUInt64BE(BigInt(length), 8);
  }
  return { offset: start, length, bytes };
};

const isKeptUuid = async (source: ByteSource, box: Box): Promise<boolean> =>
  KEPT_UUIDS.has((await source.read(box.content, 16)).toString('hex'));

const MEDIA_DATA = new Set(['mdat', 'imda']);

/**
 * Creates patches that overwrite the samples of an MP4 track with zeros. Leaves out bytes outside of the media data,
 * because a damaged file may declare its own boxes as samples.
 */
const inMediaData = (samples: Range[], boxes: Box[], size: number): Patch[] => {
  const others = [];
  let start = 0;
  for (const box of boxes.filter(({ type }) => MEDIA_DATA.has(type))) {
    others.push({ start, end: box.content });
    start = box.end;
  }
  others.push({ start, end: size });
  return blanks(withoutRanges(samples, others, size));
};

/**
 * Removes metadata from boxes and their children.
 * @param top boxes at the top of the file
 * @throws BrokenContainer for an inconsistent structure
 */
export async function* cleanBoxes(
  source: ByteSource,
  boxes: Box[],
  rule: Rule = FILM,
  top: Box[] = boxes
): Patches {
  for (const box of boxes) {
    const samples = box.type === 'trak' ? await telemetryIn(source, box) : undefined;
    if (samples !== undefined) {
      yield blank(box);
      yield* inMediaData(samples, top, source.size);
      continue;
    }
    const isKept = box.type === 'uuid' ? await isKeptUuid(source, box) : rule.keeps(box.type);
    if (!isKept) {
      yield blank(box);
    }
    const inside = rule.inside?.[box.type];
    if (inside !== undefined) {
      yield* cleanBoxes(source, await childrenOf(source, box), inside, top);
    }
  }
}

/**
 * Reads the boxes at the top of a file. In a truncated file the last box ends with the file. Bytes that are not a box
 * get a box with an empty type.
 */
export const boxesAtTop = async (source: ByteSource): Promise<Box[]> => {
  const { size } = source;
  const boxes = await readBoxes(source, 0, size);
  const last = boxes.at(-1);
  const isCutOff = last !== undefined && last.end > size;
  if (isCutOff) {
    boxes.pop();
  }
  const start = boxes.at(-1)?.end ?? 0;
  if (isCutOff && MEDIA_DATA.has(last.type)) {
    boxes.push({ ...last, end: size });
  } else if (start < size) {
    boxes.push({ type: '', start, content: start, end: size });
  }
  return boxes;
};

/**
 * Finds the bytes to overwrite in an ISO base media file (MP4, QuickTime, 3GP) so that it no longer contains the
 * recording location: tags, XMP, vendor boxes and telemetry tracks. All become free space of the same length, so
 * offsets stay valid. Sound and pictures stay unchanged.
 * @throws BrokenContainer if the file does not describe its content completely
 */
export async function* isoMediaPatches(source: ByteSource): Patches {
  const boxes = await boxesAtTop(source);
  if (boxes.every(({ type }) => type !== 'moov')) {
    throw new BrokenContainer();
  }
  yield* cleanBoxes(source, boxes);
}
