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

/** Item types that are not pictures: EXIF, XMP and other data with a media type or URI. */
const METADATA_ITEMS = new Set(['Exif', 'mime', 'uri ']);

/** HEIF item type that no image program knows. Programs ignore items of this type. */
const UNKNOWN_ITEM = Buffer.from('none');

const KEPT_AT_TOP = new Set(['ftyp', 'styp', 'meta', 'mdat', 'moov', 'moof', 'mfra', 'sidx']);
/** Types of the boxes in a HEIF file's `meta` box that hold metadata or unused bytes. */
const METADATA_BOXES = new Set(['udta', 'uuid', 'xml ', 'bxml', 'free', 'skip']);

const isMetadata = ({ type }: Item): boolean => METADATA_ITEMS.has(type);

/** Byte ranges of all pictures in a HEIF file and of the pictures' parts. */
export const picturesOf = ({ items }: HeifItems): Range[] =>
  items.filter((item) => !isMetadata(item)).flatMap(({ extents }) => extents);

/** Removes metadata from a HEIF file. @throws BrokenContainer for an animation with an inconsistent structure */
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
    // Type and name of an item are at the end of its box.
    ...metadata.map(({ named: { start, end } }) => ({
      offset: start,
      length: end - start,
      bytes: UNKNOWN_ITEM,
    })),
    // Bytes that a picture uses are kept, even if a damaged file declares them as metadata too.
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
  // Bytes after the last box are removed unless a picture uses them.
  const end = pictures.reduce((last, extent) => Math.max(last, extent.end), atTop.at(-1)?.end ?? 0);
  return overwrite(Math.min(end, file.length), patches);
};

/**
 * Removes metadata from an AVIF or other HEIF file, in place: kept bytes do not move, because the file contains
 * absolute offsets. Keeps the rotation, which HEIF does not store as metadata. A damaged file stays unchanged.
 */
export const cleanHeif = (file: Buffer, heif: HeifItems): Promise<Edits> =>
  cleanItems(file, heif).catch(ifBroken(keepAll(file.length)));
