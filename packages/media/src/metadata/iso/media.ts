import type { ByteSource } from '../../bytes/received-bytes';
import { addAll, blanks, write, type Patch } from '../../bytes/edits';
import { withoutRanges, type Range } from '../../bytes/ranges';
import { BrokenContainer } from '../broken-container';

import { childrenOf, makeBox, readBoxes, SHORTEST_BOX, type Box } from './boxes';
import { cleanMeta, cleanUserData } from './tags';
import { findTelemetry } from './telemetry';

/** Boxes at the top of a film that make it one; whatever else stands there is blanked. */
const KEPT_AT_TOP = new Set([
  ...['ftyp', 'styp', 'pdin', 'moov', 'moof', 'mfra', 'mdat', 'imda', 'sidx', 'ssix', 'prft'],
  ...['wide', 'pnot', 'PICT', 'emsg'],
]);

const KEPT_IN_MOVIE = new Set([
  ...['mvhd', 'trak', 'mvex', 'iods', 'pssh', 'ctab', 'cmov', 'rmra', 'clip', 'mvtr', 'prfl'],
  ...['trgr', 'grpl', 'ludt'],
]);

const KEPT_IN_TRACK = new Set([
  ...['tkhd', 'edts', 'tref', 'mdia', 'load', 'clip', 'matt', 'imap', 'txas', 'tapt', 'trgr'],
  ...['ludt', 'prfl', 'ctab', 'mere'],
]);

const KEPT_IN_FRAGMENT = new Set(['mfhd', 'traf', 'pssh']);
const KEPT_IN_TRACK_FRAGMENT = new Set([
  ...['tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio', 'senc', 'tfxd'],
]);

/** What may be somewhere else in a track, and is no part of how it is played. */
const TAGS_IN_MEDIA = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'XMP_', 'ID32', 'gps ']);
const KEPT_IN_MEDIA = { has: (type: string): boolean => !TAGS_IN_MEDIA.has(type) };
/** What tells how a track is played stands in each other so. */
const MEDIA_PATH = ['mdia', 'minf', 'stbl'];

/** Boxes of encryption, of streaming and of films to look around in, that have a UUID for a type. */
const KEPT_UUIDS = new Set([
  'a2394f525a9b4f14a2446c427c648df4', // PIFF sample encryption
  '8974dbce7be74c5184f97148f9882554', // PIFF track encryption
  'd08a4f1810f34a82b6c832d8aba183d3', // PIFF protection system
  '6d1d9b0542d544e680e2141daff757b2', // Smooth Streaming, time of a fragment
  'd4807ef2ca3946958e5426cb9e46a79f', // Smooth Streaming, reference of a fragment
  'ffcc8263f8554a938814587a02521fdd', // spherical video
]);

/** Metadata is read whole; boxes that are larger are blanked unread. */
const READ_BYTES = 16 * 1024 * 1024;

/** Makes a box one of free space, as long as it was. */
const blank = ({ start, end }: Box): Patch => {
  const length = end - start;
  if (length < SHORTEST_BOX) {
    return { offset: start, length };
  }
  if (length <= 0xffffffff) {
    const header = makeBox('free', Buffer.alloc(0));
    header.writeUInt32BE(length);
    return { offset: start, length, bytes: header };
  }
  const header = makeBox('free', Buffer.alloc(8));
  header.writeUInt32BE(1);
  header.writeBigUInt64BE(BigInt(length), 8);
  return { offset: start, length, bytes: header };
};

/** What is to be overwritten in a movie, and where the samples of its telemetry are. */
interface Cleaned {
  patches: Patch[];
  samples: Range[];
}

const isKeptUuid = async (source: ByteSource, box: Box): Promise<boolean> =>
  KEPT_UUIDS.has((await source.read(box.content, 16)).toString('hex'));

const rewrite = async (
  source: ByteSource,
  box: Box,
  clean: (bytes: Buffer) => Buffer | undefined
): Promise<Patch> => {
  const { start, end } = box;
  if (box.content - start !== SHORTEST_BOX || end - start > READ_BYTES) {
    return blank(box);
  }
  const cleaned = clean(await source.read(start, end - start));
  return cleaned === undefined ? blank(box) : write(start, cleaned);
};

