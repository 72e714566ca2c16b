import {
  allPatches,
  blanks,
  keepAll,
  overwrite,
  write,
  type Edits,
  type Patch,
} from '../../bytes/edits';
import { withoutRanges, type Range } from '../../bytes/ranges';
import { bytesInMemory } from '../../bytes/received-bytes';
import { ifBroken } from '../../errors';
import { boxesAtTop, cleanBoxes } from '../../metadata/iso/media';

import type { HeifItems, Item } from './items';

/** Types of items that are no picture: EXIF, XMP and whatever else has a MIME type or an address. */
const METADATA_ITEMS = new Set(['Exif', 'mime', 'uri ']);

/** A type of items that no reader knows: it passes over one. */
const UNKNOWN_ITEM = Buffer.from('none');

const KEPT_AT_TOP = new Set(['ftyp', 'styp', 'meta', 'mdat', 'moov', 'moof', 'mfra', 'sidx']);
/** Boxes beside the tables of its items that are no part of a picture. */
const METADATA_BOXES = new Set(['udta', 'uuid', 'xml ', 'bxml', 'free', 'skip']);

const isMetadata = ({ type }: Item): boolean => METADATA_ITEMS.has(type);

/** Where the pictures of a file are, and their parts. */
export const picturesOf = ({ items }: HeifItems): Range[] =>
  items.filter((item) => !isMetadata(item)).flatMap(({ extents }) => extents);

/** @throws BrokenContainer if it is an animation whose parts do not add up */
const cleanItems = async (file: Buffer, heif: HeifItems): Promise<Edits> => {
  const source = bytesInMemory(file, '');
  const metadata = heif.items.filter(isMetadata);
  const pictures = picturesOf(heif);
  const atTop = (await boxesAtTop(source)).filter(({ type }) => type !== '');
  const movies = atTop.filter(({ type }) => type === 'moov');
  const emptied = [
    ...atTop.filter(({ type }) => !KEPT_AT_TOP.has(type)),
    ...[...heif.boxes.values()].filter(({ type }) => METADATA_BOXES.has(type)),
  ];
  const tables = [...heif.boxes.values()].filter(({ type }) => type !== 'idat' && type !== 'meta');
  const contents = emptied.map(({ content, end }) => ({ start: content, end }));
  const patches: Patch[] = [
    ...emptied.map(({ start }) => write(start + 4, Buffer.from('free'))),
    // What says of what type an item is, and how it is called, stands at the end of its box.
    ...metadata.map(({ named: { start, end } }) => ({
      offset: start,
      length: end - start,
      bytes: UNKNOWN_ITEM,
    })),
    // What a picture takes from there stays, wherever a damaged file says that it is.
    ...blanks(withoutRanges(contents, pictures, file.length)),
    ...blanks(
      withoutRanges(
        metadata.flatMap(({ extents }) => extents),
        [...pictures, ...tables],
        file.length
      )
    ),
    ...(await allPatches(cleanBoxes(source, movies))),
  ];
  // What follows the last box belongs to nothing, if no picture takes it from there.
  const end = pictures.reduce((last, extent) => Math.max(last, extent.end), atTop.at(-1)?.end ?? 0);
  return overwrite(Math.min(end, file.length), patches);
};

/**
 * Takes from an AVIF, or another HEIF file, what was written beside its pixels, in place: no byte
 * that stays moves, since the file is full of offsets. How it is to be turned is no metadata there
 * and stays. One that is damaged stays as it came.
 */
export const cleanHeif = (file: Buffer, heif: HeifItems): Promise<Edits> =>
  cleanItems(file, heif).catch(ifBroken(keepAll(file.length)));
