import type { ByteSource } from '../bytes/byte-source';
import type { Patch } from '../bytes/patch';

import { unlessBroken } from './broken-container';
import { isoMediaPatches } from './iso/media';
import { matroskaPatches } from './matroska/matroska';

type FindPatches = (source: ByteSource) => Promise<Patch[]>;

/** The containers that phones and cameras write films into, by MIME type as `file-type` names them. */
const FINDERS: Record<string, FindPatches> = {
  'video/3gpp': isoMediaPatches,
  'video/3gpp2': isoMediaPatches,
  'video/matroska': matroskaPatches,
  'video/mj2': isoMediaPatches,
  'video/mp4': isoMediaPatches,
  'video/quicktime': isoMediaPatches,
  'video/webm': matroskaPatches,
  'video/x-m4v': isoMediaPatches,
};

/**
 * What has to be overwritten so that a film does not tell any more where it was taken. No byte moves,
 * and pictures and sound stay as they are. Nothing is overwritten in a file whose structure does not
 * add up: the few bytes that its type is told by prove nothing.
 * @param mime the type of the bytes, as identified
 * @returns undefined for a type that keeps what is in it
 */
export const metadataFinder = (mime: string): FindPatches | undefined => {
  const find = FINDERS[mime];
  return find && ((source) => unlessBroken(() => find(source), []));
};
