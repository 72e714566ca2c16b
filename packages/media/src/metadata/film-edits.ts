import { allPatches, overwrite, type Edits, type Patches } from '../bytes/edits';
import type { ByteSource } from '../bytes/received-bytes';

import { ifBroken } from '../errors';
import { isoMediaPatches } from './iso/media';
import { matroskaPatches } from './matroska';

/**
 * Function that finds metadata in video containers of phones and cameras; undefined for other files. @param mime media
 * type as `file-type` reports it
 */
const finderOf = (mime: string): ((source: ByteSource) => Patches) | undefined => {
  if (/^video\/(?:matroska|webm)$/.test(mime)) {
    return matroskaPatches;
  }
  return /^video\/(?:3gpp2?|mj2|mp4|quicktime|x-m4v)$/.test(mime) ? isoMediaPatches : undefined;
};

/**
 * Edits that remove the recording location from a video. No byte moves, and pictures and sound stay unchanged. A file
 * with an inconsistent structure or of another type is not edited, because a short signature proves nothing.
 * @param mime media type identified from the bytes
 */
export const filmEdits = async (source: ByteSource, mime: string): Promise<Edits> => {
  const find = finderOf(mime);
  const patches = find === undefined ? [] : await allPatches(find(source)).catch(ifBroken([]));
  return overwrite(source.size, patches);
};
