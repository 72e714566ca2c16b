import { allPatches, overwrite, type Edits, type Patches } from '../bytes/edits';
import type { ByteSource } from '../bytes/received-bytes';

import { ifBroken } from '../errors';
import { isoMediaPatches } from './iso/media';
import { matroskaPatches } from './matroska';

/** The containers that phones and cameras write films into, by MIME type as `file-type` names them. */
const finderOf = (mime: string): ((source: ByteSource) => Patches) | undefined => {
  if (/^video\/(?:matroska|webm)$/.test(mime)) {
    return matroskaPatches;
  }
  return /^video\/(?:3gpp2?|mj2|mp4|quicktime|x-m4v)$/.test(mime) ? isoMediaPatches : undefined;
};

/**
 * The edits by which a film does not tell any more where it was taken. No byte moves, and pictures and sound stay as
 * they are. Nothing is edited in a file whose structure does not add up, the few bytes that its type is told by prove
 * nothing, nor in one of another type.
 * @param mime the type of the bytes, as identified
 */
export const filmEdits = async (source: ByteSource, mime: string): Promise<Edits> => {
  const find = finderOf(mime);
  const patches = find === undefined ? [] : await allPatches(find(source)).catch(ifBroken([]));
  return overwrite(source.size, patches);
};