type Kept = Pick<Set<string>, 'has'>;

const cleanBox = async (source: ByteSource, box: Box, kept: Kept): Promise<Patch | undefined> => {
  switch (box.type) {
    case 'udta':
      return rewrite(source, box, cleanUserData);
    case 'meta':
      return rewrite(source, box, cleanMeta);
    case 'uuid':
      return (await isKeptUuid(source, box)) ? undefined : blank(box);
    default:
      return kept.has(box.type) ? undefined : blank(box);
  }
};

const cleanBoxes = async (source: ByteSource, boxes: Box[], kept: Kept): Promise<Patch[]> => {
  const patches: Patch[] = [];
  for (const box of boxes) {
    const patch = await cleanBox(source, box, kept);
    if (patch !== undefined) {
      patches.push(patch);
    }
  }
  return patches;
};

/** Cleans what stands in a box, and in those of its boxes that have tags of their own. */
const cleanInside = async (
  source: ByteSource,
  boxes: Box[],
  kept: Kept,
  part: string,
  keptInPart: Kept
): Promise<Patch[]> => {
  const patches = await cleanBoxes(source, boxes, kept);
  for (const box of boxes.filter(({ type }) => type === part)) {
    addAll(patches, await cleanBoxes(source, await childrenOf(source, box), keptInPart));
  }
  return patches;
};

/** Cleans what stands in the boxes of a track that tell how it is played. */
const cleanMedia = async (source: ByteSource, track: Box): Promise<Patch[]> => {
  const patches: Patch[] = [];
  let boxes = await childrenOf(source, track);
  for (const type of MEDIA_PATH) {
    const part = boxes.find((box) => box.type === type);
    boxes = part === undefined ? [] : await childrenOf(source, part);
    addAll(patches, await cleanBoxes(source, boxes, KEPT_IN_MEDIA));
  }
  return patches;
};

/**
 * Cleans what stands in the box that says what a film is made of.
 * @throws BrokenContainer if that does not add up
 */
export const cleanMovie = async (source: ByteSource, movie: Box): Promise<Cleaned> => {
  const boxes = await childrenOf(source, movie);
  const telemetry = await findTelemetry(source, boxes);
  const others = boxes.filter((box) => !telemetry.tracks.includes(box));
  const patches = [
    ...telemetry.tracks.map(blank),
    ...(await cleanInside(source, others, KEPT_IN_MOVIE, 'trak', KEPT_IN_TRACK)),
  ];
  for (const track of others.filter(({ type }) => type === 'trak')) {
    addAll(patches, await cleanMedia(source, track));
  }
  return { patches, samples: telemetry.samples };
};

/** Boxes that hold samples. */
const MEDIA_DATA = new Set(['mdat', 'imda']);

/** Samples are blanked only where samples are: a damaged film may say that its boxes are some. */
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

/** The boxes at the top of a file. One that was cut off ends with its samples; what is no box is one of no type. */
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
 * Finds what to overwrite in a film of the ISO base media family (MP4, QuickTime, 3GP), so that it
 * does not tell any more where it was taken: tags, XMP, the makers' own boxes, and tracks of
 * telemetry. All becomes free space of the same length, so that no offset in the film changes.
 * Sound and pictures are not touched.
 * @throws BrokenContainer for what does not say what the film is made of, or not from end to end
 */
export const isoMediaPatches = async (source: ByteSource): Promise<Patch[]> => {
  const boxes = await boxesAtTop(source);
  const movies = boxes.filter(({ type }) => type === 'moov');
  if (movies.length === 0) {
    throw new BrokenContainer();
  }
  const patches = await cleanBoxes(source, boxes, KEPT_AT_TOP);
  for (const movie of movies) {
    const cleaned = await cleanMovie(source, movie);
    addAll(patches, cleaned.patches);
    addAll(patches, inMediaData(cleaned.samples, boxes, source.size));
  }
  for (const fragment of boxes.filter(({ type }) => type === 'moof')) {
    const parts = await childrenOf(source, fragment);
    addAll(
      patches,
      await cleanInside(source, parts, KEPT_IN_FRAGMENT, 'traf', KEPT_IN_TRACK_FRAGMENT)
    );
  }
  return patches;
};
